import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { exports, ticketBudget, ticketCalls, tickets as limits } from '#catalogue/limits.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { openPool } from '#platform/server/database/pool.ts'
import { takeSlot } from '#platform/server/export/slots.ts'
import { channel } from '#platform/server/live/announce.ts'
import { testPortal } from '#testing/portal.ts'
import { manager as agent, published, seller as reader } from '#testing/reports.ts'
import { untilServed } from '#testing/until-served.ts'
import { picture, uploadOf } from '#testing/uploads.ts'
import { webhookEvents } from '#testing/webhooks.ts'
import { masterInNorte, partners, type Person, people, tenants } from '#testing/world.ts'
import {
  addAttachment,
  addTicket,
  answerTicket,
  changeTicketStatus,
  listTickets,
  rateTicket,
  readAttachment,
  readSatisfaction,
  readTicket,
  removeTicket,
  saveDraft,
  selectHandlers,
  takeTicket,
  updateTicket,
} from '../contract.ts'

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const { adminOfNorte: admin, adminOfSul: foreigner } = people
const [resellers] = published.reports
const unknown = '0198c0de-0000-7000-8000-000000000000'

type AddInput = SentOf<typeof addTicket>
const ticket = (overrides: Partial<AddInput> = {}): AddInput => ({
  name: 'O total está errado',
  text: 'Em março\nfalta um dia.',
  ...overrides,
})

const open = async (overrides: Partial<AddInput> = {}, caller: Person = reader) => {
  const answer = await portal.as(caller).ask(addTicket, ticket(overrides))
  expect(answer.status).toBe(200)
  return answer.body
}
const readTicketAs = async (id: string, caller: Person = reader) =>
  (await portal.as(caller).ask(readTicket, { id })).body
const upload = (bytes: Uint8Array, name: string, caller: Person = reader) => {
  const { body, headers } = uploadOf({ name }, bytes, name)
  return portal.as(caller).send({ method: 'POST', url: `/api/${addAttachment.path}`, body, headers })
}
const uploaded = async (bytes: Uint8Array, name: string, caller: Person = reader) => {
  const { status, raw } = await upload(bytes, name, caller)
  expect(status).toBe(200)
  return (raw['attachment'] as { id: string }).id
}
const download = async (id: string, caller: Person) => {
  const headers = { host: caller.host, authorization: `Bearer ${await portal.tokenOf(caller)}` }
  return portal.portal.app.inject({ url: `/api/${readAttachment.path}?id=${id}`, headers })
}
const pdf = Buffer.from('%PDF-1.7 contrato')

/** Returns the notifications about tickets: person, type and the page to which each leads. */
const notifications = () =>
  portal.platform((db) =>
    db
      .selectFrom('notification_receipts as r')
      .innerJoin('notifications as n', 'n.id', 'r.notification_id')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['u.name', 'n.type', 'n.facts', 'n.path'])
      .orderBy('u.name')
      .execute(),
  )
const forget = () => portal.platform((db) => db.deleteFrom('notifications').execute())

const entries = (id: string) =>
  portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['event', 'actor_email', 'changes'])
      .where('target_id', '=', id)
      .orderBy('at')
      .execute(),
  )

beforeAll(() =>
  portal.platform((db) =>
    db
      .updateTable('memberships')
      .set({ toggles: ['support_agent'] })
      .where('user_id', '=', agent.id)
      .execute(),
  ),
)

afterEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('ticket_numbers').execute()
    await db.deleteFrom('ticket_attachments').execute()
    await db.deleteFrom('files').where('kind', '=', 'ticket.attachment').execute()
    await db.deleteFrom('tickets').execute()
    await db.deleteFrom('notifications').execute()
  }),
)

