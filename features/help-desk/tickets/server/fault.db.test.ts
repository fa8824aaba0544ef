import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tickets as limits } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { manager as second, published, seller as first } from '#testing/reports.ts'
import { type Person, people, tenants } from '#testing/world.ts'
import { followFault, readReportFault } from '#features/reports/faults/contract.ts'
import { addTicket, endTicketFault, markTicketFault, readTicket, removeTicket, unmarkTicketFault } from '../contract.ts'

const portal = testPortal({ reports: true })
const tenant_id = tenants.norte.id
const [report_id] = published.reports
const { adminOfNorte: admin, adminOfSul: foreigner, userOfSul } = people
const outsider: Person = userOfSul

const open = async (caller: Person, about: string | null = report_id) =>
  (await portal.as(caller).ask(addTicket, { name: 'Total', text: 'Total', report_id: about })).body.id
const read = async (id: string, caller: Person) => (await portal.as(caller).ask(readTicket, { id })).body
const mark = (id: string, caller: Person = admin) => portal.as(caller).ask(markTicketFault, { id })
const unmark = (id: string, caller: Person = admin) => portal.as(caller).ask(unmarkTicketFault, { id })
const end = (id: string, tickets: number, caller: Person = admin) =>
  portal.as(caller).ask(endTicketFault, { id, text: 'Corrigido.', tickets })
const faultFor = async (caller: Person) =>
  (await portal.as(caller).ask(readReportFault, { reportId: report_id })).body.fault
/** The id of the fault that the person sees. */
const knownTo = async (caller: Person) => {
  const found = await faultFor(caller)
  if (!found) throw new Error('the person sees the fault')
  return found.id
}
const told = () =>
  portal.platform((db) =>
    db
      .selectFrom('notification_receipts as r')
      .innerJoin('notifications as n', 'n.id', 'r.notification_id')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['u.id', 'n.type'])
      .where('n.type', 'in', ['ticket_resolved', 'report_fault_ended'])
      .orderBy('n.type')
      .execute(),
  )
const grant = (...readers: Person[]) =>
  portal.platform((db) =>
    db
      .insertInto('report_grants')
      .values(readers.map(({ id: user_id }) => ({ tenant_id, report_id, user_id, roles: ['Salesperson'] })))
      .execute(),
  )
const revoke = (reader: Person) =>
  portal.platform((db) => db.deleteFrom('report_grants').where('user_id', '=', reader.id).execute())
const handles = (reader: Person, does: boolean) =>
  portal.platform((db) =>
    db
      .updateTable('memberships')
      .set({ toggles: does ? ['support_agent'] : [] })
      .where('user_id', '=', reader.id)
      .execute(),
  )

beforeEach(() => grant(first, second))
afterEach(() =>
  portal.platform(async (db) => {
    for (const table of ['ticket_numbers', 'tickets', 'report_faults', 'notifications', 'report_grants'] as const) {
      await db.deleteFrom(table).execute()
    }
  }),
)

