import { randomUUID } from 'node:crypto'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { useMailBudget } from '#platform/server/database/mail-budget.ts'
import { exported } from '#platform/server/export/export.ts'
import { type Route, handle, outside, rows } from '#platform/server/http/route.ts'
import { enqueueMail, writeMail } from '#platform/server/mail/mail.ts'
import { brandOf } from '#features/organisation/themes/server/queries.ts'
import { layOut } from '#platform/server/mail/layout.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import { exportMails, listMails, readMail, readMailServer, retryMail, sendTestMail } from '../contract.ts'
import { isOver, stateOf, testMails } from './rules.ts'
import * as store from './store.ts'

type Dependencies = {
  mailing: Mailing
  /** True in the demo world, where no mail is delivered: the outbox shows the text. */
  showsMails: boolean
}

const can = (actor: Actor, { state, has_lost_files }: { state: string; has_lost_files: boolean }) =>
  isOver(state) && !has_lost_files && may(actor, 'mail.retry') ? ['retry'] : []

const list = rows(listMails, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...mail }) => ({
    ...mail,
    state: stateOf(mail.state),
    can: can(actor, mail),
  })),
)

/** The export contains recipient, subject and time, but never the text. */
const file = exported(exportMails, {
  target: 'mail',
  query: store.pageQuery,
  columns: ({ word }) => [
    { key: 'subject', title: word('field.subject'), value: ({ subject }) => subject },
    { key: 'to', title: word('field.to_address'), value: ({ to_address }) => to_address },
    { key: 'tenant', title: word('unit'), value: ({ tenant_name }) => tenant_name },
    { key: 'state', title: word('field.state'), value: ({ state }) => word(`state.${state}`) },
    { key: 'created_at', title: word('field.created_at'), value: ({ created_at }) => created_at },
  ],
})

const readOneMail = (showsMails: boolean) =>
  rows(
    readMail,
    ({ id }) => store.findQuery(id),
    ([mail], { actor }) => {
      if (!mail) fail('call.not_found')
      const hiddenBody = showsMails ? {} : { body_text: null, body_html: null }
      return { ...mail, ...hiddenBody, state: stateOf(mail.state), can: can(actor, mail) }
    },
  )

const readServer = (mailing: Mailing) =>
  outside(readMailServer, ({ actor, transaction }) =>
    transaction(async ({ db }) => ({ sends: await mailing.hasSender(db, actor.tenantId) })),
  )

const test = (mailing: Mailing) =>
  handle(sendTestMail, async ({ db, actor, audit, enqueue }) => {
    const { tenantId, partnerId, email, language } = actor
    const wait = (await useMailBudget(db, 'tests', email)) ?? (tenantId ? await useMailBudget(db, 'unitTests') : null)
    if (wait !== null) fail('mail.tests_spent', { retryAfter: wait })
    const { subject, ...testMail } = testMails[language]
    const mail = {
      // The recipient has no name, because people choose their name and could put any text into the platform's mail.
      to: { address: email, name: null },
      subject,
      ...layOut({ language, title: subject, ...testMail, brand: await brandOf(db, actor) }),
      purpose: 'mail.tested',
      key: `test ${randomUUID()}`,
    }
    await writeMail({ db, enqueue, tenantId, partnerId }, mail)
    await audit({ target: { type: 'mail', id: null, name: subject } })
    return { status: true as const, sends: (await mailing.senderOf(db, tenantId)) !== null }
  })

const retry = handle(retryMail, async ({ db, audit, enqueue }, { id }) => {
  const mail = await store.findForUpdate(db, id)
  if (!mail || !isOver(mail.state) || mail.has_lost_files) fail('call.not_found')
  await store.waitAgain(db, id)
  await enqueueMail({ db, enqueue, tenantId: mail.tenant_id }, id)
  await audit({ target: { type: 'mail', id, name: mail.subject } })
  return { status: true as const }
})

export const routes = ({ mailing, showsMails }: Dependencies): Route[] => [
  list,
  file,
  readOneMail(showsMails),
  readServer(mailing),
  test(mailing),
  retry,
]