describe('the rating of a resolution', () => {
  const rate = (id: string, caller: Person = reader, rating: 'good' | 'bad' = 'good') =>
    portal.as(caller).ask(rateTicket, { id, rating, rating_comment: 'Rápido' })
  const resolve = (id: string, caller: Person) => portal.as(caller).ask(changeTicketStatus, { id, status: 'closed' })

  it('is given once by the person who opened the ticket, and seen by people who handle tickets', async () => {
    const { id } = await open()
    await resolve(id, agent)
    expect((await readTicketAs(id)).can).toContain('rate')
    expect((await readTicketAs(id, agent)).can).not.toContain('rate')
    expect((await rate(id, agent)).status).toBe(403)
    expect((await rate(id)).status).toBe(200)
    expect((await rate(id, reader, 'bad')).raw).toMatchObject({ errors: { rating: expect.any(String) } })
    expect(await readTicketAs(id, agent)).toMatchObject({ rating: 'good', rating_comment: 'Rápido' })
    expect((await entries(id)).at(-1)).toMatchObject({ event: 'ticket.rated', actor_email: reader.email })
    await portal.as(reader).ask(changeTicketStatus, { id, status: 'open' })
    await resolve(id, agent)
    expect((await readTicketAs(id)).can).not.toContain('rate')
  })

  it('is asked for only while a resolution by people who handle tickets is recent', async () => {
    const { id } = await open()
    expect((await rate(id)).status).toBe(403)
    await resolve(id, reader)
    expect((await rate(id)).status).toBe(403)
    await portal.as(reader).ask(changeTicketStatus, { id, status: 'open' })
    await resolve(id, agent)
    const closed_at = new Date(Date.now() - (limits.ratingDays + 1) * 24 * 3_600_000)
    await portal.platform((db) => db.updateTable('tickets').set({ closed_at }).where('id', '=', id).execute())
    expect((await rate(id)).status).toBe(403)
  })

  it('is counted for administrators over the last days', async () => {
    const ids = [(await open()).id, (await open()).id, (await open()).id]
    for (const id of ids) await resolve(id, agent)
    for (const [index, id] of ids.entries()) await rate(id, reader, index === 0 ? 'bad' : 'good')
    const old = new Date(Date.now() - (limits.satisfactionDays + 1) * 24 * 3_600_000)
    await portal.platform((db) =>
      db
        .updateTable('tickets')
        .set({ rated_at: old })
        .where('id', '=', ids[2] ?? '')
        .execute(),
    )
    expect((await portal.as(admin).ask(readSatisfaction, {})).body).toEqual({ rated: 2, good: 1 })
    expect((await portal.as(agent).ask(readSatisfaction, {})).status).toBe(403)
    expect((await portal.as(foreigner).ask(readSatisfaction, {})).body).toEqual({ rated: 0, good: 0 })
  })
})

describe('a ticket that somebody answers', () => {
  const write = (id: string, caller: Person, text: string | null) =>
    portal.as(caller).ask(saveDraft, { ticket_id: id, text })
  const answering = async (id: string, caller: Person) =>
    (await readTicketAs(id, caller)).answering.map(({ name }) => name)

  it('names them to other people who handle tickets, until they stop writing', async () => {
    const { id } = await open()
    await write(id, agent, 'Já vejo')
    await write(id, reader, 'Mais uma coisa')
    expect(await answering(id, admin)).toEqual([agent.name])
    expect(await answering(id, agent)).toEqual([])
    expect(await answering(id, reader)).toEqual([])
    const saved_at = new Date(Date.now() - (limits.answeringMinutes * 60 + 1) * 1_000)
    await portal.platform((db) => db.updateTable('ticket_drafts').set({ saved_at }).execute())
    expect(await answering(id, admin)).toEqual([])
    await write(id, agent, 'Já vejo isso')
    expect(await answering(id, admin)).toEqual([agent.name])
    await write(id, agent, null)
    expect(await answering(id, admin)).toEqual([])
  })

  it('is announced with each change, and once at the begin and at the end of an answer', async () => {
    const heard: unknown[] = []
    const pool = openPool({ url: portal.databaseUrl, max: 1, onError: () => undefined })
    const ears = await pool.connect()
    ears.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? 'null')))
    await ears.query(`listen ${channel}`)
    const { id } = await open()
    const changes = () => heard.filter((event) => (event as { kind: string }).kind === 'ticket_changed').length
    await expect.poll(changes).toBe(1)
    expect(heard).toContainEqual({ kind: 'ticket_changed', tenantId: tenant_id, ticketId: id })
    for (const text of ['a', 'ab', 'abc']) await write(id, agent, text)
    await write(id, reader, 'abc')
    await expect.poll(changes).toBe(2)
    await write(id, agent, null)
    await portal.as(agent).ask(takeTicket, { id })
    await expect.poll(changes).toBe(4)
    ears.release()
    await pool.end()
  })
})

describe('the view of a ticket', () => {
  const view = {
    page: 'p1',
    page_name: 'Resumo',
    filters: [{ target: { table: 'Region', column: 'Name' }, operator: 'In', values: ['Sul'] }],
    slicers: [{ visual: 's1', state: { filters: [] } }],
    refreshed_at: '2026-11-26T10:00:00.000Z',
  }
  const { refreshed_at, ...state } = view
  beforeAll(() =>
    portal.platform((db) =>
      db
        .insertInto('report_grants')
        .values({ tenant_id, report_id: resellers, user_id: reader.id, roles: ['Company'] })
        .execute(),
    ),
  )
  afterAll(() => portal.platform((db) => db.deleteFrom('report_grants').execute()))

  it('is kept with browser and language, and read by people who may open the report', async () => {
    const { id } = await open({ report_id: resellers, view })
    const expected = { state, refreshed_at: new Date(refreshed_at), language: 'en-US', browser: null }
    expect((await readTicketAs(id)).view).toEqual(expected)
    expect((await readTicketAs(id, admin)).view).toEqual(expected)
  })

  it('hides page and filters from a person who may not open the report', async () => {
    const { id } = await open({ report_id: resellers, view })
    const seen = await portal.as(agent).ask(readTicket, { id })
    expect(seen.body).toMatchObject({ report: null, view: { state: null, language: 'en-US' } })
    expect(JSON.stringify(seen.raw)).not.toContain('Resumo')
  })

  it('needs a report', async () => {
    const { status, raw } = await portal.as(reader).ask(addTicket, ticket({ view }))
    expect({ status, raw }).toMatchObject({ status: 400, raw: { errors: { view: expect.any(String) } } })
  })
})

