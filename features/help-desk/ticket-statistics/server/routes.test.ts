import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { testPortal } from '#testing/portal.ts'
import { addRecord } from '#testing/probe.ts'
import { type Person, people, tenants } from '#testing/world.ts'
import { addTicket, answerTicket, changeTicketStatus } from '#features/help-desk/tickets/contract.ts'
import { updateServiceLevels } from '#features/help-desk/service-levels/contract.ts'
import { listTicketAgents, listTicketWeeks, exportTicketWeeks, readTicketStatistics } from '../contract.ts'

const portal = testPortal()
const { adminOfNorte: admin, userOfNorte: reader, otherUserOfNorte: agent, adminOfSul: foreigner } = people
const tenant_id = tenants.norte.id

const read = async (caller: Person = admin, weeks: '4' | '12' = '4') =>
  (await portal.as(caller).ask(readTicketStatistics, { weeks })).body

/** Noon of a day of the present week or of an earlier one, in the time zone of the unit. */
const inWeek = (weeksAgo: number) => sql<Date>`
  (date_trunc('week', now() at time zone 'America/Sao_Paulo') - make_interval(weeks => ${weeksAgo}) + interval '1 minute')
    at time zone 'America/Sao_Paulo'`

const minutesAfter = (minutes: number, weeksAgo: number) =>
  sql<Date>`${inWeek(weeksAgo)} + make_interval(mins => ${minutes})`

let number = 1_000
async function add(ticket: {
  openedWeeksAgo: number
  answerMinutes?: number
  resolvedWeeksAgo?: number
  inTime?: boolean
  rating?: 'good' | 'bad'
  handler?: Person
}) {
  number += 1
  const { openedWeeksAgo, answerMinutes, resolvedWeeksAgo, inTime, rating, handler } = ticket
  await portal.platform(async (db) => {
    const id = await addRecord(db, 'tickets', { tenant_id, number, name: 'T', text: 'T', user_id: reader.id })
    await db
      .updateTable('tickets')
      .set({
        created_at: inWeek(openedWeeksAgo),
        ...(answerMinutes !== undefined && { first_answered_at: minutesAfter(answerMinutes, openedWeeksAgo) }),
        ...(resolvedWeeksAgo !== undefined && { status: 'closed', closed_at: inWeek(resolvedWeeksAgo) }),
        ...(inTime !== undefined && { first_answer_in_time: inTime }),
        ...(rating && { rating, rated_at: inWeek(resolvedWeeksAgo ?? 0) }),
        ...(handler && { handler_id: handler.id }),
      })
      .where('id', '=', id)
      .execute()
  })
}

const toggles = (values: string[]) =>
  portal.platform((db) =>
    db.updateTable('memberships').set({ toggles: values }).where('user_id', '=', agent.id).execute(),
  )

describe('the statistics of the help desk', () => {
  beforeAll(async () => {
    await toggles(['support_agent'])
    await add({ openedWeeksAgo: 0, answerMinutes: 10, inTime: true, handler: agent })
    await add({
      openedWeeksAgo: 1,
      answerMinutes: 30,
      inTime: true,
      resolvedWeeksAgo: 0,
      rating: 'good',
      handler: agent,
    })
    await add({
      openedWeeksAgo: 1,
      answerMinutes: 200,
      inTime: false,
      resolvedWeeksAgo: 1,
      rating: 'bad',
      handler: admin,
    })
    await add({ openedWeeksAgo: 1 })
    // Opened before the period, resolved in it.
    await add({ openedWeeksAgo: 9, answerMinutes: 5, resolvedWeeksAgo: 2, inTime: true, handler: admin })
  })
  afterAll(() => toggles([]))

  it('count by week and by handler, with median, share and ratings', async () => {
    const found = await read()
    expect(found).toMatchObject({
      opened: 4,
      resolved: 3,
      first_answer_minutes: 30,
      within_share: 67,
      good_share: 50,
    })
    expect(
      found.weeks.map(({ opened, resolved, first_answer_minutes }) => [opened, resolved, first_answer_minutes]),
    ).toEqual([
      [0, 0, null],
      [0, 1, null],
      [3, 1, 30],
      [1, 1, 10],
    ])
    expect(found.agents.toSorted((one, other) => other.opened - one.opened)).toEqual([
      { name: agent.name, opened: 2, resolved: 1, first_answer_minutes: 10, within_share: 100, good_share: 100 },
      { name: admin.name, opened: 1, resolved: 2, first_answer_minutes: 200, within_share: 0, good_share: 0 },
      { name: null, opened: 1, resolved: 0, first_answer_minutes: null, within_share: null, good_share: null },
    ])
    expect(await read(admin, '12')).toMatchObject({ opened: 5, resolved: 3 })
    expect(await read(agent)).toEqual(found)
  })

  it('T1: are for people who handle tickets, and of their business unit only', async () => {
    for (const call of [readTicketStatistics, listTicketWeeks, listTicketAgents]) {
      expect((await portal.as(reader).ask(call, {})).status).toBe(403)
    }
    expect(await read(foreigner)).toMatchObject({ opened: 0, resolved: 0, first_answer_minutes: null, agents: [] })
  })

  it('are lists and files as well', async () => {
    const weeks = (await portal.as(admin).ask(listTicketWeeks, { weeks: '4', size: 100 })).body
    expect([weeks.total, weeks.data.map(({ week }) => week)]).toEqual([4, (await read()).weeks.map(({ week }) => week)])
    const agents = (await portal.as(admin).ask(listTicketAgents, { weeks: '4', search: admin.name })).body
    expect(agents.data).toMatchObject([{ name: admin.name, opened: 1 }])
    expect((await portal.as(admin).ask(exportTicketWeeks, { weeks: '4', format: 'csv' })).status).toBe(200)
  })
})

describe('the result of a ticket', () => {
  it('is stored with its answer and its resolution, and is unknown without targets', async () => {
    const open = async () => (await portal.as(reader).ask(addTicket, { name: 'T', text: 'T' })).body.id
    const resultOf = (id: string) =>
      portal.platform((db) =>
        db
          .selectFrom('tickets')
          .select(['first_answered_at', 'first_answer_in_time', 'resolved_in_time'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
    const finish = async (id: string) => {
      await portal.as(admin).ask(answerTicket, { ticket_id: id, text: 'A' })
      await portal.as(admin).ask(changeTicketStatus, { id, status: 'closed' })
      return resultOf(id)
    }
    const unknown = await finish(await open())
    expect(unknown).toEqual({ first_answered_at: expect.any(Date), first_answer_in_time: null, resolved_in_time: null })
    const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
    const none = { high_first_answer: null, high_resolution: null, low_first_answer: null, low_resolution: null }
    const { status } = await portal.as(admin).ask(updateServiceLevels, {
      version: 0,
      ...none,
      medium_first_answer: 1,
      medium_resolution: 2,
      hours: days.map((day) => ({ day, from: '00:00', to: '24:00' })),
      country: null,
      region: null,
      own_days: [],
    })
    expect(status).toBe(200)
    const late = await open()
    await portal.platform((db) =>
      db
        .updateTable('tickets')
        .set({ created_at: sql<Date>`now() - interval '90 minutes'` })
        .where('id', '=', late)
        .execute(),
    )
    expect(await finish(late)).toMatchObject({ first_answer_in_time: false, resolved_in_time: true })
    expect(await finish(await open())).toMatchObject({ first_answer_in_time: true, resolved_in_time: true })
  })
})
