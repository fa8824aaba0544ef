// Answers of queries that many ask for at the same time, such as tasks that are due together: the same question with the same identity is
// asked once in a process. The key has the account with its sealed secret, the data set, the whole identity and the query, so that nobody gets
// rows of another identity, or without a secret that opens them. An answer leaves the memory after a minute, and earlier when the answers have
// too many bytes. platform/server/shared-answers.ts is for answers that stay until they are stale.
import { createHash } from 'node:crypto'
import { keptAnswers } from '#catalogue/limits.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { askData, type DataAnswer, identityKeyOf, type ReportData } from './ask-data.ts'

/** `bytes`: of the rows; 0 while the query runs. */
type Kept = { askedAt: number; answer: Promise<DataAnswer>; bytes: number; timer?: NodeJS.Timeout }

/** `dueAt`: the instant for which the answer is wanted. An answer that was asked before it is too old. */
type Wanted = { clock: Clock; dueAt: Date }

export function createQueryCache(embedding: Embedding) {
  /** The oldest first. */
  const kept = new Map<string, Kept>()
  let bytes = 0

  /** `isNew`: the query was sent for this caller; false: another caller had sent it, and waits or has waited for the answer. */
  async function ask(
    data: ReportData,
    dax: string,
    { clock, dueAt }: Wanted,
  ): Promise<{ answer: DataAnswer; isNew: boolean }> {
    const now = clock.now().getTime()
    const key = keyOf(data, dax)
    const known = kept.get(key)
    const isFresh = known && now - known.askedAt <= keptAnswers.seconds * 1_000
    if (isFresh && known.askedAt >= dueAt.getTime()) {
      const answer = await known.answer
      return { answer: 'rows' in answer ? { ...answer, query_ms: 0 } : answer, isNew: false }
    }
    const own: Kept = { askedAt: now, answer: askData(embedding, data, dax, clock), bytes: 0 }
    if (known) drop(key, known)
    kept.set(key, own)
    dropOldest()
    try {
      const answer = await own.answer
      const size = sizeToKeep(answer)
      // A dropped one is for those who wait for it.
      if (kept.get(key) !== own) return { answer, isNew: true }
      if (size === null) drop(key, own)
      else {
        own.bytes = size
        bytes += size
        own.timer = setTimeout(() => drop(key, own), keptAnswers.seconds * 1_000).unref()
        dropOldest()
      }
      return { answer, isNew: true }
    } catch (error) {
      drop(key, own)
      throw error
    }
  }

  function drop(key: string, own: Kept): void {
    if (kept.get(key) !== own) return
    kept.delete(key)
    bytes -= own.bytes
    clearTimeout(own.timer)
  }

  function dropOldest(): void {
    for (const [key, each] of kept) {
      if (kept.size <= keptAnswers.answers && bytes <= keptAnswers.bytes) return
      drop(key, each)
    }
  }

  /** What the cache holds now. */
  const held = () => ({ answers: kept.size, bytes })

  return { ask, held }
}

/** The bytes of an answer that is kept. Null: a problem may have passed when the next one asks, and a long answer is not kept. */
function sizeToKeep(answer: DataAnswer): number | null {
  if ('problem' in answer || answer.rows.length > keptAnswers.rows) return null
  const size = Buffer.byteLength(JSON.stringify(answer.rows))
  return size > keptAnswers.bytesOfOne ? null : size
}

const keyOf = ({ workspace, datasetId, identity, isAsleep }: ReportData, dax: string): string => {
  const { kind, directory_id, app_id, secret_sealed, service_id } = workspace
  const account = [kind, directory_id, app_id, secret_sealed.toString('base64url')]
  const asked = JSON.stringify([account, service_id, datasetId, isAsleep, identityKeyOf(identity), dax])
  return createHash('sha256').update(asked).digest('base64url')
}