describe('a ticket', () => {
  it('is numbered in its business unit, and read by the person who opened it and by people who handle tickets', async () => {
    const first = await open()
    const second = await open({ priority: 'high' }, admin)
    const elsewhere = await open({}, foreigner)
    expect([first.number, second.number, elsewhere.number]).toEqual([1, 2, 1])
    expect(await readTicketAs(first.id)).toMatchObject({
      name: 'O total está errado',
      text: 'Em março\nfalta um dia.',
      status: 'open',
      priority: 'medium',
      opened_by: { id: reader.id, name: reader.name },
      handler: null,
      can: ['answer', 'resolve'],
    })
    expect((await readTicketAs(first.id, agent)).can).toEqual(['answer', 'resolve', 'handle'])
    expect((await readTicketAs(first.id, admin)).can).toEqual(['answer', 'resolve', 'handle', 'remove'])
    expect((await readTicketAs(first.id, masterInNorte)).can).toContain('handle')
  })

  it('gets each number once when twenty are opened at the same time, also after one was removed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        untilServed(() => portal.as([reader, agent, admin][at % 3] ?? reader).ask(addTicket, ticket({}))),
      ),
    )
    const made = answers.map(({ body }) => body)
    expect(new Set(made.map(({ number }) => number)).size).toBe(20)
    const last = made.toSorted((a, b) => b.number - a.number)[0]
    expect((await portal.as(admin).ask(removeTicket, { id: last?.id ?? '' })).status).toBe(200)
    expect((await open()).number).toBe((last?.number ?? 0) + 1)
  })

  it('Z7: does not exist for other readers and other business units', async () => {
    const { id } = await open({}, admin)
    for (const caller of [reader, foreigner]) {
      for (const [call, input] of [
        [readTicket, { id }],
        [answerTicket, { ticket_id: id, text: 'Oi' }],
        [changeTicketStatus, { id, status: 'closed' }],
      ] as const) {
        const { status, raw } = await portal.as(caller).ask(call, input)
        expect([caller.name, call.path, status, raw['key']]).toEqual([caller.name, call.path, 404, 'ticket_missing'])
      }
      expect((await portal.as(caller).ask(listTickets, {})).body.data).toEqual([])
    }
    const absent = await portal.as(admin).ask(readTicket, { id: unknown })
    expect([absent.status, absent.raw['message']]).toEqual([404, 'This ticket does not exist'])
  })

  it('names its report only to people who may open the report', async () => {
    const grant = () =>
      portal.platform((db) =>
        db
          .insertInto('report_grants')
          .values({ tenant_id, report_id: resellers, user_id: reader.id, roles: ['Company'] })
          .execute(),
      )
    const refused = await portal.as(reader).ask(addTicket, ticket({ report_id: resellers }))
    expect([refused.status, refused.raw['key']]).toEqual([404, 'report_missing'])
    await grant()
    const { id } = await open({ report_id: resellers })
    expect((await readTicketAs(id)).report).toMatchObject({ id: resellers })
    expect((await readTicketAs(id, agent)).report).toBeNull()
    await portal.platform((db) => db.deleteFrom('report_grants').where('user_id', '=', reader.id).execute())
    expect((await readTicketAs(id)).report).toBeNull()
  })

  it('needs a subject and a text within their limits', async () => {
    for (const invalidInput of [
      { name: '  ' },
      { text: '' },
      { name: 'x'.repeat(limits.subject + 1) },
      { text: 'x'.repeat(limits.length + 1) },
    ]) {
      expect((await portal.as(reader).ask(addTicket, ticket(invalidInput))).status).toBe(400)
    }
  })

  it('is removed by administrators only, with its files', async () => {
    const { id } = await open({ attachments: [await uploaded(pdf, 'contrato.pdf')] })
    for (const caller of [reader, agent]) expect((await portal.as(caller).ask(removeTicket, { id })).status).toBe(403)
    expect((await portal.as(admin).ask(removeTicket, { id })).status).toBe(200)
    expect((await portal.as(reader).ask(readTicket, { id })).status).toBe(404)
    const files = await portal.platform((db) =>
      db.selectFrom('files').select('path').where('kind', '=', 'ticket.attachment').execute(),
    )
    expect(files).toEqual([])
    expect((await entries(id)).map(({ event }) => event)).toEqual(['ticket.added', 'ticket.removed'])
  })
})

