import { afterEach, describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { type Person, people } from '#testing/world.ts'
import {
  addTicket,
  answerTicket,
  changeTicketStatus,
  listTickets,
  mergeTickets,
  readTicket,
  selectTickets,
  takeTicket,
} from '../contract.ts'

const portal = testPortal()
const { adminOfNorte: admin, userOfNorte: first, otherUserOfNorte: second, adminOfSul: foreigner } = people

const open = async (caller: Person, name = 'Total') =>
  (await portal.as(caller).ask(addTicket, { name, text: name })).body.id
const merge = (id: string, into_id: string, caller: Person = admin) =>
  portal.as(caller).ask(mergeTickets, { id, into_id })
const read = (id: string, caller: Person) => portal.as(caller).ask(readTicket, { id })
const handles = (person: Person, does: boolean) =>
  portal.platform((db) =>
    db
      .updateTable('memberships')
      .set({ toggles: does ? ['support_agent'] : [] })
      .where('user_id', '=', person.id)
      .execute(),
  )
const answer = (id: string, caller: Person, text = 'Olá') =>
  portal.as(caller).ask(answerTicket, { ticket_id: id, text })

afterEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('ticket_numbers').execute()
    await db.deleteFrom('tickets').execute()
    await db.deleteFrom('notifications').execute()
  }),
)

describe('a merged ticket', () => {
  it('is resolved for good and leads to the main ticket, which its person reads and answers', async () => {
    const [main, duplicate] = [await open(first), await open(second, 'Soma')]
    expect((await read(main, second)).status).toBe(404)
    expect((await merge(duplicate, main)).status).toBe(200)
    const { body } = await read(duplicate, second)
    expect(body).toMatchObject({ status: 'closed', merged_into: { id: main }, can: [] })
    for (const { status } of [
      await answer(duplicate, second),
      await portal.as(second).ask(changeTicketStatus, { id: duplicate, status: 'open' }),
      await portal.as(admin).ask(takeTicket, { id: duplicate }),
      await merge(duplicate, main),
      await merge(main, duplicate),
    ]) {
      expect(status).toBe(403)
    }
    expect((await read(main, second)).body.can).toEqual(['answer'])
    expect((await portal.as(second).ask(listTickets, {})).body.data.map(({ id }) => id).toSorted()).toEqual(
      [main, duplicate].toSorted(),
    )
    expect((await answer(main, second)).status).toBe(200)
    expect((await portal.as(second).ask(changeTicketStatus, { id: main, status: 'closed' })).status).toBe(403)
  })

  it('shows its follow-ups in the main ticket to people who handle tickets only', async () => {
    const [main, duplicate] = [await open(first), await open(second, 'Soma')]
    await answer(duplicate, second, 'Só para o atendimento')
    await merge(duplicate, main)
    const seen = (await read(main, admin)).body
    expect(seen.merged).toMatchObject([{ id: duplicate, number: 2, name: 'Soma' }])
    expect(seen.follow_ups[0]).toMatchObject({ text: 'Só para o atendimento', from_number: 2 })
    expect((await read(main, first)).body).toMatchObject({ merged: [], follow_ups: [] })
  })

  it('tells its person, who is told about later answers too', async () => {
    const [main, duplicate] = [await open(first), await open(second)]
    await merge(duplicate, main)
    await answer(main, admin)
    const told = await portal.platform((db) =>
      db
        .selectFrom('notification_receipts as r')
        .innerJoin('notifications as n', 'n.id', 'r.notification_id')
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .select(['u.name', 'n.type'])
        .where('n.type', 'in', ['ticket_merged', 'ticket_answered'])
        .orderBy('n.id')
        .orderBy('u.name')
        .execute(),
    )
    expect(told.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      `${second.name}: ticket_merged`,
      `${second.name}: ticket_answered`,
      `${first.name}: ticket_answered`,
    ])
  })

  it('takes the tickets that were merged into it along', async () => {
    const [main, middle, last] = [await open(admin), await open(first), await open(second)]
    await merge(last, middle)
    await merge(middle, main)
    expect((await read(last, second)).body.merged_into).toMatchObject({ id: main })
    expect((await read(main, second)).status).toBe(200)
    expect((await portal.as(admin).ask(selectTickets, {})).body.map(({ value }) => value)).toEqual([main])
  })

  it('Z7: shows its notes to nobody who opened it, and is not merged by them', async () => {
    const [main, own, other] = [await open(first), await open(second, 'Soma'), await open(first)]
    for (const ticket_id of [own, other])
      await portal.as(admin).ask(answerTicket, { ticket_id, text: `Nota ${ticket_id}`, internal: 'S' })
    await handles(second, true)
    expect((await merge(own, main, second)).status).toBe(403)
    for (const id of [own, other]) expect((await merge(id, main)).status).toBe(200)
    const notesFor = async (caller: Person) => (await read(main, caller)).body.follow_ups.map(({ text }) => text)
    expect(await notesFor(admin)).toEqual(expect.arrayContaining([`Nota ${own}`, `Nota ${other}`]))
    const seen = await notesFor(second)
    await handles(second, false)
    expect(seen).toContain(`Nota ${other}`)
    expect(seen).not.toContain(`Nota ${own}`)
  })

  it('Z7: is merged by people who handle tickets, and with tickets of their business unit only', async () => {
    const [main, duplicate] = [await open(first), await open(first)]
    expect((await merge(duplicate, main, first)).status).toBe(403)
    expect((await merge(duplicate, main, foreigner)).status).toBe(404)
    expect((await merge(duplicate, await open(foreigner))).status).toBe(404)
    expect((await merge(main, main)).status).toBe(400)
    expect((await read(duplicate, first)).body.status).toBe('open')
  })
})
