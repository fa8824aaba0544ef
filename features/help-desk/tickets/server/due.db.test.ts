import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readServiceLevels, updateServiceLevels } from '#features/help-desk/service-levels/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import type { JobContext } from '#platform/server/jobs/job.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { testPortal } from '#testing/portal.ts'
import { type Person, people, tenants } from '#testing/world.ts'
import { addTicket, answerTicket, changeTicketStatus, listTickets, readTicket, updateTicket } from '../contract.ts'
import { refreshStale } from './due.ts'
import { notifyDue } from './due-notices.ts'
import { unitsWithDueWork } from './due-store.ts'

const portal = testPortal()
const { adminOfNorte: admin, userOfNorte: reader, otherUserOfNorte: agent, adminOfSul: foreigner } = people
const tenant_id = tenants.norte.id
const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
const always = weekdays.map((day) => ({ day, from: '00:00', to: '24:00' }))
const hour = 3_600_000

type Levels = SentOf<typeof updateServiceLevels>
const levels: Omit<Levels, 'version'> = {
  high_first_answer: 1,
  high_resolution: 8,
  medium_first_answer: 4,
  medium_resolution: 16,
  low_first_answer: null,
  low_resolution: null,
  hours: always,
  country: null,
  region: null,
  own_days: [],
}

const set = async (part: Partial<Levels> = {}, caller: Person = admin) => {
  const { body } = await portal.as(admin).ask(readServiceLevels, {})
  return portal.as(caller).ask(updateServiceLevels, { version: body.version, ...levels, ...part })
}
const open = async (priority: 'low' | 'medium' | 'high' = 'high') => {
  const { status, body } = await portal.as(reader).ask(addTicket, { name: 'Total', text: 'Errado', priority })
  expect(status).toBe(200)
  return body.id
}
const read = async (id: string, caller: Person = agent) => (await portal.as(caller).ask(readTicket, { id })).body
const answer = (id: string, caller: Person, waits: 'S' | 'N' = 'N') =>
  portal.as(caller).ask(answerTicket, { ticket_id: id, text: 'Olá', waits })
const hoursTo = (at: Date | undefined) => Math.round(((at?.getTime() ?? 0) - Date.now()) / hour)

/** Moves the ticket and its follow-ups into the past. */
const passed = (id: string, hours: number) =>
  portal.platform(async (db) => {
    await sql`update tickets set created_at = created_at - make_interval(hours => ${hours}), due_rules = 'old' where id = ${id}`.execute(
      db,
    )
    await sql`update ticket_follow_ups set created_at = created_at - make_interval(hours => ${hours}) where ticket_id = ${id}`.execute(
      db,
    )
  })

/** Runs the work of the job under the row-level security of Norte. */
const run = <T>(work: (context: JobContext) => Promise<T>, now = new Date()) =>
  portal.platform(async (db) => {
    await sql`select set_config('app.tenant_id', ${tenant_id}, true)`.execute(db)
    await sql`set local role vitrine_app`.execute(db)
    const context = {
      db,
      tenantId: tenant_id as TenantId,
      clock: { now: () => now },
      announce: async () => undefined,
      enqueue: async () => undefined,
    }
    return work(context as unknown as JobContext)
  })

const told = () =>
  portal.platform(async (db) => {
    const rows = await db
      .selectFrom('notification_receipts as r')
      .innerJoin('notifications as n', 'n.id', 'r.notification_id')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['u.name', 'n.type'])
      .where('n.type', 'in', ['ticket_due_soon', 'ticket_overdue'])
      .orderBy('n.id')
      .orderBy('u.name')
      .execute()
    return rows.map(({ name, type }) => `${name}: ${type}`)
  })

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
    await db.deleteFrom('tickets').execute()
    await db.deleteFrom('notifications').execute()
    await db.deleteFrom('service_levels').execute()
  }),
)

