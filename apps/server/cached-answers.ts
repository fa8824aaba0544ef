// Caches the answers to questions of visuals, so that the same question under the same rows does not reach the report service again.
// The report service names the scope of each answer: everything that decides its rows apart from the question (report-service/rest/answer-scope.ts).
// A token whose scope was named within the last half second gets the answers of that scope. After that the report service is asked again, so
// an ended token, another version of the report or of its data has its effect within a second. Next: reports-front.ts.
import { createAnswerCache } from '#report-service/dax/answer-cache.ts'

/** Who asks for what: the token, and all parts of the request apart from the question that may change the answer. */
export type Asker = { token: string; variant: string }

/** What the report service answered: the name of the scope, and the JSON as bytes. */
export type ScopedAnswer = { scope: string; bytes: Buffer }

/** `tokenId` and `endsAt` come from the token. `endsAt` is in milliseconds since 1970. */
type ProvenToken = { tokenId: string; endsAt: number; scopes: Map<string, { scope: string; until: number }> }

export type TokenContent = { tokenId: string; endsAt: number }

/** The time for which the named scope of a token is used. An ended token must not work for longer than a second. */
const freshMs = 500
const maxTokens = 5_000
const maxVariants = 4
/** Characters of a token with its variant: all of them together take at most 80 MB. */
const maxAskerLength = 4_000
/** A longer question has many values in its filters. Hardly anybody asks it again. */
export const maxCachedQuestionBytes = 16 * 1024
export const maxCachedAnswerBytes = 512 * 1024
const maxCachedBytes = 64 * 1024 * 1024
/** Requests that wait for the answer to an equal one. */
const maxWaiting = 1_000

/** `now`: milliseconds since 1970. */
export function createCachedAnswers(now: () => number) {
  const tokens = new Map<string, ProvenToken>()
  const answers = createAnswerCache<Buffer>(
    { maxBytes: maxCachedBytes, maxAnswerBytes: maxCachedAnswerBytes },
    (bytes) => bytes.length,
  )
  let waiting = 0

  /** The id of a token that the report service has accepted. It spares the decoding of each request. */
  const idOf = (token: string): string | null => tokens.get(token)?.tokenId ?? null

  function scopeOf({ token, variant }: Asker): string | null {
    const proven = tokens.get(token)
    const named = proven?.scopes.get(variant)
    return named !== undefined && now() < named.until ? named.scope : null
  }

  /** Notes the scope that the report service named in its answer. `sentAt`: when the request was sent, in milliseconds since 1970. */
  function note({ token, variant }: Asker, { tokenId, endsAt }: TokenContent, scope: string, sentAt: number): void {
    if (token.length + variant.length > maxAskerLength) return
    const proven = tokens.get(token) ?? { tokenId, endsAt, scopes: new Map() }
    tokens.delete(token) // A Map keeps the order of insertion: the most recently used is last.
    tokens.set(token, proven)
    proven.scopes.delete(variant)
    proven.scopes.set(variant, { scope, until: Math.min(sentAt + freshMs, endsAt) })
    dropOldest(proven.scopes, maxVariants)
    dropOldest(tokens, maxTokens)
  }

  /**
   * The cached answer of the scope to the question, or that of a request in progress, or that of a new one (`ask`). Null if the answer of the
   * request is not one of this scope: the caller asks for itself then, if it was not its own request.
   */
  async function answer(
    scope: string,
    question: string,
    ask: () => Promise<ScopedAnswer | null>,
  ): Promise<Buffer | null> {
    if (waiting >= maxWaiting) return null
    waiting += 1
    try {
      return await answers.get(`${scope} ${question}`, null, async () => {
        const found = await ask()
        if (found?.scope !== scope) throw new NotOfThisScope()
        return found.bytes
      })
    } catch (error) {
      if (error instanceof NotOfThisScope) return null
      throw error
    } finally {
      waiting -= 1
    }
  }

  return { idOf, scopeOf, note, answer }
}

export type CachedAnswers = ReturnType<typeof createCachedAnswers>

class NotOfThisScope extends Error {}

function dropOldest(map: Map<string, unknown>, max: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= max) return
    map.delete(oldest)
  }
}
