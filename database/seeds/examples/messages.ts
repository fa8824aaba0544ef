// Examples of what people are told: notifications, written messages, a mail template, terms of use, questions and answers.
import { randomUUID } from 'node:crypto'
import { inEachLanguage, type Texts } from '#catalogue/languages.ts'
import { requestCause } from '#features/reports/catalogs/server/queries.ts'
import { makeLocalTime } from '#platform/contract/local-time.ts'
import { notify, searchable } from './notify.ts'
import { type ExampleUnit, type Person, productsSince } from './unit.ts'
import { alertRuns, lastMonthSales } from './work.ts'
import * as words from './words.ts'

const json = JSON.stringify

export async function addMessageExamples(unit: ExampleUnit): Promise<void> {
  await addNotifications(unit)
  await addWrittenMessages(unit)
  await addTemplate(unit)
  await addTerms(unit)
  await addFaq(unit)
}

async function addNotifications(unit: ExampleUnit): Promise<void> {
  const { db, id: tenant_id, admin, lead, reader, colleague, people, reports, at, say } = unit
  const [ticket] = words.tickets
  await notify(unit, {
    type: 'ticket_opened',
    values: { ticket: say(ticket.name), person: reader.name },
    path: '/help_desk',
    at: at(1, '09:31'),
    people: [admin],
  })
  await notify(unit, {
    type: 'ticket_answered',
    values: { ticket: say(words.tickets[1].name), person: admin.name },
    path: '/help_desk',
    at: at(3, '14:05'),
    people: [lead],
  })
  if (!reports) return
  const { sales, resellers, products } = reports
  const inZone = (instant: Date) =>
    inEachLanguage((language) => makeLocalTime(language, unit.timezone).dateTime(instant))
  await notify(unit, {
    type: 'report_published',
    values: { report: products.name },
    path: `/${products.id}/reports/view`,
    at: at(productsSince, '12:00'),
    people: [admin, colleague],
    read: true,
  })
  await notify(unit, {
    type: 'comment_mentioned',
    values: { person: colleague.name, report: sales.name, text: say(words.comments[0] as Texts) },
    path: `/${sales.id}/reports/view`,
    at: at(6, '11:24'),
    people: [admin],
    read: true,
  })
  const notified = alertRuns(unit).filter(({ isNotified }) => isNotified)
  for (const [index, run] of notified.entries())
    await notify(unit, {
      type: 'task_fired',
      values: {
        task: say(words.tasks.below.name),
        text: say(words.tasks.below.message).replace('{{value}}', lastMonthSales.toLocaleString(unit.language)),
      },
      path: `/${resellers.id}/reports/view`,
      at: run.at,
      people: [admin],
      read: index < notified.length - 1,
    })
  await notify(unit, {
    type: 'maintenance_announced',
    values: {
      report: sales.name,
      from: inZone(at(-5, '07:00')),
      to: inZone(at(-5, '09:00')),
      text: say((words.maintenance[1] as { message: Texts }).message),
    },
    path: '/notifications/maintenance',
    at: at(2, '08:05'),
    people: await openersOf(unit, sales.id),
  })
  const requests = await db
    .selectFrom('access_requests')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .orderBy('created_at')
    .execute()
  for (const { id, report_id, user_id, reason, created_at, state, answer, settled_at } of requests) {
    const report = [sales, resellers, products].find((each) => each.id === report_id)?.name ?? ''
    const asker = people.filter((person) => person.id === user_id)
    await notify(unit, {
      type: 'access_requested',
      values: { person: asker[0]?.name ?? '', report, reason },
      path: '/catalogs/requests',
      at: created_at,
      people: people.filter(({ profile }) => profile === 'admin'),
      read: state !== 'waiting',
      cause: requestCause(id),
    })
    if (settled_at && answer)
      await notify(unit, {
        type: 'access_denied',
        values: { report, reason: answer },
        path: '/catalogs',
        at: settled_at,
        people: asker,
        read: true,
      })
  }
}

/** The people who may open a report by a group. */
async function openersOf({ db, id: tenant_id, people }: ExampleUnit, reportId: string): Promise<Person[]> {
  const openers = await db
    .selectFrom('report_grants as g')
    .innerJoin('user_group_members as m', 'm.group_id', 'g.group_id')
    .select('m.user_id')
    .where('g.tenant_id', '=', tenant_id)
    .where('g.report_id', '=', reportId)
    .execute()
  return people.filter(({ id }) => openers.some(({ user_id }) => user_id === id))
}