describe('a known fault of a report', () => {
  it('is marked from a ticket, and ends with one answer that resolves all its tickets', async () => {
    const [one, other, apart] = [await open(first), await open(second), await open(second)]
    expect(await faultFor(second)).toBeNull()
    for (const id of [one, other]) expect((await mark(id)).status).toBe(200)
    expect(await read(one, admin)).toMatchObject({ fault: { tickets: 2 } })
    expect((await read(one, first)).fault).toBeNull()
    expect(await faultFor(second)).toMatchObject({ follows: false })
    // The confirmed number is no longer true.
    expect((await end(one, 1)).status).toBe(409)
    expect((await end(one, 2)).status).toBe(200)
    for (const id of [one, other]) {
      const { status, follow_ups, fault } = await read(id, admin)
      expect({ status, fault, text: follow_ups.at(-1)?.text }).toEqual({
        status: 'closed',
        fault: null,
        text: 'Corrigido.',
      })
    }
    expect((await read(apart, admin)).status).toBe('open')
    expect(await faultFor(second)).toBeNull()
    expect((await end(one, 0)).status).toBe(404)
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('target_id', '=', other).orderBy('at').execute(),
    )
    expect(entries.map(({ event }) => event)).toEqual(['ticket.added', 'ticket.fault_marked', 'ticket.fault_ended'])
  })

  it('tells its followers who may open the report when it ends', async () => {
    const id = await open(first)
    await mark(id)
    const faultId = await knownTo(second)
    const follow = (caller: Person) => portal.as(caller).ask(followFault, { id: faultId, follows: 'S' })
    for (const reader of [second, first]) expect((await follow(reader)).status).toBe(200)
    expect(await faultFor(second)).toMatchObject({ follows: true })
    await revoke(first)
    await end(id, 1)
    expect(await told()).toEqual([
      { id: second.id, type: 'report_fault_ended' },
      { id: first.id, type: 'ticket_resolved' },
    ])
  })

  it('T1, Z7: does not exist for people who may not open the report, and for other business units', async () => {
    const id = await open(first)
    await mark(id)
    const faultId = await knownTo(first)
    await revoke(second)
    await handles(second, true)
    try {
      for (const caller of [second, foreigner, outsider]) {
        expect(await faultFor(caller)).toBeNull()
        expect((await portal.as(caller).ask(followFault, { id: faultId, follows: 'S' })).status).toBe(404)
      }
      expect((await read(id, second)).fault).toBeNull()
      for (const { status } of [
        await end(id, 1, second),
        await unmark(id, second),
        await mark(await open(first), second),
        await end(id, 1, foreigner),
        await mark(id, foreigner),
        await unmark(id, foreigner),
      ]) {
        expect(status).toBe(404)
      }
    } finally {
      await handles(second, false)
    }
    expect(await read(id, admin)).toMatchObject({ status: 'open', fault: { tickets: 1 } })
  })

  it('is refused to people who do not handle tickets, in an own ticket, and without a report', async () => {
    const [own, ofFirst, without] = [await open(admin), await open(first), await open(first, null)]
    expect((await mark(ofFirst, first)).status).toBe(403)
    expect((await mark(own)).status).toBe(403)
    expect((await mark(without)).status).toBe(404)
    await mark(ofFirst)
    expect((await end(ofFirst, 1, first)).status).toBe(403)
  })

  it('is removed with its last ticket that was marked by mistake', async () => {
    const [one, other] = [await open(first), await open(first)]
    for (const id of [one, other]) await mark(id)
    await unmark(one)
    expect(await faultFor(first)).not.toBeNull()
    await unmark(other)
    expect(await faultFor(first)).toBeNull()
  })

  it('ends with the removal of its last ticket, and its followers are told', async () => {
    const [one, other] = [await open(first), await open(first)]
    for (const id of [one, other]) await mark(id)
    await portal.as(second).ask(followFault, { id: await knownTo(second), follows: 'S' })
    const remove = async (id: string) => (await portal.as(admin).ask(removeTicket, { id })).status
    expect([await remove(one), (await faultFor(second))?.follows]).toEqual([200, true])
    expect([await remove(other), await faultFor(second)]).toEqual([200, null])
    expect(await told()).toEqual([{ id: second.id, type: 'report_fault_ended' }])
    // The report can get another one.
    const next = await open(first)
    await mark(next)
    expect(await knownTo(second)).toBeDefined()
  })

  it(`V5: has at most ${limits.ofFault} tickets`, async () => {
    const id = await open(first)
    await mark(id)
    await portal.platform(async (db) => {
      const { fault_id } = await db
        .selectFrom('tickets')
        .select('fault_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const more = Array.from({ length: limits.ofFault - 1 }, (_, index) => ({
        tenant_id,
        fault_id,
        number: 1_000 + index,
        name: 'N',
        text: 'T',
      }))
      await db.insertInto('tickets').values(more).execute()
    })
    expect((await mark(await open(first))).status).toBe(429)
  })
})
