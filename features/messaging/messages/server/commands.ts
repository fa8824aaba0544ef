// Commands that write and withdraw a notification.
import { defaultLanguage, inLanguage, type Texts } from '#catalogue/languages.ts'
import { messageReceiptsAnHour } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { type Author, cleanBodies, type HtmlForm } from '#platform/server/html/cleaning.ts'
import { dropPictures, picturesIn, takePictures } from '#platform/server/html/pictures.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import type { JobContext } from '#platform/server/jobs/job.ts'
import {
  countAddressees,
  type NotificationContext,
  publish,
  publishLater,
} from '#features/messaging/notifications/server/commands.ts'
import { type addMessage, maxMessageHtml, type withdrawMessage } from '../contract.ts'
import { validateDays, refusalOf, searchTextOf, writesToAll } from './rules.ts'
import * as store from './store.ts'

export const messageForm: HtmlForm = { pictures: true, max: maxMessageHtml }

type Message = Omit<InputOf<typeof addMessage>, 'body'> & { body: Texts; plain: Texts }

/** Cleans the text of each language. `plain`: the same without markup. */
export async function prepareMessage(author: Author, input: InputOf<typeof addMessage>): Promise<Message> {
  const { html, text } = await cleanBodies(author, input.body, 'body', messageForm)
  return { ...input, body: html, plain: text }
}

type Addressing = Pick<Message, 'target' | 'group_ids' | 'user_ids'>

/** Returns the addressees, each once, and the present day of the business unit. Fails for those to whom the author may not write. */
async function addresseesOf({ db, actor }: WriteContext, { target, group_ids, user_ids }: Addressing) {
  const isChosen = target === 'chosen'
  const groups = isChosen ? [...new Set(group_ids)] : []
  const people = isChosen ? [...new Set(user_ids)] : []
  if (!writesToAll(actor) && (!isChosen || people.length > 0)) fail('notification.own_groups_only')
  const known = await store.know(db, groups, people)
  if (known.groups < groups.length || known.people < people.length) fail('call.not_found')
  if (known.own_groups < groups.length) fail('notification.own_groups_only')
  return { addressees: { target, groups, people }, today: known.today }
}

/** Counts whom a message would reach now. */
export async function countReached(context: WriteContext, addressing: Addressing): Promise<number> {
  const { addressees } = await addresseesOf(context, addressing)
  return store.countReached(context.db, addressees)
}

/** Sends a message whose text is cleaned. */
export async function send(context: WriteContext, message: Message) {
  const { db, actor, audit } = context
  const { title, body, plain, target, login_notice, starts_on, ends_on } = message
  const { addressees, today } = await addresseesOf(context, message)
  if (target === 'chosen' && addressees.groups.length + addressees.people.length === 0)
    fail('notification.without_addressee', { fields: { group_ids: 'notification.without_addressee' } })
  validateDays(today, starts_on, ends_on)
  const tenantId = tenantOf(actor)
  await takePictures(db, [...new Set(Object.values(body).flatMap((html) => (html ? picturesIn(html) : [])))], 'body')
  const author = { id: actor.realPerson?.id ?? actor.userId, name: actor.realPerson?.name ?? actor.name }
  const { id, starts_at, is_due } = await store.add(db, {
    tenantId,
    title,
    body,
    searchText: searchTextOf(title, plain),
    login_notice,
    starts_on,
    ends_on,
    author,
    addressees,
  })
  const freeAt = is_due ? await useReceipts({ ...context, tenantId }, id, author.id) : null
  if (freeAt !== null) {
    const retryAfter = Math.max(1, Math.ceil((freeAt.getTime() - context.clock.now().getTime()) / 1_000))
    fail('notification.receipts_spent', { retryAfter })
  }
  const receipts = is_due ? await publish({ ...context, tenantId }, id) : 0
  if (!is_due) await publishLater(context, id, starts_at)
  await audit({
    target: { type: 'notification', id, name: inLanguage(title, defaultLanguage) },
    after: {
      title,
      target,
      group_ids: addressees.groups,
      user_ids: addressees.people,
      login_notice,
      starts_on,
      ends_on,
    },
  })
  return { status: true as const, id, receipts }
}

/** Counts the receipts of a message for its author. Returns null, or the instant from which the author may cause them. */
async function useReceipts(context: NotificationContext, id: string, authorId: string): Promise<Date | null> {
  const { db, tenantId } = context
  const receipts = await countAddressees(context, id)
  return receipts === 0 ? null : store.useReceipts(db, { tenantId, authorId, receipts, anHour: messageReceiptsAnHour })
}

/**
 * Sends a message on its first day if its author still has the right to, and otherwise stores the reason why it is not sent. A message beyond
 * the author's receipts of an hour waits until they allow it.
 */
export async function sendDueMessage(
  context: NotificationContext & Pick<JobContext, 'audit'>,
  id: string,
): Promise<void> {
  const dueMessage = await store.findDue(context.db, id)
  if (!dueMessage) return
  const refusal = refusalOf(dueMessage)
  if (refusal === null) {
    const freeAt = await useReceipts(context, id, dueMessage.author_id)
    await (freeAt === null ? publish(context, id) : publishLater(context, id, freeAt))
    return
  }
  await store.refuse(context.db, id, refusal)
  await context.audit('notification.refused', {
    target: { type: 'notification', id, name: inLanguage(dueMessage.title, defaultLanguage) },
    after: { refusal },
  })
}

export async function withdraw(context: WriteContext, { id }: InputOf<typeof withdrawMessage>) {
  const { db, actor, audit, announce } = context
  const removed = await store.remove(db, id)
  if (!removed) fail('call.not_found')
  for (const html of Object.values(removed.body)) if (html) await dropPictures(db, picturesIn(html))
  await announce({ kind: 'notifications_changed', tenantId: tenantOf(actor), userIds: null })
  const { title } = removed
  await audit({ target: { type: 'notification', id, name: inLanguage(title, defaultLanguage) }, before: { title } })
  return { status: true as const }
}
