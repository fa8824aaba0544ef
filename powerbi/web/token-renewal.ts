/** An embed token with its remaining life in milliseconds. It is not a timestamp, because the browser's clock may be wrong. */
export type HeldToken = { token: string; endsInMs: number }

export type RenewalPorts = {
  /** Milliseconds since 1970, from a clock that continues while the computer sleeps. */
  now: () => number
  /** Fetches a new token. */
  renew: () => Promise<HeldToken>
  /** Passes the new token to the report, which continues without a reload. */
  apply: (token: string) => Promise<void>
  /** Called once when the token has expired and could not be renewed. `reason` is the last error of `renew`. */
  ended: (reason: unknown) => void
}

export type TokenRenewal = {
  /** Starts again with this token. The result of a pending request belongs to the previous report and is dropped. */
  hold(token: HeldToken): void
  /** The report says that the token has expired, even if the clock disagrees. */
  expired(): void
  /** Renews the token after its renewal time. A timer calls it, and the page when it becomes visible. */
  check(): void
}

const BEFORE_END_MS = 2 * 60_000
/** After three refused tokens within one minute, the renewal stops. */
const REFUSALS_AT_MOST = 3
const REFUSALS_WITHIN_MS = 60_000

/** Renews a token two minutes before it expires, or after half of its life if that life is under four minutes. */
export function createTokenRenewal(ports: RenewalPorts): TokenRenewal {
  let currentToken: { endsAt: number; dueAt: number; reported: boolean } | null = null
  let generation = 0
  let busy = false
  let refusedAt: number[] = []

  async function renew(): Promise<void> {
    if (busy || currentToken === null) return
    busy = true
    const ownGeneration = generation
    try {
      const renewed = await ports.renew()
      if (ownGeneration !== generation) return
      hold(renewed)
      await ports.apply(renewed.token)
    } catch (error) {
      if (ownGeneration === generation) reportWhenExpired(error)
    } finally {
      busy = false
    }
  }

  function reportWhenExpired(reason: unknown): void {
    if (currentToken === null || currentToken.reported || ports.now() < currentToken.endsAt) return // not expired yet: the next check tries again
    currentToken.reported = true
    ports.ended(reason)
  }

  function hold(token: HeldToken): void {
    generation += 1
    const margin = Math.min(BEFORE_END_MS, token.endsInMs / 2)
    const endsAt = ports.now() + token.endsInMs
    currentToken = { endsAt, dueAt: endsAt - margin, reported: false }
  }

  return {
    hold,
    expired() {
      if (currentToken === null || busy) return
      currentToken.endsAt = Math.min(currentToken.endsAt, ports.now())
      refusedAt = [...refusedAt.filter((at) => ports.now() - at < REFUSALS_WITHIN_MS), ports.now()]
      if (refusedAt.length > REFUSALS_AT_MOST) reportWhenExpired(new Error('the report refuses new tokens'))
      else void renew()
    },
    check() {
      if (currentToken !== null && ports.now() >= currentToken.dueAt) void renew()
    },
  }
}
