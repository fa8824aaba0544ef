// Rate limits of sign-in with an identity provider, for SAML and OpenID alike, and with a passkey.
import { providerSignIns } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { networkOf } from '#platform/server/http/network.ts'
import type { OpenContext } from '#platform/server/http/route.ts'

/** Work that an answer of an identity provider causes. It calls `countUnproven` when the answer proves nobody's identity. */
type AnswerWork<T> = (countUnproven: () => void) => Promise<T>

export type ProviderLimits = {
  /** Fails with 429 when the network of the caller has begun too many sign-ins in this minute. */
  admitStart(context: OpenContext): void
  /**
   * Runs `work`, or fails with 429 before it when too many answers of the network proved nobody in this minute. Each answer counts while it is
   * examined: a flood is refused before it costs anything.
   */
  examine<T>(context: OpenContext, work: AnswerWork<T>): Promise<T>
}

export function createProviderLimits(): ProviderLimits {
  const starts = createLimiter(providerSignIns.starts)
  const unproven = createLimiter(providerSignIns.unproven)
  return {
    admitStart({ caller, clock }) {
      if (!starts.admits(networkOf(caller.address), clock.now())) fail('call.throttled', { retryAfter: 60 })
    },
    async examine({ caller, clock }, work) {
      const network = networkOf(caller.address)
      const admittedAt = clock.now()
      if (!unproven.admits(network, admittedAt)) fail('call.throttled', { retryAfter: 60 })
      let counts = false
      try {
        return await work(() => {
          counts = true
        })
      } finally {
        if (!counts) unproven.refund(network, admittedAt)
      }
    },
  }
}