describe('the list of tickets', () => {
  it('has filters, the search by number, subject and person, and the order by priority', async () => {
    const low = await open({ name: 'Acesso', priority: 'low' })
    const high = await open({ name: 'Relatório parado', priority: 'high' }, admin)
    await portal.as(agent).ask(takeTicket, { id: low.id })
    const names = async (input: SentOf<typeof listTickets>, caller: Person = agent) =>
      (await portal.as(caller).ask(listTickets, input)).body.data.map(({ name }) => name)
    expect(await names({ sort: 'priority' })).toEqual(['Relatório parado', 'Acesso'])
    expect(await names({ status: 'on_going' })).toEqual(['Acesso'])
    expect(await names({ status: 'ongoing' })).toEqual(['Acesso'])
    expect(await names({ handling: 'S' })).toEqual(['Acesso'])
    expect(await names({ handling: 'N' })).toEqual(['Relatório parado'])
    expect(await names({ search: `#${high.number}` })).toEqual(['Relatório parado'])
    expect(await names({ search: 'parado' })).toEqual(['Relatório parado'])
    expect(await names({ search: reader.name.slice(0, 3) })).toEqual(['Acesso'])
    expect(await names({}, reader)).toEqual(['Acesso'])
  })
})

describe('a follow-up', () => {
  it('of a handler sets an open ticket in progress; a follow-up of the person who asked reopens a resolved ticket', async () => {
    const { id } = await open()
    await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Vou ver.' })
    expect(await readTicketAs(id)).toMatchObject({ status: 'on_going', handler: { id: agent.id, name: agent.name } })
    await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Corrigido.', status: 'solved' })
    expect(await readTicketAs(id)).toMatchObject({ status: 'closed', closed_at: expect.any(Date) })
    await portal.as(reader).ask(answerTicket, { ticket_id: id, text: 'Ainda falta.' })
    const { follow_ups, ...after } = await readTicketAs(id)
    expect(after).toMatchObject({ status: 'open', closed_at: null, handler: { id: agent.id } })
    expect(follow_ups).toMatchObject([
      { text: 'Vou ver.', author: { name: agent.name }, by_handler: true, status: 'on_going' },
      { text: 'Corrigido.', status: 'closed' },
      { text: 'Ainda falta.', author: { name: reader.name }, by_handler: false, status: 'open' },
    ])
  })

  it('of the person who asked resolves the ticket and cannot set it in progress', async () => {
    const { id } = await open()
    const refused = await portal.as(reader).ask(answerTicket, { ticket_id: id, text: 'Oi', status: 'on_going' })
    expect(refused.status).toBe(403)
    expect((await portal.as(reader).ask(changeTicketStatus, { id, status: 'on_going' })).status).toBe(403)
    expect((await portal.as(reader).ask(changeTicketStatus, { id, status: 'closed' })).status).toBe(200)
    expect((await readTicketAs(id)).follow_ups).toMatchObject([
      { text: null, status: 'closed', author: { name: reader.name } },
    ])
  })

  it('of the staff has their name', async () => {
    const { id } = await open()
    await portal.as(masterInNorte).ask(answerTicket, { ticket_id: id, text: 'O parceiro responde.' })
    const { handler, follow_ups } = await readTicketAs(id)
    expect([handler?.name, follow_ups[0]?.author?.name]).toEqual([masterInNorte.name, masterInNorte.name])
  })

  it('counts an administrator’s own ticket as that of a person who asks', async () => {
    const { id } = await open({}, admin)
    await portal.as(admin).ask(answerTicket, { ticket_id: id, text: 'Mais um dado.' })
    const { status, handler, follow_ups } = await readTicketAs(id, admin)
    expect([status, handler, follow_ups[0]?.by_handler]).toEqual(['open', null, false])
  })
})

describe('handling', () => {
  it('is refused to people who do not handle tickets', async () => {
    const { id } = await open()
    for (const [call, input] of [
      [takeTicket, { id }],
      [updateTicket, { id, version: 1, priority: 'high' }],
      [selectHandlers, {}],
    ] as const) {
      expect([call.path, (await portal.as(reader).ask(call, input as never)).status]).toEqual([call.path, 403])
    }
  })

  it('takes a ticket, sets priority and time, and hands it over to somebody who handles tickets', async () => {
    const { id } = await open()
    await portal.as(agent).ask(takeTicket, { id })
    await forget()
    const { version } = await readTicketAs(id)
    const estimated_at = '2026-12-01T15:00:00.000Z'
    const change = { id, version, priority: 'high', handler_id: admin.id, estimated_at } as const
    expect((await portal.as(agent).ask(updateTicket, change)).status).toBe(200)
    expect(await readTicketAs(id)).toMatchObject({
      priority: 'high',
      handler: { id: admin.id },
      estimated_at: new Date(estimated_at),
    })
    expect(await notifications()).toMatchObject([{ name: admin.name, type: 'ticket_opened' }])
    expect((await portal.as(agent).ask(updateTicket, change)).status).toBe(409)
    const { version: now } = await readTicketAs(id)
    for (const handler_id of [reader.id, foreigner.id, unknown]) {
      expect((await portal.as(agent).ask(updateTicket, { id, version: now, handler_id })).status).toBe(404)
    }
    expect((await portal.as(agent).ask(updateTicket, { id, version: now, handler_id: null })).status).toBe(200)
    expect((await readTicketAs(id)).handler).toBeNull()
    const trail = await entries(id)
    expect(trail.map(({ event }) => event)).toEqual([
      'ticket.added',
      'ticket.taken',
      'ticket.updated',
      'ticket.updated',
    ])
    expect(trail[2]?.changes).toMatchObject({ priority: ['medium', 'high'], handler: [agent.name, admin.name] })
  })

  it('offers administrators and support agents as handlers', async () => {
    const found = (await portal.as(agent).ask(selectHandlers, {})).body
    expect(found.map(({ label }) => label).toSorted()).toEqual([admin.name, agent.name].toSorted())
  })

  it('ends when the person loses the toggle of support agents', async () => {
    const { id } = await open()
    const toggle = (toggles: string[]) =>
      portal.platform((db) => db.updateTable('memberships').set({ toggles }).where('user_id', '=', agent.id).execute())
    await toggle([])
    expect((await portal.as(agent).ask(readTicket, { id })).status).toBe(404)
    expect((await portal.as(agent).ask(takeTicket, { id })).status).toBe(403)
    await toggle(['support_agent'])
    expect((await portal.as(agent).ask(readTicket, { id })).status).toBe(200)
  })
})

