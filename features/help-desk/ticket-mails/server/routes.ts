import { ticketMails as limits } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { downloadOf } from '#platform/server/export/download.ts'
import { filePath } from '#platform/server/files/file-path.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { file, handle, type Route, rows, rowsThenOutside, type WriteContext } from '#platform/server/http/route.ts'
import { type Actor, may, tenantOf } from '#platform/server/session/actor.ts'
import * as calls from '../contract.ts'
import { processKind, processStaffKind } from './job-kinds.ts'
import { isSentByStaff } from './process.ts'
import { readMailInThread } from './read-in-thread.ts'
import { originalWithoutTokens, withoutTokens } from './reply-address.ts'
import { mayDecide } from './rules.ts'
import * as store from './store.ts'

type Dependencies = {
  storage: FileStorage
  /** True when the operator receives mails. */
  receivesMails: boolean
}

const answerOf = ({ id, subject, sender, person, ticket, state, reason, received_at }: store.MailRow, actor: Actor) => {
  const decisions = mayDecide(state)
  const can = (['accept', 'discard', 'retry'] as const).filter((decision) => decisions[decision])
  const decides = may(actor, 'ticket_mail.decide') && !actor.realPerson
  return {
    id,
    subject,
    sender,
    person,
    ticket,
    state,
    reason,
    received_at,
    can: decides ? can.filter((each) => each !== 'accept' || mayAccept(actor)) : [],
  }
}

/** Who accepts a mail answers with it, as a member of the business unit. Staff of partner and platform write the answer themselves. */
const mayAccept = ({ staff }: Actor) => staff === null

const list = rows(calls.listTicketMails, store.listQuery, (found, { actor }, options) =>
  pageOf(found, options, (row) => answerOf(row, actor)),
)

const count = (receivesMails: boolean) =>
  rows(calls.countTicketMails, store.countQuery, ([found]) => ({
    receives: receivesMails,
    undecided: found?.undecided ?? 0,
  }))

const readOne = (storage: FileStorage) =>
  rowsThenOutside(
    calls.readTicketMail,
    ({ id }) => store.findQuery(id),
    async ({ actor }, [found]) => {
      if (!found) fail('call.not_found')
      const raw = found.path === null ? null : await storage.read(filePath(found.path))
      const read = raw ? await readMailInThread(raw, actor.tenantId ?? '') : undefined
      const files = read?.files.map(({ name, bytes }) => ({ name: withoutTokens(name), bytes: bytes.length })) ?? []
      // The stored original has the tokens of the address.
      const text = read ? withoutTokens(read.text).slice(0, limits.shownText).toWellFormed() : null
      return { ...answerOf(found, actor), text, files, has_original: raw !== null }
    },
  )

const original = (storage: FileStorage) =>
  file(calls.readOriginal, ({ actor, transaction }, { id }) =>
    downloadOf(actor, async () => {
      const path = await transaction(({ db }) => store.findPath(db, id))
      const bytes = path ? await storage.read(filePath(path)) : null
      if (bytes === null) fail('call.not_found')
      // Who has the token of another person could answer in their name.
      return { name: 'mail.eml', type: 'application/octet-stream', bytes: originalWithoutTokens(bytes) }
    }),
  )

type Decision = keyof ReturnType<typeof mayDecide>

/** Locks a mail about which the caller may decide so. */
async function decided({ db }: WriteContext, id: string, decision: Decision): Promise<store.StoredMail> {
  const mail = await store.findForUpdate(db, id)
  return mail && mayDecide(mail.state)[decision] ? mail : fail('call.not_found')
}

const noteOf = ({ id, subject, state }: store.StoredMail, after: string) => ({
  target: { type: 'ticket_mail', id, name: subject },
  before: { state },
  after: { state: after },
})

const done = { status: true as const }

/** The mails of one business unit get their turns among those of others. */
const enqueueMail = ({ actor, enqueue }: WriteContext, { id, ...mail }: store.StoredMail) =>
  isSentByStaff(mail) ? enqueue(processStaffKind, { id }) : enqueue(processKind, { id }, { group: tenantOf(actor) })

const accept = handle(calls.acceptTicketMail, async (context, { id }) => {
  const { db, actor, audit } = context
  const mail = await decided(context, id, 'accept')
  if (!mayAccept(actor)) fail('access.functionality_refused')
  await store.settle(db, id, { state: 'received', acceptedBy: actor.userId })
  await enqueueMail(context, { ...mail, accepted_by: actor.userId })
  const note = noteOf(mail, 'received')
  await audit({ ...note, after: { ...note.after, mail_sender: mail.sender } })
  return done
})

const discard = handle(calls.discardTicketMail, async (context, { id }) => {
  const mail = await decided(context, id, 'discard')
  await store.settle(context.db, id, { state: 'refused', reason: 'discarded', acceptedBy: null })
  await context.audit(noteOf(mail, 'refused'))
  return done
})

const retry = handle(calls.retryTicketMail, async (context, { id }) => {
  const mail = await decided(context, id, 'retry')
  await store.settle(context.db, id, { state: 'received' })
  await enqueueMail(context, mail)
  await context.audit(noteOf(mail, 'received'))
  return done
})

export const routes = ({ storage, receivesMails }: Dependencies): Route[] => [
  list,
  count(receivesMails),
  readOne(storage),
  original(storage),
  accept,
  discard,
  retry,
]
