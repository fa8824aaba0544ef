// Which hosts the page of an external report may frame; and which origins may frame the embedded pages of a host, and the report service's page inside them. Asked at most once a second for each host.
import type pg from 'pg'
import { runNamed } from '#platform/server/database/pool.ts'
import { sharedAnswers } from '#platform/server/shared-answers.ts'

export type FrameOrigins = (host: string) => Promise<string[]>

type Answer = { origins: string[]; at: number }

const freshMs = 1_000

/** An unknown host, and a database that does not answer, allow nobody. */
export function createFrameOrigins(
  pool: pg.Pool,
  platformHost: string,
  asked: 'frame_origins' | 'external_hosts' = 'frame_origins',
): FrameOrigins {
  const answers = sharedAnswers(({ at }: Answer) => performance.now() - at < freshMs)
  const request = async (host: string): Promise<Answer> => {
    const label = host.endsWith(`.${platformHost}`) ? host.slice(0, -platformHost.length - 1) : null
    const [found] = await runNamed(pool, `select app.${asked}($1, $2) as origins`, [label, host])
    return { origins: (found?.['origins'] as string[] | null | undefined) ?? [], at: performance.now() }
  }
  return (host) =>
    answers
      .get(host, () => request(host))
      .then(
        ({ origins }) => origins,
        () => [],
      )
}