describe('notifications', () => {
  it('inform people who handle tickets of a new ticket, and each side of the other’s answers', async () => {
    const { id, number } = await open()
    const path = `/help_desk/${id}`
    const facts = { ticket: `#${number} O total está errado`, person: reader.name }
    expect(await notifications()).toEqual([
      { name: admin.name, type: 'ticket_opened', facts, path },
      { name: agent.name, type: 'ticket_opened', facts, path },
    ])
    await forget()
    await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Vou ver.' })
    expect(await notifications()).toMatchObject([
      { name: reader.name, type: 'ticket_answered', facts: { person: agent.name } },
    ])
    await forget()
    await portal.as(reader).ask(answerTicket, { ticket_id: id, text: 'Obrigado.' })
    expect(await notifications()).toMatchObject([{ name: agent.name, type: 'ticket_answered' }])
    await forget()
    await portal.as(agent).ask(changeTicketStatus, { id, status: 'closed' })
    expect(await notifications()).toMatchObject([{ name: reader.name, type: 'ticket_resolved', path }])
    await forget()
    expect((await portal.as(agent).ask(changeTicketStatus, { id, status: 'closed' })).status).toBe(200)
    expect(await notifications()).toEqual([])
  })
})

it('tells webhooks of new tickets, answers and resolutions, and of no note and no draft', async () => {
  const events = await webhookEvents(portal, tenant_id, ['ticket.opened', 'ticket.answered', 'ticket.resolved'])
  const { id } = await open()
  await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Só para nós', internal: 'S' })
  await portal.as(agent).ask(saveDraft, { ticket_id: id, text: 'Rascunho', internal: 'N' })
  await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Vou ver.' })
  await portal.as(agent).ask(changeTicketStatus, { id, status: 'on_going' })
  await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Corrigido.', status: 'solved' })
  await portal.as(reader).ask(answerTicket, { ticket_id: id, text: 'Ainda falta.' })
  await portal.as(reader).ask(changeTicketStatus, { id, status: 'closed' })
  const ticketNamed = { id, name: expect.stringMatching(/^#\d+ O total está errado$/) as string }
  const by = ({ id: person, name }: Person) => ({ ticket: ticketNamed, user: { id: person, name } })
  expect(await events()).toEqual([
    { event_type: 'ticket.opened', data: by(reader) },
    { event_type: 'ticket.answered', data: by(agent) },
    { event_type: 'ticket.answered', data: by(agent) },
    { event_type: 'ticket.resolved', data: by(agent) },
    { event_type: 'ticket.answered', data: by(reader) },
    { event_type: 'ticket.resolved', data: by(reader) },
  ])
})

describe('an answer to a handler', () => {
  const notifiedTypes = async () => (await notifications()).map(({ name, type }) => `${name}: ${type}`)

  it('who no longer handles tickets, or is of the staff, notifies everybody who handles tickets instead', async () => {
    const toggle = (toggles: string[]) =>
      portal.platform((db) => db.updateTable('memberships').set({ toggles }).where('user_id', '=', agent.id).execute())
    const agentTicket = await open()
    await portal.as(agent).ask(takeTicket, { id: agentTicket.id })
    await toggle([])
    await forget()
    await portal.as(reader).ask(answerTicket, { ticket_id: agentTicket.id, text: 'Alguém aí?' })
    expect(await notifiedTypes()).toEqual([`${admin.name}: ticket_answered`])
    await toggle(['support_agent'])
    const staffTicket = await open()
    await portal.as(masterInNorte).ask(takeTicket, { id: staffTicket.id })
    await forget()
    await portal.as(reader).ask(answerTicket, { ticket_id: staffTicket.id, text: 'Alguém aí?' })
    expect(await notifiedTypes()).toEqual([`${admin.name}: ticket_answered`, `${agent.name}: ticket_answered`])
  })
})

it('V3: refuses a time that no answer could write', async () => {
  const { id } = await open()
  for (const estimated_at of ['9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+01:00', '1999-12-31T00:00:00Z']) {
    expect((await portal.as(agent).ask(updateTicket, { id, version: 1, estimated_at })).status).toBe(400)
  }
  expect((await portal.as(agent).ask(readTicket, { id })).status).toBe(200)
})

describe('what one person sends', () => {
  const past = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const stored = { tenant_id, name: 'T', text: 'T', user_id: reader.id }

  it('V5: is limited to some tickets in an hour', async () => {
    const values = Array.from({ length: ticketBudget.ticketsAnHour }, (_, index) => ({
      ...stored,
      number: 1_000 + index,
    }))
    await portal.platform((db) => db.insertInto('tickets').values(values).execute())
    const refused = await portal.as(reader).ask(addTicket, ticket())
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600'])
    expect((await portal.as(agent).ask(addTicket, ticket())).status).toBe(200)
    await portal.platform((db) =>
      db
        .updateTable('tickets')
        .set({ created_at: past(61) })
        .execute(),
    )
    expect((await portal.as(reader).ask(addTicket, ticket())).status).toBe(200)
  })

  it('V5: is limited to some answers in an hour to one person, of all people who handle tickets together', async () => {
    const { id } = await open()
    const other = await open({}, admin)
    const followUp = { tenant_id, ticket_id: id, user_id: admin.id, by_handler: true, text: 'F' }
    const values = Array.from({ length: ticketBudget.answersToPersonAnHour - 1 }, () => followUp)
    const note = { ...followUp, internal: true }
    await portal.platform((db) =>
      db
        .insertInto('ticket_follow_ups')
        .values([...values, note, note])
        .execute(),
    )
    expect((await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Oi' })).status).toBe(200)
    expect((await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Oi' })).status).toBe(429)
    expect((await portal.as(agent).ask(changeTicketStatus, { id, status: 'closed' })).status).toBe(429)
    expect((await portal.as(agent).ask(answerTicket, { ticket_id: other.id, text: 'Oi' })).status).toBe(200)
  })

  it('V5: is limited to some internal notes in an hour', async () => {
    const { id } = await open()
    const note = { tenant_id, ticket_id: id, user_id: agent.id, by_handler: true, internal: true, text: 'N' }
    const values = Array.from({ length: ticketBudget.followUpsAnHour }, () => note)
    await portal.platform((db) => db.insertInto('ticket_follow_ups').values(values).execute())
    const answer = { ticket_id: id, text: 'N' }
    expect((await portal.as(agent).ask(answerTicket, { ...answer, internal: 'S' })).status).toBe(429)
    expect((await portal.as(agent).ask(answerTicket, answer)).status).toBe(200)
  })

  it('V5: is limited to some follow-ups in an hour, except for people who handle tickets', async () => {
    const { id } = await open()
    const followUp = { tenant_id, ticket_id: id, user_id: reader.id, by_handler: false, text: 'F' }
    const values = Array.from({ length: ticketBudget.followUpsAnHour }, () => followUp)
    await portal.platform((db) => db.insertInto('ticket_follow_ups').values(values).execute())
    expect((await portal.as(reader).ask(answerTicket, { ticket_id: id, text: 'Oi' })).status).toBe(429)
    expect((await portal.as(reader).ask(changeTicketStatus, { id, status: 'closed' })).status).toBe(429)
    expect((await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Oi' })).status).toBe(200)
  })

  const file = async (index: number, values: { bytes: number; user_id: string; ticket_id?: string }) => {
    const path = `private/${tenant_id}/${String(index).padStart(22, '0')}.bin`
    const { bytes } = values
    await portal.platform(async (db) => {
      await db
        .insertInto('files')
        .values({ tenant_id, partner_id: partners.alfa.id, path, kind: 'ticket.attachment', bytes, used: true })
        .execute()
      await db
        .insertInto('ticket_attachments')
        .values({ tenant_id, name: 'F', path, ...values })
        .execute()
    })
  }

  it('V6: is limited to some bytes a day, used or not', async () => {
    const { id } = await open()
    await file(1, { bytes: ticketBudget.bytesADay - pdf.length, user_id: reader.id, ticket_id: id })
    expect((await upload(pdf, 'contrato.pdf')).status).toBe(200)
    expect((await upload(pdf, 'contrato.pdf')).status).toBe(429)
    expect((await upload(pdf, 'contrato.pdf', agent)).status).toBe(200)
  })

  it('V6: is limited by the total of the business unit', async () => {
    // One row holds an integer.
    const half = ticketBudget.unitBytesADay / 2
    await file(1, { bytes: half, user_id: agent.id })
    await file(2, { bytes: half, user_id: agent.id })
    expect((await upload(pdf, 'contrato.pdf')).status).toBe(429)
  })

  it('V6: is limited to some files without a ticket, which do not block the uploads of others', async () => {
    for (let index = 0; index < ticketBudget.unusedFilesAnHour; index++)
      await file(index, { bytes: 1, user_id: reader.id })
    expect((await upload(pdf, 'contrato.pdf')).status).toBe(429)
    expect((await upload(pdf, 'contrato.pdf', admin)).status).toBe(200)
  })
})

it('V5: a download takes a slot of the person until it has ended', async () => {
  const id = await uploaded(pdf, 'contrato.pdf')
  const leaves = Array.from({ length: exports.perPerson }, () =>
    takeSlot({ userId: reader.id, tenantId: tenant_id as never, partnerId: partners.alfa.id }),
  )
  expect((await download(id, reader)).statusCode).toBe(429)
  leaves.forEach((leave) => leave())
  for (let time = 0; time <= exports.perPerson; time++) expect((await download(id, reader)).statusCode).toBe(200)
})

describe('an internal note', () => {
  it('Z7: is read by people who handle tickets, and neither by who opened the ticket nor with its files', async () => {
    const { id } = await open()
    const attachment = await uploaded(pdf, 'contrato.pdf', agent)
    const note = { ticket_id: id, text: 'Cliente importante', internal: 'S' } as const
    expect((await portal.as(agent).ask(answerTicket, { ...note, attachments: [attachment] })).status).toBe(200)
    expect((await readTicketAs(id, admin)).follow_ups).toMatchObject([{ text: 'Cliente importante', internal: true }])
    expect((await readTicketAs(id)).follow_ups).toEqual([])
    expect((await download(attachment, admin)).statusCode).toBe(200)
    expect((await download(attachment, reader)).statusCode).toBe(404)
  })

  it('tells the handler alone, and leaves status, handler and the instant of the last change as they are', async () => {
    const { id } = await open()
    const before = await readTicketAs(id)
    await forget()
    await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Quem sabe?', internal: 'S' })
    expect(await notifications()).toEqual([])
    expect({ ...(await readTicketAs(id)), follow_ups: [] }).toEqual({ ...before, follow_ups: [] })
    await portal.as(agent).ask(takeTicket, { id })
    await portal.as(admin).ask(answerTicket, { ticket_id: id, text: 'Eu sei.', internal: 'S' })
    expect(await notifications()).toMatchObject([{ name: agent.name, type: 'ticket_answered' }])
    expect((await entries(id)).at(-1)).toMatchObject({ event: 'ticket.answered', actor_email: admin.email })
  })

  it('is quoted in no notification, and so in no mail, and neither is an answer', async () => {
    const { id } = await open()
    await portal.as(agent).ask(takeTicket, { id })
    await portal.as(admin).ask(answerTicket, { ticket_id: id, text: 'Segredo da nota', internal: 'S' })
    await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Segredo da resposta' })
    const told = await notifications()
    expect(told.map(({ type }) => type)).toContain('ticket_answered')
    expect(JSON.stringify(told)).not.toContain('Segredo')
  })

  it('is refused to who opened the ticket, also when they handle tickets, and with a status', async () => {
    const mine = await open()
    const ofAgent = await open({}, agent)
    const ask = async (caller: Person, id: string, status: 'closed' | null = null) => {
      const answer = await portal.as(caller).ask(answerTicket, { ticket_id: id, text: 'N', internal: 'S', status })
      return [answer.status, Object.keys(answer.raw['errors'] ?? {})]
    }
    expect(await ask(reader, mine.id)).toEqual([403, ['internal']])
    expect(await ask(agent, ofAgent.id)).toEqual([403, ['internal']])
    expect(await ask(admin, ofAgent.id, 'closed')).toEqual([400, ['status']])
    expect((await portal.as(agent).ask(takeTicket, { id: ofAgent.id })).status).toBe(200)
    await forget()
    await portal.as(admin).ask(answerTicket, { ticket_id: ofAgent.id, text: 'Entre nós', internal: 'S' })
    expect(await notifications()).toEqual([])
    const seen = (await readTicketAs(ofAgent.id, agent)).follow_ups
    expect(seen.map(({ text, internal }) => [text, internal])).toEqual([[null, false]])
  })
})

describe('a draft', () => {
  const draftOf = async (id: string, caller: Person) => (await readTicketAs(id, caller)).draft

  it('is kept for its author alone until the answer is sent or the text is empty', async () => {
    const { id } = await open()
    const keep = (text: string | null, internal: 'S' | 'N' = 'N', caller: Person = agent) =>
      portal.as(caller).ask(saveDraft, { ticket_id: id, text, internal })
    expect((await keep('Já vi')).status).toBe(200)
    await keep('Já vimos', 'S')
    await keep('Obrigada', 'N', reader)
    expect(await draftOf(id, agent)).toMatchObject({ text: 'Já vimos', internal: true, saved_at: expect.any(Date) })
    expect(await draftOf(id, admin)).toBeNull()
    await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'Já vimos' })
    expect(await draftOf(id, agent)).toBeNull()
    expect(await draftOf(id, reader)).toMatchObject({ text: 'Obrigada', internal: false })
    await keep(null, 'N', reader)
    expect(await draftOf(id, reader)).toBeNull()
  })

  it('of an internal note ends with the note, and is refused to who opened the ticket', async () => {
    const { id } = await open()
    expect((await portal.as(reader).ask(saveDraft, { ticket_id: id, text: 'N', internal: 'S' })).status).toBe(403)
    await portal.as(agent).ask(saveDraft, { ticket_id: id, text: 'N', internal: 'S' })
    await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'N', internal: 'S' })
    expect(await draftOf(id, agent)).toBeNull()
  })

  it('Z7: cannot be kept in a ticket of another person or business unit', async () => {
    const { id } = await open({}, admin)
    for (const caller of [reader, foreigner]) {
      const answer = await portal.as(caller).ask(saveDraft, { ticket_id: id, text: 'Oi' })
      expect([answer.status, answer.raw['key']]).toEqual([404, 'ticket_missing'])
    }
  })
})

describe('an attachment', () => {
  it('is a picture drawn again or a document as it was sent, for both sides of the ticket', async () => {
    const files = [await uploaded(await picture('png'), 'tela.png'), await uploaded(pdf, 'contrato.pdf')]
    const { id } = await open({ attachments: files })
    const { attachments } = await readTicketAs(id, agent)
    expect(attachments).toMatchObject([
      { name: 'tela.png', picture: expect.stringMatching(/^\/storage\/private\/.*\.webp\?/) },
      { name: 'contrato.pdf', bytes: pdf.length, picture: null },
    ])
    const sent = await download(files[1] ?? '', agent)
    expect([sent.statusCode, sent.body]).toEqual([200, pdf.toString()])
    expect(sent.headers['content-disposition']).toMatch(/^attachment; filename="contrato.pdf"/)
    expect(sent.headers['content-type']).toBe('application/octet-stream')
    expect(sent.headers['x-content-type-options']).toBe('nosniff')
  })

  it('D5: the audit entry of an upload names the file', async () => {
    await uploaded(pdf, 'proposta.pdf')
    const entry = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['target_type', 'target_name'])
        .where('event', '=', 'ticket.attachment_added')
        .where('target_name', '=', 'proposta.pdf')
        .executeTakeFirst(),
    )
    expect(entry).toEqual({ target_type: 'ticket', target_name: 'proposta.pdf' })
  })

  it('U2: of any other kind is refused, whatever its name says', async () => {
    for (const [bytes, name] of [
      [Buffer.from('<script>alert(1)</script>'), 'tela.png'],
      [Buffer.from('<svg onload=alert(1)>'), 'desenho.svg'],
      [Buffer.from('MZ tool'), 'contrato.pdf'],
      [Buffer.from('<html>'), 'page.html'],
    ] as const) {
      const { status, raw } = await upload(bytes, name)
      expect([name, status, raw['key']]).toEqual([name, 400, 'ticket_file_refused'])
    }
  })

  it('Z7: cannot be read or used by other people', async () => {
    const file = await uploaded(pdf, 'contrato.pdf')
    for (const caller of [agent, foreigner]) {
      expect((await download(file, caller)).statusCode).toBe(404)
      expect((await portal.as(caller).ask(addTicket, ticket({ attachments: [file] }))).status).toBe(404)
    }
    expect((await download(file, reader)).statusCode).toBe(200)
    const { id } = await open({ attachments: [file] })
    // A file belongs to one ticket or follow-up only.
    expect((await portal.as(reader).ask(answerTicket, { ticket_id: id, text: 'Oi', attachments: [file] })).status).toBe(
      404,
    )
    const adminTicket = await open({ attachments: [await uploaded(pdf, 'salario.pdf', admin)] }, admin)
    const [hidden] = (await readTicketAs(adminTicket.id, admin)).attachments
    expect((await download(hidden?.id ?? '', reader)).statusCode).toBe(404)
    expect((await download(hidden?.id ?? '', agent)).statusCode).toBe(200)
    expect((await readTicketAs(id)).follow_ups).toEqual([])
  })

  it('has no address below /storage/ unless it is a picture', async () => {
    await open({ attachments: [await uploaded(pdf, 'contrato.pdf')] })
    const [stored] = await portal.platform((db) =>
      db.selectFrom('ticket_attachments').select('path').where('name', '=', 'contrato.pdf').execute(),
    )
    expect(stored?.path).toMatch(/^private\/.*\.bin$/)
    const { status } = await portal.as(reader).send({ method: 'GET', url: `/storage/${stored?.path}` })
    expect(status).toBe(404)
  })
})

it('limits the texts of one person per minute, and not those of others', async () => {
  const { id } = await open()
  const statuses: number[] = []
  while (statuses.length <= 2 * ticketCalls.perMinute) {
    statuses.push((await portal.as(agent).ask(takeTicket, { id })).status)
  }
  expect(statuses).toContain(429)
  expect((await portal.as(admin).ask(takeTicket, { id })).status).toBe(200)
})
