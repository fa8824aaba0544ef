/** An embed token with the time it still has, in milliseconds: the browser's clock may be wrong, so no instant. */
export type HeldToken = { token: string; endsInMs: number }

export type RenewalPorts = {
  /** Milliseconds since 1970, of a clock that goes on while the computer sleeps. */
  now: () => number
  /** Fetches a new token. */
  renew: () => Promise<HeldToken>
  /** Gives it to the report, which goes on where it is. */
  apply: (token: string) => Promise<void>
  /** The token has ended and no new one was to be had: `renew`'s last error. Said once. */
  ended: (reason: unknown) => void
}

export type TokenRenewal = {
  /** Begins anew with this token; what a fetch under way brings is then for another report, and is dropped. */
  hold(token: HeldToken): void
  /** The report says the token has ended, whatever the clock says. */
  expired(): void
  /** Looks at the clock; called by a timer, and when the page comes back to sight. */
  check(): void
}

const BEFORE_END_MS = 2 * 60_000
/** A report that goes on refusing new tokens is not asked a fourth time within a minute. */
const REFUSALS_AT_MOST = 3
const REFUSALS_WITHIN_MS = 60_000

/** Renews a token two minutes before it ends (at half time, if it is given for less than four). */
export function createTokenRenewal(ports: RenewalPorts): TokenRenewal {
  let held: { endsAt: number; dueAt: number; told: boolean } | null = null
  let turn = 0
  let busy = false
  let refusedAt: number[] = []

  async function renew(): Promise<void> {
    if (busy || held === null) return
    busy = true
    const mine = turn
    try {
      const renewed = await ports.renew()
      if (mine !== turn) return
      hold(renewed)
      await ports.apply(renewed.token)
    } catch (error) {
      if (mine === turn) tellWhenEnded(error)
    } finally {
      busy = false
    }
  }

  function tellWhenEnded(reason: unknown): void {
    if (held === null || held.told || ports.now() < held.endsAt) return // there is time to try again
    held.told = true
    ports.ended(reason)
  }

  function hold(token: HeldToken): void {
    turn += 1
    const margin = Math.min(BEFORE_END_MS, token.endsInMs / 2)
    const endsAt = ports.now() + token.endsInMs
    held = { endsAt, dueAt: endsAt - margin, told: false }
  }

  return {
    hold,
    expired() {
      if (held === null || busy) return
      held.endsAt = Math.min(held.endsAt, ports.now())
      refusedAt = [...refusedAt.filter((at) => ports.now() - at < REFUSALS_WITHIN_MS), ports.now()]
      if (refusedAt.length > REFUSALS_AT_MOST) tellWhenEnded(new Error('the report refuses new tokens'))
      else void renew()
    },
    check() {
      if (held !== null && ports.now() >= held.dueAt) void renew()
    },
  }
}
