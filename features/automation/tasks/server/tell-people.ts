// Tells people of runs, and stores by which channels, or why not. Those who had enough messages in this hour get one in their digest.
import type { Language } from '#catalogue/languages.ts'
import { taskMessages } from '#catalogue/limits.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { refusersAmong } from '#features/messaging/notifications/server/queries.ts'
import { digestAt } from './digest.ts'
import * as digests from './digest-store.ts'
import { digestKind } from './job-kinds.ts'
import * as recipients from './recipients-store.ts'
import type { UnitContext } from './run-work.ts'
import type { NotificationSettings } from './store.ts'

/** `identity_key`: of the rows that the text has; null: it has none. */
export type Message = {
  notification: NotificationSettings
  people: readonly string[]
  text: Record<Language, string>
  identity_key: string | null
}

/** Tells the people of each message. Answers how many were told of each, or will be. */
export async function tellPeople(context: UnitContext, messages: readonly Message[]): Promise<number[]> {
  if (messages.length === 0) return []
  const { db, tenantId } = context
  const everybody = [...new Set(messages.flatMap(({ people }) => people))]
  const sendsMail = messages.some(({ notification }) => notification.channels.includes('email'))
  const refusers = new Set(sendsMail ? await refusersAmong(db, everybody) : [])
  const hadBefore = await recipients.messagesOf(db, { tenantId, userIds: everybody })
  const settled: recipients.Settled[] = []
  const counts: number[] = []
  for (const message of messages) {
    const { told, digest, ...others } = await sortedOut(context, message, { refusers, hadBefore })
    settled.push(...others.settled)
    counts.push(told.length + digest)
    await notifyOf(context, message, told)
  }
  await recipients.settle(db, settled)
  return counts
}

type Before = { refusers: ReadonlySet<string>; hadBefore: Map<string, number> }

/** Decides what becomes of each person of a message, and counts the messages of this hour. */
async function sortedOut(
  context: UnitContext,
  { notification, people, text, identity_key }: Message,
  { refusers, hadBefore }: Before,
): Promise<{ told: string[]; digest: number; settled: recipients.Settled[] }> {
  const { run_id, report_id, name, channels } = notification
  const portal = channels.includes('portal') ? ['portal'] : []
  const channelsOf = (userId: string) =>
    channels.includes('email') && !refusers.has(userId) ? [...portal, 'email'] : portal
  const unreached = people.filter((userId) => channelsOf(userId).length === 0)
  const open = people.filter((userId) => channelsOf(userId).length > 0)
  const isFull = (userId: string) => (hadBefore.get(userId) ?? 0) >= taskMessages.anHour
  const [told, full] = [open.filter((userId) => !isFull(userId)), open.filter(isFull)]
  for (const userId of told) hadBefore.set(userId, (hadBefore.get(userId) ?? 0) + 1)
  const entry = { run_id, identity_key, task: name, text }
  const inDigest = await digests.addEntries(
    context.db,
    full,
    { ...entry, report_id },
    {
      channels: channelsOf,
      max: taskMessages.digest,
    },
  )
  for (const userId of inDigest) await digestLater(context, userId)
  return {
    told,
    digest: inDigest.size,
    settled: [
      ...unreached.map((user_id) => ({ run_id, user_id, outcome: 'unsubscribed' as const })),
      ...full.map((user_id) => ({
        run_id,
        user_id,
        outcome: inDigest.has(user_id) ? ('digest' as const) : ('limit' as const),
      })),
      ...told.map((user_id) => ({ run_id, user_id, outcome: 'told' as const, channels: channelsOf(user_id) })),
    ],
  }
}

async function notifyOf(
  context: UnitContext,
  { notification: { run_id, name, report_id, channels }, text }: Message,
  told: readonly string[],
): Promise<void> {
  const [first] = told
  if (first === undefined) return
  await notify(
    context,
    { people: [...told] },
    'task_fired',
    { task: name, text },
    {
      ...(report_id !== null && { path: `/${report_id}/reports/view` }),
      cause: `task run ${run_id} ${first}`,
      subjectId: run_id,
      channels: { portal: channels.includes('portal'), email: channels.includes('email') },
    },
  )
}

/** One job for a person and hour, however many messages wait. One that failed leaves its messages to that of the next hour. */
async function digestLater({ enqueue, clock }: UnitContext, user_id: string): Promise<void> {
  const after = digestAt(clock.now())
  await enqueue(digestKind, { user_id }, { after, slot: `${user_id} ${after.toISOString()}` })
}