/** What the administrator wrote: one text to everybody, and one to the group of the reader. */
async function addWrittenMessages(unit: ExampleUnit): Promise<void> {
  const { db, id: tenant_id, admin, reader, people, at, audit, say } = unit
  const memberships = await db
    .selectFrom('user_group_members')
    .select(['group_id', 'user_id'])
    .where('tenant_id', '=', tenant_id)
    .execute()
  const group = memberships.find(({ user_id }) => user_id === reader.id)?.group_id
  const inGroup = memberships.flatMap(({ group_id, user_id }) => (group_id === group ? [user_id] : []))
  const everybody = people.map((person) => person.id)
  for (const [index, { title, body }] of words.messages.entries()) {
    const isToAll = index === 0
    const [id, sent] = [randomUUID(), at(isToAll ? productsSince : 3, '12:10')]
    const addressees = isToAll
      ? { target: 'everybody', groups: [], people: [] }
      : { target: 'chosen', groups: group ? [group] : [], people: [] }
    await db
      .insertInto('notifications')
      .values({
        tenant_id,
        id,
        type: 'message',
        title: json(title),
        body: json(body),
        words: searchable([title, body]),
        starts_at: sent,
        published_at: sent,
        author_id: admin.id,
        author_name: admin.name,
        addressees: json(addressees),
        created_at: sent,
      })
      .execute()
    // Of the older message two thirds are read, of the newer one a third.
    const receipts = (isToAll ? everybody : inGroup).map((user_id, at_) => ({
      tenant_id,
      notification_id: id,
      user_id,
      at: sent,
      read_at: at_ % 3 < (isToAll ? 2 : 1) ? new Date(sent.getTime() + (1 + at_) * 1_800_000) : null,
    }))
    await db.insertInto('notification_receipts').values(receipts).execute()
    const target = { type: 'notification', id, name: say(title) }
    audit({ at: sent, actor: admin, event: 'notification.sent', target, after: { title: say(title) } })
  }
}

async function addTemplate(unit: ExampleUnit): Promise<void> {
  const { db, id: tenant_id, admin, at, audit } = unit
  const [id, created_at] = [randomUUID(), at(23, '17:02')]
  const { subject, body } = words.template
  await db
    .insertInto('notification_templates')
    .values({ tenant_id, id, type: 'user_registered', subject: json(subject), body: json(body), created_at })
    .execute()
  const target = { type: 'notification_template', id, name: 'user_registered' }
  audit({ at: created_at, actor: admin, event: 'notification_template.added', target })
}

/** The people of the demo world have accepted the mandatory term, so that nobody meets it at their first sign-in. */
async function addTerms(unit: ExampleUnit): Promise<void> {
  const { db, id: tenant_id, admin, people, at, audit, say } = unit
  const published_at = at(29, '10:00')
  const terms = [
    { ...words.terms.use, condition: 'mandatory', place: 'after_login' },
    { ...words.terms.privacy, condition: 'informative', place: 'registration' },
  ]
  for (const { title, body, condition, place } of terms) {
    const id = randomUUID()
    const text = { title: json(title), body: json(body) }
    await db
      .insertInto('user_terms')
      .values({ tenant_id, id, ...text, condition, place, edition: 1, published_at, created_at: published_at })
      .execute()
    await db
      .insertInto('user_term_editions')
      .values({ term_id: id, edition: 1, tenant_id, ...text, published_at, published_by: admin.name })
      .execute()
    const target = { type: 'user_term', id, name: say(title) }
    audit({ at: published_at, actor: admin, event: 'user_term.published', target, after: { edition: 1 } })
    if (condition !== 'mandatory') continue
    const acceptances = people.map((person, index) => ({
      term_id: id,
      edition: 1,
      user_id: person.id,
      accepted_at: new Date(published_at.getTime() + (index + 1) * 5_400_000),
      address: `192.0.2.${10 + index}`,
    }))
    await db.insertInto('user_term_acceptances').values(acceptances).execute()
  }
}

async function addFaq(unit: ExampleUnit): Promise<void> {
  const { db, id: tenant_id, admin, at, audit, say } = unit
  for (const [position, { question, answer }] of words.faq.entries()) {
    const [id, created_at] = [randomUUID(), at(25, `10:${20 + position}`)]
    await db
      .insertInto('faq_entries')
      .values({ tenant_id, id, question: json(question), answer: json(answer), position, created_at })
      .execute()
    const target = { type: 'faq_entry', id, name: say(question) }
    audit({ at: created_at, actor: admin, event: 'faq_entry.added', target })
  }
}
