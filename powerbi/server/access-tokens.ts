import { PowerBiError } from './power-bi-error.ts'

export type AccessToken = { value: string; expiresAt: number }

/** Caches the access token of one account. Concurrent callers share one request. The token is replaced before it expires. */
export type AccessTokens = {
  /** Returns a token that is valid for at least `minimumLife` milliseconds, if the authority issues such tokens. */
  get(minimumLife: number): Promise<AccessToken>
  /** Forgets a token that the API refused. A newer token stays cached. */
  discard(token: AccessToken): void
}

/** Refused credentials are not sent again for this time, because the authority counts each failed attempt. */
const REFUSAL_REMEMBERED_MS = 30_000

/** `ask` fetches a new token. It throws PowerBiError. */
export function createAccessTokens(now: () => number, ask: () => Promise<AccessToken>): AccessTokens {
  let cachedToken: AccessToken | null = null
  let asking: Promise<AccessToken> | null = null
  let refusal: { error: PowerBiError; until: number } | null = null

  async function renew(): Promise<AccessToken> {
    try {
      cachedToken = await ask()
      return cachedToken
    } catch (error) {
      if (error instanceof PowerBiError && error.code === 'credentials') {
        refusal = { error, until: now() + REFUSAL_REMEMBERED_MS }
      }
      if (
        error instanceof PowerBiError &&
        error.code !== 'credentials' &&
        cachedToken !== null &&
        cachedToken.expiresAt > now()
      ) {
        return cachedToken // the authority is unavailable; the cached token has not expired, so use it
      }
      throw error
    } finally {
      asking = null
    }
  }

  return {
    async get(minimumLife) {
      if (cachedToken !== null && cachedToken.expiresAt - now() > minimumLife) return cachedToken
      if (refusal !== null && now() < refusal.until) throw refusal.error
      refusal = null
      asking ??= renew()
      return asking
    },
    discard(token) {
      if (cachedToken === token) cachedToken = null
    },
  }
}
