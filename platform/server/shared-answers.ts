/** Limits the memory of one cache. */
const maxAnswers = 10_000

/**
 * A cache of answers of a service, by key. Callers that need the same answer at the same time share one request. An answer is used
 * while `isFresh` is true. A failed request is not remembered. Of more than `maxRemembered` answers, the one that was requested first is
 * dropped first.
 */
export function sharedAnswers<Answer>(isFresh: (answer: Answer) => boolean, maxRemembered = maxAnswers) {
  const answers = new Map<string, Promise<Answer>>()

  async function get(key: string, request: () => Promise<Answer>): Promise<Answer> {
    const known = answers.get(key)
    if (known && (await known.then(isFresh, () => false))) return known
    // Several callers may have waited for the same stale answer. The first of them sends the request, the others share it.
    const present = answers.get(key)
    return present !== undefined && present !== known ? present : remember(key, request())
  }

  function remember(key: string, answer: Promise<Answer>): Promise<Answer> {
    answers.delete(key) // a Map keeps the order of insertion: the newest is last
    answers.set(key, answer)
    for (const oldest of answers.keys()) {
      if (answers.size <= maxRemembered) break
      answers.delete(oldest)
    }
    return answer
  }

  function forget(concerns: (key: string) => boolean): void {
    for (const key of answers.keys()) if (concerns(key)) answers.delete(key)
  }

  return { get, forget }
}
