// Commands on tickets: opening, answering, handling. Each change notifies the other side in its own transaction.
import { ticketBudget } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { downloadOf } from '#platform/server/export/download.ts'
import { type FilePath, filePath, newFilePath } from '#platform/server/files/file-path.ts'
import { redraw } from '#platform/server/files/images.ts'
import { forgetFiles, noteFile, useFile } from '#platform/server/files/kept-files.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { browserOf } from '#platform/server/http/browser-name.ts'
import type { FileAnswer, OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { type Actor, tenantOf } from '#platform/server/session/actor.ts'
import { emitWebhook } from '#features/integrations/webhooks/server/commands.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { endFault, findFault } from '#features/reports/faults/server/commands.ts'
import { titleOf } from '../contract.ts'
import type {
  TicketStatus,
  addTicket,
  answerTicket,
  rateTicket,
  saveDraft,
  updateTicket,
  handTicket,
} from '../contract.ts'
import { tellStaffKind } from './job-kinds.ts'
import { refreshDue } from './due.ts'
import * as faults from './fault-store.ts'
import { watchersOf } from './merge-store.ts'
import { kindOfFile, maySetStatus, statusByAnswer } from './rules.ts'
import * as store from './store.ts'

export const attachmentKind = 'ticket.attachment'
const pictureFrame = { width: 2_000, height: 2_000, extension: 'webp' } as const

type TicketTitle = { id: string; number: number; name: string }

export const target = (ticket: TicketTitle) => ({ type: 'ticket', id: ticket.id, name: titleOf(ticket) })
const pathOf = ({ id }: TicketTitle) => `/help_desk/${id}`

/** The context of an answer: of a call, or of a job that acts as the sender of a mail. */
export type AnswerContext = Omit<WriteContext, 'caller' | 'unchanged'>

/** What an answer that came by mail has beside its text. */
export type FromMail = {
  /** What was cut off the text of the mail; null: nothing. */
  rest: string | null
  refusedFiles: readonly string[]
  /** The actor accepted a mail of somebody else. `asks`: it is on the side that asks. Null: the actor sent the mail. */
  accepted: { sender: string; asks: boolean } | null
}

const authorOf = ({ userId, name, staff }: Actor): store.Author => ({
  user_id: userId,
  staff_name: staff === null ? null : name,
})

export async function open(context: WriteContext, input: InputOf<typeof addTicket>): Promise<TicketTitle> {
  const { db, actor, audit, caller } = context
  const { attachments, view, ...ticket } = input
  if (view !== null && ticket.report_id === null) fail('call.invalid', { fields: { view: 'invalid' } })
  // The error is the same for a report that does not exist, belongs to another business unit, or was not granted.
  if (ticket.report_id !== null && !(await store.opensReport(db, ticket.report_id))) {
    fail('report.missing', { fields: { report_id: 'report.missing' } })
  }
  const { tickets } = await store.sentInHour(db, actor.userId)
  if (tickets >= ticketBudget.ticketsAnHour) fail('call.throttled', { retryAfter: 600 })
  const storedView = view && { ...view, browser: browserOf(caller.userAgent), language: caller.language }
  const added = await store.add(db, authorOf(actor), { ...ticket, view: storedView && JSON.stringify(storedView) })
  const made = { ...added, name: ticket.name }
  await attachFiles(context, attachments, { ticket_id: made.id, follow_up_id: null })
  await refreshDue(db, made.id, context.clock.now())
  await audit({ target: target(made), after: { priority: ticket.priority, attachments: attachments.length } })
  await notifyHandlers(context, made, 'ticket_opened')
  await emit(context, made, 'ticket.opened')
  await announceChange(context, made)
  return made
}

export async function addAnswer(
  context: AnswerContext,
  input: InputOf<typeof answerTicket>,
  fromMail: FromMail | null = null,
): Promise<string> {
  const found = await findChangeable(context, input.ticket_id)
  const before = { ...found, own: found.own || fromMail?.accepted?.asks === true }
  const requestedStatus = input.status
  if (input.internal) return addNote(context, before, input)
  if (requestedStatus !== null && !maySetStatus(requestedStatus, before)) refuseField('status')
  if (input.waits && !actsAsHandler(before)) refuseField('waits')
  await mustKeepBudget(context, before)
  const id = await sendAnswer(context, before, input, fromMail)
  await context.audit({
    target: target(before),
    before: { status: before.status },
    after: {
      status: statusByAnswer(before.status, requestedStatus, actsAsHandler(before)) ?? before.status,
      attachments: input.attachments.length,
      ...(fromMail && { by_mail: true }),
      ...(fromMail?.accepted && { mail_sender: fromMail.accepted.sender }),
    },
  })
  return id
}

type NewAnswer = Pick<InputOf<typeof answerTicket>, 'text' | 'status' | 'waits' | 'attachments'>

/** Stores an answer that the caller has checked, with its effects. The caller writes the audit trail. */
export async function sendAnswer(
  context: AnswerContext,
  before: store.StoredTicket,
  input: NewAnswer,
  fromMail: FromMail | null = null,
): Promise<string> {
  const { db, actor } = context
  const status = statusByAnswer(before.status, input.status, actsAsHandler(before))
  const id = await store.addFollowUp(db, {
    ...authorOf(actor),
    ticket_id: before.id,
    by_handler: actsAsHandler(before),
    internal: false,
    waits: input.waits && status !== 'closed',
    text: input.text,
    status,
    ...(fromMail && {
      by_mail: true,
      mail_rest: fromMail.rest,
      mail_refused: [...fromMail.refusedFiles],
      mail_sender: fromMail.accepted?.sender ?? null,
    }),
  })
  // A draft that the person keeps in the portal is not what the mail says.
  if (!fromMail) await store.removeDraft(db, before.id, actor.userId)
  await attachFiles(context, input.attachments, { ticket_id: before.id, follow_up_id: id })
  // The first handler who answers becomes the handler of the ticket.
  const handler = actsAsHandler(before) && before.handler_id === null ? handlerFrom(actor) : {}
  await store.change(db, before.id, { ...(status && { status }), ...handler })
  await refreshDue(db, before.id, context.clock.now())
  await notifyOfAnswer(context, before, status)
  await emit(context, before, 'ticket.answered')
  if (status === 'closed') await emit(context, before, 'ticket.resolved')
  await announceChange(context, before)
  return id
}

/** Adds a note that only people who handle tickets read. It tells the handler, and leaves status and handler as they are. */
async function addNote(
  context: AnswerContext,
  ticket: store.StoredTicket,
  { text, status, waits, attachments }: InputOf<typeof answerTicket>,
): Promise<string> {
  const { db, actor, audit } = context
  if (!actsAsHandler(ticket)) refuseField('internal')
  if (status !== null) fail('call.invalid', { fields: { status: 'invalid' } })
  if (waits) fail('call.invalid', { fields: { waits: 'invalid' } })
  await mustKeepOwnBudget(context)
  const id = await store.addFollowUp(db, {
    ...authorOf(actor),
    ticket_id: ticket.id,
    by_handler: true,
    internal: true,
    text,
    status: null,
  })
  await attachFiles(context, attachments, { ticket_id: ticket.id, follow_up_id: id })
  await store.removeDraft(db, ticket.id, actor.userId)
  await audit({ target: target(ticket), after: { internal: true, attachments: attachments.length } })
  const handler = await presentHandler(context, ticket)
  // A handler who opened the ticket does not read the notes of it.
  await notifyPeople(
    context,
    ticket,
    'ticket_answered',
    handler.filter((userId) => userId !== ticket.user_id),
  )
  await announceChange(context, ticket)
  return id
}

/** Keeps what the person has written in a ticket; without a text it removes the draft. */
export async function keepDraft(context: WriteContext, input: InputOf<typeof saveDraft>): Promise<void> {
  const { db, actor } = context
  const ticket = await findChangeable(context, input.ticket_id)
  const { text, internal } = input
  if (internal && !actsAsHandler(ticket)) refuseField('internal')
  const wasAnswering = await store.isAnswering(db, ticket.id, actor.userId)
  // Only the begin and the end of an answer are announced: a person saves their draft at each pause.
  if (actsAsHandler(ticket) && wasAnswering === (text === null)) await announceChange(context, ticket)
  if (text === null) return store.removeDraft(db, ticket.id, actor.userId)
  await store.saveDraft(db, { ticket_id: ticket.id, user_id: actor.userId, text, internal })
}

export async function setStatus(context: WriteContext, id: string, status: TicketStatus): Promise<void> {
  const { db, actor, audit } = context
  const before = await findChangeable(context, id)
  if (!maySetStatus(status, before)) refuseField('status')
  if (before.status === status) return context.unchanged(undefined)
  await mustKeepBudget(context, before)
  await store.addFollowUp(db, {
    ...authorOf(actor),
    ticket_id: id,
    by_handler: actsAsHandler(before),
    internal: false,
    text: null,
    status,
  })
  await store.change(db, id, { status })
  await refreshDue(db, id, context.clock.now())
  await audit({ target: target(before), before: { status: before.status }, after: { status } })
  if (status === 'closed' || !actsAsHandler(before)) await notifyOfAnswer(context, before, status)
  if (status === 'closed') await emit(context, before, 'ticket.resolved')
  await announceChange(context, before)
}

/** Stores the person's answer to the question whether their ticket was resolved well. */
export async function rate(context: WriteContext, input: InputOf<typeof rateTicket>): Promise<void> {
  const { db, audit } = context
  const ticket = await findTicketOrFail(context, input.id)
  if (!ticket.may_rate) refuseField('rating')
  await store.rate(db, ticket.id, input.rating, input.rating_comment)
  await audit({ target: target(ticket), after: { rating: input.rating } })
  await announceChange(context, ticket)
}

export async function take(context: WriteContext, id: string): Promise<void> {
  const { db, actor, audit } = context
  const before = await findChangeable(context, id)
  if (before.handler_id === actor.userId) return context.unchanged(undefined)
  const status = before.status === 'open' ? ('on_going' as const) : before.status
  if (status !== before.status) {
    await store.addFollowUp(db, {
      ...authorOf(actor),
      ticket_id: id,
      by_handler: true,
      internal: false,
      text: null,
      status,
    })
  }
  await store.change(db, id, { ...handlerFrom(actor), ...(status !== before.status && { status }) })
  await refreshDue(db, id, context.clock.now())
  await audit({
    target: target(before),
    before: { handler: before.handler, status: before.status },
    after: { handler: actor.name, status },
  })
  await announceChange(context, before)
}

export async function update(context: WriteContext, input: InputOf<typeof updateTicket>): Promise<void> {
  const { db, audit } = context
  const before = await findChangeable(context, input.id)
  mustBeCurrent(input.version, before.version)
  const changes = {
    priority: input.priority ?? before.priority,
    handler_id: input.handler_id === undefined ? before.handler_id : input.handler_id,
    estimated_at: input.estimated_at === undefined ? before.estimated_at : input.estimated_at,
  }
  const isOther = changes.handler_id !== before.handler_id
  if (
    !isOther &&
    changes.priority === before.priority &&
    changes.estimated_at?.getTime() === before.estimated_at?.getTime()
  ) {
    return context.unchanged(undefined)
  }
  const handler = isOther ? await nameOfHandler(context, changes.handler_id) : before.handler
  await store.change(db, before.id, { ...changes, ...(isOther && { handler_staff_name: null }) })
  await refreshDue(db, before.id, context.clock.now())
  await audit({
    target: target(before),
    before: { priority: before.priority, handler: before.handler, estimated_at: before.estimated_at },
    after: { priority: changes.priority, handler, estimated_at: changes.estimated_at },
  })
  if (isOther && changes.handler_id !== null) await notifyPeople(context, before, 'ticket_opened', [changes.handler_id])
  await announceChange(context, before)
}

/** Hands the ticket up to the staff of the partner, or takes it back. */
export async function hand(context: WriteContext, { id, level, note }: InputOf<typeof handTicket>): Promise<void> {
  const { db, actor, audit, enqueue } = context
  const before = await findChangeable(context, id)
  // In their own ticket, people who handle tickets read no notes, and this is one.
  if (!actsAsHandler(before)) refuseField('level')
  if (before.level === level) return context.unchanged(undefined)
  // What the partner handed up to the platform is not handed down by the unit, but taken back.
  if (level === 'partner' && before.level !== 'unit') fail('call.invalid', { fields: { level: 'invalid' } })
  await mustKeepOwnBudget(context)
  const noteId = await store.addFollowUp(db, {
    ...authorOf(actor),
    ticket_id: id,
    by_handler: true,
    internal: true,
    text: note,
    status: null,
    level,
  })
  await store.change(db, id, { level })
  await audit({ target: target(before), before: { level: before.level }, after: { level } })
  if (level !== 'unit') await enqueue(tellStaffKind, { follow_up_id: noteId })
  await announceChange(context, before)
}

export async function remove(context: WriteContext, id: string): Promise<void> {
  const { db } = context
  const faultId = (await faults.linksOf(db, id))?.fault_id ?? null
  // The fault is locked before its tickets, as everywhere.
  const fault = faultId === null ? undefined : await findFault(db, faultId)
  const before = await findTicketOrFail(context, id)
  await forgetFiles(db, await store.remove(db, id))
  // Nobody could end a fault without tickets. Its followers are told, because they wait for its end.
  if (fault && (await faults.countOf(db, fault.id)) === 0) await endFault(context, fault)
  await context.audit({ target: target(before), before: { status: before.status, priority: before.priority } })
  await announceChange(context, before)
}

type UploadContext = {
  actor: Actor
  transaction<T>(work: (context: Pick<WriteContext, 'db' | 'audit'>) => Promise<T>): Promise<T>
}

/** Uploads a file: checks it, stores its rows and then its bytes. A job erases an upload without a ticket after a day. */
export async function upload(
  { actor, transaction }: UploadContext,
  { name, fileBytes }: { name: string; fileBytes: Uint8Array },
  storage: FileStorage,
): Promise<store.Attached> {
  const tenantId = tenantOf(actor)
  if (actor.partnerId === null) throw new Error('a business unit belongs to a partner')
  const owner = { tenantId, partnerId: actor.partnerId }
  const { path, bytes } = await checkedFile(tenantId, name, fileBytes)
  const id = await transaction(async ({ db }) => {
    const file = { path, owner, kind: attachmentKind, bytes: bytes.length }
    // `noteFile` serializes the uploads of the business unit. Its own limit is not used, because the limits of the person are stricter.
    await noteFile(db, file, Infinity)
    checkUploadBudget(await store.filesOf(db, actor.userId, attachmentKind), bytes.length)
    return store.addAttachment(db, { user_id: actor.userId, name, path, bytes: bytes.length })
  })
  await storage.put(path, bytes)
  await transaction(({ audit }) =>
    // No ticket has the file yet: its name is the object of the sentence.
    audit({ target: { type: 'ticket', id: null, name }, after: { attachment: name } }),
  )
  return { id, name, path, bytes: bytes.length }
}

/** Decides whether a file may be attached, and encodes a picture again. Answers where its bytes will be in the business unit. */
export async function checkedFile(
  tenantId: string,
  name: string,
  fileBytes: Uint8Array,
): Promise<{ path: FilePath; bytes: Uint8Array }> {
  const kind = kindOfFile(name, fileBytes)
  if (kind === null) fail('ticket.file_refused', { fields: { file: 'ticket.file_refused' } })
  if (kind === 'document') return { path: newFilePath('private', tenantId, 'bin'), bytes: fileBytes }
  const path = newFilePath('private', tenantId, pictureFrame.extension)
  return { path, bytes: await redraw(fileBytes, pictureFrame, tenantId) }
}

/** `unitBytes` counts the new file already. */
export function checkUploadBudget({ unused, bytes, unitBytes }: store.UploadedFiles, added: number): void {
  if (unused >= ticketBudget.unusedFilesAnHour) fail('call.throttled', { retryAfter: 600 })
  if (bytes + added > ticketBudget.bytesADay || unitBytes > ticketBudget.unitBytesADay) {
    fail('call.throttled', { retryAfter: 3_600 })
  }
}

/** Answers an attachment as a download. */
export const readFile = (
  context: OutsideContext,
  id: string,
  storage: FileStorage,
  find = store.findAttachment,
): Promise<FileAnswer> =>
  downloadOf(context.actor, async () => {
    const found = await context.transaction(({ db }) => find(db, id))
    if (!found) fail('call.not_found')
    const path = filePath(found.path)
    const bytes = await storage.read(path)
    if (bytes === null) fail('call.not_found')
    // A picture was encoded again as WebP, whatever its name says.
    const name = path.endsWith('.webp') ? found.name.replace(/\.[^.]*$/, '.webp') : found.name
    return { name, type: 'application/octet-stream', bytes }
  })

/** Limits the follow-ups that a person who asks sends, and those that people who handle tickets send to one person: each notifies somebody. */
async function mustKeepBudget(context: AnswerContext, ticket: store.StoredTicket): Promise<void> {
  if (actsAsHandler(ticket)) {
    if (ticket.user_id === null) return
    const received = await store.receivedInHour(context.db, ticket.user_id)
    if (received >= ticketBudget.answersToPersonAnHour) fail('call.throttled', { retryAfter: 600 })
    return
  }
  await mustKeepOwnBudget(context)
}

async function mustKeepOwnBudget({ db, actor }: AnswerContext): Promise<void> {
  const { followUps } = await store.sentInHour(db, actor.userId)
  if (followUps >= ticketBudget.followUpsAnHour) fail('call.throttled', { retryAfter: 600 })
}

/** Locks a ticket that the person may see. The error is the same for a ticket that does not exist and for one of another person (Z7). */
async function findTicketOrFail({ db }: AnswerContext, id: string): Promise<store.StoredTicket> {
  return (await store.findForUpdate(db, id)) ?? fail('ticket.missing')
}

/** The same, for a change. A ticket that was merged into another one does not change any more. */
export async function findChangeable(context: AnswerContext, id: string): Promise<store.StoredTicket> {
  const found = await findTicketOrFail(context, id)
  if (found.merged_into !== null) fail('access.functionality_refused')
  return found
}

/** Checks whether the person acts as a handler. In their own ticket, people who handle tickets are the side that asks. */
export const actsAsHandler = ({ handles, own }: store.StoredTicket): boolean => handles && !own

const handlerFrom = ({ userId, name, staff }: Actor) => ({
  handler_id: userId,
  handler_staff_name: staff === null ? null : name,
})

export function refuseField(field: 'id' | 'status' | 'internal' | 'waits' | 'level' | 'rating'): never {
  fail('access.functionality_refused', { fields: { [field]: 'access.functionality_refused' } })
}

async function nameOfHandler({ db }: AnswerContext, id: string | null): Promise<string | null> {
  if (id === null) return null
  return (await store.findHandler(db, id)) ?? fail('call.not_found', { fields: { handler_id: 'call.not_found' } })
}

/** Attaches uploads of the person to a ticket or follow-up; 404 for any other file. */
async function attachFiles(
  { db, actor }: AnswerContext,
  ids: readonly string[],
  where: { ticket_id: string; follow_up_id: string | null },
): Promise<void> {
  if (ids.length === 0) return
  const paths = await store.attachFiles(db, ids, { ...where, user_id: actor.userId })
  if (paths.length !== ids.length) fail('call.not_found', { fields: { attachments: 'call.not_found' } })
  for (const path of paths) await useFile(db, path, attachmentKind)
}

/** Tells webhooks, with the person who acts. Notes of handlers stay in the help desk. */
function emit(
  context: AnswerContext,
  ticket: TicketTitle,
  type: 'ticket.opened' | 'ticket.answered' | 'ticket.resolved',
): Promise<void> {
  const { userId: id, name } = context.actor
  const user = { id, name }
  const data = { ticket: { id: ticket.id, name: titleOf(ticket) }, user }
  return emitWebhook({ ...context, tenantId: tenantOf(context.actor) }, type, data)
}

/** Notifies the other side of an answer: the person who asked, or the handler; without a handler, everybody who handles tickets. */
async function notifyOfAnswer(
  context: AnswerContext,
  ticket: store.StoredTicket,
  status: TicketStatus | null,
): Promise<void> {
  const type = status === 'closed' ? 'ticket_resolved' : 'ticket_answered'
  if (actsAsHandler(ticket)) {
    const asking = ticket.user_id === null ? [] : [ticket.user_id]
    return notifyPeople(context, ticket, type, [...asking, ...(await watchersOf(context.db, ticket.id))])
  }
  const handler = await presentHandler(context, ticket)
  return handler.length > 0 ? notifyPeople(context, ticket, type, handler) : notifyHandlers(context, ticket, type)
}

/** The handler of a ticket; empty without one, and when the handler no longer handles tickets or is partner or platform staff. */
async function presentHandler({ db }: AnswerContext, { handler_id }: store.StoredTicket): Promise<string[]> {
  return handler_id !== null && (await store.findHandler(db, handler_id)) !== undefined ? [handler_id] : []
}

/** Tells the open lists and pages of people who handle tickets. */
export const announceChange = ({ actor, announce }: AnswerContext, { id }: TicketTitle) =>
  announce({ kind: 'ticket_changed', tenantId: tenantOf(actor), ticketId: id })

type TicketNotification = 'ticket_opened' | 'ticket_answered' | 'ticket_resolved'

async function notifyPeople(
  context: AnswerContext,
  ticket: TicketTitle,
  type: TicketNotification,
  people: readonly string[],
): Promise<void> {
  const others = people.filter((id) => id !== context.actor.userId)
  if (others.length > 0) await sendNotification(context, ticket, type, { people: others })
}

const notifyHandlers = (context: AnswerContext, ticket: TicketTitle, type: TicketNotification) =>
  sendNotification(context, ticket, type, { among: store.handlersExcept(context.actor.userId) })

async function sendNotification(
  context: AnswerContext,
  ticket: TicketTitle,
  type: TicketNotification,
  people: Parameters<typeof notify>[1],
): Promise<void> {
  const facts = { ticket: titleOf(ticket), person: context.actor.name }
  await notify({ ...context, tenantId: tenantOf(context.actor) }, people, type, facts, { path: pathOf(ticket) })
}