describe('service levels', () => {
  it('are kept by administrators of the business unit, with an entry in the audit trail', async () => {
    expect((await set({}, reader)).status).toBe(403)
    expect((await set({}, agent)).status).toBe(403)
    expect((await set()).status).toBe(200)
    expect((await portal.as(admin).ask(readServiceLevels, {})).body).toMatchObject({
      ...levels,
      hours: expect.any(Array),
      version: 1,
    })
    expect((await portal.as(foreigner).ask(readServiceLevels, {})).body).toMatchObject({
      version: 0,
      high_resolution: null,
    })
    const stale = await portal.as(admin).ask(updateServiceLevels, { version: 0, ...levels })
    expect(stale.raw['key']).toBe('stale_version')
    const { rows } = await portal.platform((db) =>
      sql<{ event: string }>`select event from audit_entries where event like 'service_level.%'`.execute(db),
    )
    expect(rows).toEqual([{ event: 'service_level.updated' }])
  })

  it('are refused when nobody could meet them', async () => {
    const refused = async (part: Partial<Levels>) => Object.keys((await set(part)).raw['errors'] ?? {})
    expect(await refused({ hours: [] })).toEqual(['hours'])
    expect(await refused({ hours: [...always, { day: 'MONDAY', from: '08:00', to: '09:00' }] })).toEqual(['hours'])
    expect(await refused({ high_first_answer: 9 })).toEqual(['high_resolution'])
    expect(await refused({ high_first_answer: 0.1 })).toEqual(['high_first_answer'])
    // A quarter of an hour each week is 14.25 hours in 57 weeks.
    const rare = [{ day: 'MONDAY' as const, from: '08:00', to: '08:15' }]
    expect(await refused({ hours: rare, high_resolution: 14.25, medium_resolution: 14.5 })).toEqual([
      'medium_resolution',
    ])
    expect(await refused({ country: 'ZZ' })).toEqual(['country'])
    expect(await refused({ country: 'BR', region: 'XX' })).toEqual(['region'])
    expect(await refused({ region: 'SP' })).toEqual(['region'])
    const day = { day: '2026-12-24', name: 'Recesso' }
    expect(await refused({ own_days: [day, day] })).toEqual(['own_days'])
  })
})

