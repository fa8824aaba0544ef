// Answers of queries that many ask for at the same time, such as tasks that are due together: the same question with the same identity is
// asked once in a process. The key has the account with its sealed secret, the data set, the whole identity and the query, so that nobody gets
// rows of another identity, or without a secret that opens them.
import { createHash } from 'node:crypto'
import { keptAnswers } from '#catalogue/limits.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { askData, type DataAnswer, identityKeyOf, type ReportData } from './ask-data.ts'

type Kept = { askedAt: number; answer: Promise<DataAnswer> }

/** `dueAt`: the instant for which the answer is wanted. An answer that was asked before it is too old. */
type Wanted = { clock: Clock; dueAt: Date }

export function createSharedAnswers(embedding: Embedding) {
  /** The oldest first. */
  const kept = new Map<string, Kept>()

  /** `isNew`: the query was sent for this caller; false: another caller had sent it, and waits or has waited for the answer. */
  async function ask(
    data: ReportData,
    dax: string,
    { clock, dueAt }: Wanted,
  ): Promise<{ answer: DataAnswer; isNew: boolean }> {
    const now = clock.now().getTime()
    forget(now)
    const key = keyOf(data, dax)
    const known = kept.get(key)
    if (known && known.askedAt >= dueAt.getTime()) {
      const answer = await known.answer
      return { answer: 'rows' in answer ? { ...answer, query_ms: 0 } : answer, isNew: false }
    }
    const own: Kept = { askedAt: now, answer: askData(embedding, data, dax, clock) }
    kept.delete(key)
    kept.set(key, own)
    const drop = () => {
      if (kept.get(key) === own) kept.delete(key)
    }
    try {
      const answer = await own.answer
      // A problem may have passed when the next one asks.
      if ('problem' in answer || answer.rows.length > keptAnswers.rows) drop()
      return { answer, isNew: true }
    } catch (error) {
      drop()
      throw error
    }
  }

  function forget(now: number): void {
    for (const [key, { askedAt }] of kept) {
      const isOld = now - askedAt > keptAnswers.seconds * 1_000
      if (!isOld && kept.size < keptAnswers.answers) return
      kept.delete(key)
    }
  }

  return { ask }
}

const keyOf = ({ workspace, datasetId, identity, isAsleep }: ReportData, dax: string): string => {
  const { kind, directory_id, app_id, secret_sealed, service_id } = workspace
  const account = [kind, directory_id, app_id, secret_sealed.toString('base64url')]
  const asked = JSON.stringify([account, service_id, datasetId, isAsleep, identityKeyOf(identity), dax])
  return createHash('sha256').update(asked).digest('base64url')
}
