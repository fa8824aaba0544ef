import { PowerBiError } from './power-bi-error.ts'

export type AccessToken = { value: string; expiresAt: number }

/** The access token of one account: asked for once, shared by all who wait, replaced before it ends. */
export type AccessTokens = {
  /** A token that lives for at least `minimumLife` milliseconds more, if the authority gives such a one. */
  get(minimumLife: number): Promise<AccessToken>
  /** Forgets a token that the API has refused. Another one, fetched meanwhile, is kept. */
  discard(token: AccessToken): void
}

/** Refused credentials are not tried again for this long: each try counts at the authority. */
const REFUSAL_REMEMBERED_MS = 30_000

/** `ask` fetches a new token; it throws PowerBiError. */
export function createAccessTokens(now: () => number, ask: () => Promise<AccessToken>): AccessTokens {
  let held: AccessToken | null = null
  let asking: Promise<AccessToken> | null = null
  let refusal: { error: PowerBiError; until: number } | null = null

  async function renew(): Promise<AccessToken> {
    try {
      held = await ask()
      return held
    } catch (error) {
      if (error instanceof PowerBiError && error.code === 'credentials') {
        refusal = { error, until: now() + REFUSAL_REMEMBERED_MS }
      }
      if (error instanceof PowerBiError && error.code !== 'credentials' && held !== null && held.expiresAt > now()) {
        return held // the authority is away: what is left of the old token still opens the API
      }
      throw error
    } finally {
      asking = null
    }
  }

  return {
    async get(minimumLife) {
      if (held !== null && held.expiresAt - now() > minimumLife) return held
      if (refusal !== null && now() < refusal.until) throw refusal.error
      refusal = null
      asking ??= renew()
      return asking
    },
    discard(token) {
      if (held === token) held = null
    },
  }
}
