// Sends the digests of people. Next: digest.ts (their text), digest-store.ts.
import { inEachLanguage } from '#catalogue/languages.ts'
import type { JobContext } from '#platform/server/jobs/job.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { identityKeyOf, type Reader } from '#features/reports/dax-queries/server/commands.ts'
import * as digests from './digest-store.ts'
import { digestText } from './digest.ts'
import { readersOfSource } from './readers.ts'
import { peopleOf } from './recipients-store.ts'
import { words } from './run-text.ts'
import { inUnit } from './run-work.ts'

/**
 * Sends the messages that wait for the digest of a person, with the right that the person has now: a message stays away when they may no longer
 * open its report, or have other rows of it.
 */
export async function sendDigest(job: JobContext, userId: string): Promise<void> {
  const context = inUnit(job)
  const { db } = context
  const entries = await digests.takeEntries(db, userId)
  const readers = new Map<string | null, Reader | undefined>()
  for (const report_id of new Set(entries.map((entry) => entry.report_id)))
    readers.set(report_id, (await readersOfSource(db, report_id, peopleOf([userId])))[0])
  const told = entries.filter(({ report_id, identity_key }) => {
    const reader = readers.get(report_id)
    if (reader === undefined || 'refusal' in reader) return false
    return identity_key === null || identityKeyOf(reader.identity) === identity_key
  })
  const leftOut = entries.filter((entry) => !told.includes(entry)).map(({ run_id }) => run_id)
  await digests.noteLeftOut(db, userId, leftOut, 'no_right')
  // One digest for each set of channels, so that a message goes by no other channel than its own.
  for (const alike of Map.groupBy(told, ({ channels }) => channels.toSorted().join(' ')).values()) {
    const [first] = alike
    if (first === undefined) continue
    const { id: entryId, channels } = first
    const title = inEachLanguage((language) => `${words[language].title} (${alike.length})`)
    await notify(
      context,
      { people: [userId] },
      'task_fired',
      { task: title, text: digestText(alike) },
      {
        cause: `task digest ${entryId}`,
        channels: { portal: channels.includes('portal'), email: channels.includes('email') },
      },
    )
  }
}
