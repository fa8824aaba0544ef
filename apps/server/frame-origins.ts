// Which hosts the page of an external report or of an app may frame; and which origins may frame the embedded pages of a host, and the report
// service's page inside them. Visitors without a session ask: each host is asked about at most once a second, on the connection share of the
// visitor's network.
import type { Gate } from '#platform/server/session/gate.ts'
import { sharedAnswers } from '#platform/server/shared-answers.ts'

/** The visitor of a page: the host of the portal, and the IP address of the client. */
export type Visitor = { host: string; address: string }
export type FrameOrigins = (visitor: Visitor) => Promise<string[]>
export type AppHosts = (visitor: Visitor, appId: string) => Promise<string[]>

const freshMs = 1_000

/** An unknown host, and a database that does not answer, allow nobody. */
export function createFrameOrigins(
  gate: Pick<Gate, 'askOpen'>,
  platformHost: string,
  setting: 'frame_origins' | 'external_hosts' = 'frame_origins',
): FrameOrigins {
  const read = createAnswers<string[]>(gate, platformHost, setting)
  return async (visitor) => (await read(visitor)) ?? []
}

/** The hosts of the embedded applications of an app. The answer holds all apps of the host, so that invented ids ask nothing. */
export function createAppHosts(gate: Pick<Gate, 'askOpen'>, platformHost: string): AppHosts {
  const read = createAnswers<Record<string, string[]>>(gate, platformHost, 'app_hosts')
  return async (visitor, appId) => {
    const found = (await read(visitor)) ?? {}
    return Object.hasOwn(found, appId) ? (found[appId] ?? []) : []
  }
}

function createAnswers<Value>(
  gate: Pick<Gate, 'askOpen'>,
  platformHost: string,
  setting: 'frame_origins' | 'external_hosts' | 'app_hosts',
): (visitor: Visitor) => Promise<Value | null> {
  type Answer = { found: Value | null; at: number }
  const answers = sharedAnswers(({ at }: Answer) => performance.now() - at < freshMs)
  const request = async ({ host, address }: Visitor): Promise<Answer> => {
    const label = host.endsWith(`.${platformHost}`) ? host.slice(0, -platformHost.length - 1) : null
    const caller = { purpose: 'headers of pages', address }
    const [row] = await gate.askOpen(caller, `select app.${setting}($1, $2) as found`, [label, host])
    return { found: (row?.['found'] ?? null) as Value | null, at: performance.now() }
  }
  return (visitor) =>
    answers
      .get(visitor.host, () => request(visitor))
      .then(
        ({ found }) => found,
        () => null,
      )
}

/** The origin at which Microsoft's service shows reports: each of its clouds has the host `app.` next to `api.`. */
export const embedOrigin = (api: string): string => new URL(api).origin.replace('//api.', '//app.')
