// Which hosts the page of an external report or of an app may frame; and which origins may frame the embedded pages of a host, and the report service's page inside them. Asked at most once a second for each host.
import type pg from 'pg'
import { runNamed } from '#platform/server/database/pool.ts'
import { sharedAnswers } from '#platform/server/shared-answers.ts'

export type FrameOrigins = (host: string) => Promise<string[]>
export type AppHosts = (host: string, appId: string) => Promise<string[]>

type Answer = { origins: string[]; at: number }

const freshMs = 1_000

/** An unknown host, and a database that does not answer, allow nobody. */
export const createFrameOrigins = (
  pool: pg.Pool,
  platformHost: string,
  asked: 'frame_origins' | 'external_hosts' = 'frame_origins',
): FrameOrigins => createAnswers(pool, platformHost, asked)

/** The hosts of the embedded applications of an app. */
export const createAppHosts = (pool: pg.Pool, platformHost: string): AppHosts =>
  createAnswers(pool, platformHost, 'app_hosts')

function createAnswers(
  pool: pg.Pool,
  platformHost: string,
  asked: 'frame_origins' | 'external_hosts' | 'app_hosts',
): (host: string, id?: string) => Promise<string[]> {
  const answers = sharedAnswers(({ at }: Answer) => performance.now() - at < freshMs)
  const request = async (host: string, id?: string): Promise<Answer> => {
    const label = host.endsWith(`.${platformHost}`) ? host.slice(0, -platformHost.length - 1) : null
    const found =
      id === undefined
        ? await runNamed(pool, `select app.${asked}($1, $2) as origins`, [label, host])
        : await runNamed(pool, `select app.${asked}($1, $2, $3) as origins`, [label, host, id])
    return { origins: (found[0]?.['origins'] as string[] | null | undefined) ?? [], at: performance.now() }
  }
  return (host, id) =>
    answers
      .get(`${host} ${id ?? ''}`, () => request(host, id))
      .then(
        ({ origins }) => origins,
        () => [],
      )
}

/** Where Microsoft's service shows its reports: each of its clouds has `app.` beside `api.`. */
export const embedOrigin = (api: string): string => new URL(api).origin.replace('//api.', '//app.')