describe('the due times of a ticket', () => {
  it('follow its priority, answers and status, and are told to people who handle tickets only', async () => {
    await set()
    const id = await open()
    expect((await read(id)).due).toMatchObject({ kind: 'first_answer', minutes_left: 60 })
    expect((await read(id, reader)).due).toBeNull()
    await answer(id, agent)
    const answered = await read(id)
    expect(answered.due?.kind).toBe('resolution')
    expect(hoursTo(answered.due?.at)).toBe(8)
    await portal.as(agent).ask(updateTicket, { id, version: answered.version, priority: 'medium' })
    expect(hoursTo((await read(id)).due?.at)).toBe(16)
    await answer(id, agent, 'S')
    expect(await read(id)).toMatchObject({ due: null, waiting: true })
    expect(await read(id, reader)).toMatchObject({ waiting: true })
    await answer(id, reader)
    expect(await read(id)).toMatchObject({ due: { kind: 'resolution' }, waiting: false })
    await portal.as(agent).ask(changeTicketStatus, { id, status: 'closed' })
    expect((await read(id)).due).toBeNull()
    await portal.as(reader).ask(changeTicketStatus, { id, status: 'open' })
    expect((await read(id)).due?.kind).toBe('resolution')
    expect((await read(await open('low'))).due).toBeNull()
  })

  it('cannot be paused by the person who opened the ticket, or by a note', async () => {
    const id = await open()
    const refused = await answer(id, reader, 'S')
    expect([refused.status, Object.keys(refused.raw['errors'] ?? {})]).toEqual([403, ['waits']])
    const note = await portal.as(agent).ask(answerTicket, { ticket_id: id, text: 'N', internal: 'S', waits: 'S' })
    expect([note.status, Object.keys(note.raw['errors'] ?? {})]).toEqual([400, ['waits']])
  })

  it('filter and sort the list', async () => {
    await set()
    const [late, early] = [await open(), await open()]
    const none = await open('low')
    await passed(late, 3)
    await run(refreshStale)
    const ids = async (input: SentOf<typeof listTickets>, caller: Person = agent) =>
      (await portal.as(caller).ask(listTickets, input)).body.data.map(({ id }) => id)
    expect(await ids({ overdue: 'S' })).toEqual([late])
    expect(await ids({ overdue: 'S' }, reader)).toEqual([])
    expect(await ids({ sort: 'due_at', order: 'asc' })).toEqual([late, early, none])
    const [first] = (await portal.as(agent).ask(listTickets, { overdue: 'S' })).body.data
    expect(first?.due).toMatchObject({ kind: 'first_answer', minutes_left: 0 })
  })

  it('are computed again when the rules or the time zone change, for the unit concerned', async () => {
    await set()
    const id = await open()
    const units = () => portal.platform((db) => unitsWithDueWork(db, new Date()))
    expect(await units()).toEqual([])
    await set({ high_first_answer: 2 })
    expect(await units()).toEqual([tenant_id])
    await run(refreshStale)
    expect(await units()).toEqual([])
    expect((await read(id)).due?.minutes_left).toBe(120)
    const settings = (await portal.as(admin).ask(readSettings, {})).body
    await portal.as(admin).ask(updateSettings, { version: settings.version, timezone: 'Asia/Tokyo' })
    expect(await units()).toEqual([tenant_id])
    await run(refreshStale)
    await portal.platform((db) => db.deleteFrom('service_levels').execute())
    await run(refreshStale)
    expect((await read(id)).due).toBeNull()
  })
})

describe('notifications about due times', () => {
  const work = (now = new Date()) => run(async (context) => (await refreshStale(context), notifyDue(context)), now)
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

  it('are sent once when four fifths are over, and once when the ticket is overdue', async () => {
    await set()
    await open()
    await work(later(30))
    expect(await told()).toEqual([])
    await work(later(50))
    await work(later(55))
    const soon = [`${admin.name}: ticket_due_soon`, `${agent.name}: ticket_due_soon`]
    expect(await told()).toEqual(soon)
    await work(later(61))
    await work(later(90))
    expect(await told()).toEqual([...soon, `${admin.name}: ticket_overdue`, `${agent.name}: ticket_overdue`])
  })

  it('go to the handler, and never to what was over before the rules', async () => {
    const old = await open()
    await passed(old, 30)
    await set()
    await work()
    expect(await told()).toEqual([])
    const id = await open()
    await answer(id, agent)
    await work(later(7 * 60))
    expect(await told()).toEqual([`${agent.name}: ticket_due_soon`])
  })

  it('wait for working time', async () => {
    const now = new Date()
    const weekday = (offset: number) => weekdays[(now.getUTCDay() + 6 + offset) % 7] ?? 'MONDAY'
    await portal.platform((db) => db.updateTable('settings').set({ timezone: 'Africa/Abidjan' }).execute())
    await set({ hours: [{ day: weekday(3), from: '08:00', to: '10:00' }] })
    await open()
    const day = (offset: number, time: string) => {
      const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + offset)
      return new Date(`${new Date(midnight).toISOString().slice(0, 10)}T${time}Z`)
    }
    await work(day(3, '08:50'))
    expect(await told()).toHaveLength(2)
    // The first answer is due at 09:00. A job that runs at night waits for the next working time.
    await work(day(3, '22:00'))
    expect(await told()).toHaveLength(2)
    await work(day(9, '12:00'))
    expect(await told()).toHaveLength(2)
    await work(day(10, '08:01'))
    expect(await told()).toHaveLength(4)
  })
})
