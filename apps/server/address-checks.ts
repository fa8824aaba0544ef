// Whether the address of a caller is refused for an embed token. Each visual of a report asks this, and the people of an office ask from one
// address: the tokens of one address are judged together in one statement, and a verdict is used for half a second.
// Next: reports-front.ts.
import { Failure } from '#platform/contract/failure.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { sharedAnswers } from '#platform/server/shared-answers.ts'

/** Throws a Failure `call.unavailable` when the database does not answer in time, or when too many tokens of the address wait. */
export type AddressCheck = (tokenId: string, address: string) => Promise<boolean>

/** A change of an address list must have its effect within a second. */
const freshMs = 500
const maxTogether = 200
const maxWaiting = 5_000

type Waiting = { tokenId: string; resolve(isRefused: boolean): void; reject(reason: unknown): void }

const question = 'select token from unnest($1::text[]) as given(token) where app.is_embed_token_refused(token, $2)'

export function createAddressCheck(gate: Pick<Gate, 'askOpen'>): AddressCheck {
  type Verdict = { isRefused: boolean; at: number }
  const verdicts = sharedAnswers(({ at }: Verdict) => performance.now() - at < freshMs)
  /** The tokens that wait, by address. One statement of an address runs at a time. */
  const queues = new Map<string, Waiting[]>()

  function check(tokenId: string, address: string): Promise<Verdict> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const queue = queues.get(address) ?? []
    if (queue.length >= maxWaiting) throw new Failure('call.unavailable', { retryAfter: 2 })
    queue.push({ tokenId, resolve, reject })
    if (!queues.has(address)) {
      queues.set(address, queue)
      void serve(address, queue)
    }
    return promise.then((isRefused) => ({ isRefused, at: performance.now() }))
  }

  async function serve(address: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const together = queue.splice(0, maxTogether)
      try {
        const caller = { purpose: 'addresses of embed tokens', address }
        const rows = await gate.askOpen(caller, question, [together.map(({ tokenId }) => tokenId), address])
        const refused = new Set(rows.map((row) => row['token']))
        for (const { tokenId, resolve } of together) resolve(refused.has(tokenId))
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    queues.delete(address)
  }

  return async (tokenId, address) => {
    const { isRefused } = await verdicts.get(`${address} ${tokenId}`, () => check(tokenId, address))
    return isRefused
  }
}
