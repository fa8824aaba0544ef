// The list of tickets, compared with a plain model of what each person may see and in which order.
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { type Person, people, tenants } from '#testing/world.ts'
import { listTickets, ticketPriorities, ticketStatuses } from '../contract.ts'

const portal = testPortal()
const { adminOfNorte: admin, userOfNorte: first, otherUserOfNorte: second, adminOfSul: foreigner } = people
const tenant_id = tenants.norte.id

const words = ['Total', 'ação', 'ACAO', '50%', 'a_b', 'c\\d', "d'água", 'Norte', 'Ugo', '#2', '3', 'words like']
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))
const instant = fc.integer({ min: 0, max: 5 }).map((hour) => new Date(Date.UTC(2026, 0, 1, hour)))
const person = fc.constantFrom(admin, first, second)

const ticket = fc.record({
  name: text,
  text,
  opener: person,
  watcher: fc.option(person),
  handler: fc.option(person),
  status: fc.constantFrom(...ticketStatuses),
  priority: fc.constantFrom(...ticketPriorities),
  changed_at: instant,
  estimated_at: fc.option(instant),
  due_at: fc.option(instant),
  followUps: fc.array(fc.record({ text, internal: fc.boolean() }), { maxLength: 3 }),
})
type Ticket = typeof ticket extends fc.Arbitrary<infer T> ? T & { number: number } : never

const plain = (value: string) => value.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
const finds = (value: string, search: string) => plain(value).includes(plain(search))

/** What a person finds of a ticket by a search. */
function isFound(each: Ticket, search: string, who: Person): boolean {
  const readsNotes = who === admin && each.opener !== who
  const numbered = /^#?(\d{1,9})$/.exec(search)
  return (
    finds(`${each.name} ${each.text}`, search) ||
    each.followUps.some(({ text: answer, internal }) => (!internal || readsNotes) && finds(answer, search)) ||
    finds(each.opener.name, search) ||
    (numbered !== null && each.number === Number(numbered[1]))
  )
}

const sorts = {
  changed_at: ({ changed_at }: Ticket) => changed_at.getTime(),
  number: ({ number }: Ticket) => number,
  name: ({ name }: Ticket) => plain(name),
  priority: ({ priority }: Ticket) => ticketPriorities.indexOf(priority),
  estimated_at: ({ estimated_at }: Ticket) => estimated_at?.getTime() ?? null,
  due_at: ({ due_at }: Ticket, who: Person) => (who === admin ? (due_at?.getTime() ?? null) : null),
}

function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0
  return one === null ? 1 : other === null || one < other ? -1 : 1
}

/** Filters are set in a fifth of the queries, so that most queries find something. */
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

const query = fc.record({
  who: person,
  search: fc.oneof(fc.constant(''), fc.constantFrom(...words, 'a', 'A', 'ç', 'd', '%', '_', '\\', 'xyz', 'otto')),
  sort: fc.constantFrom(...(Object.keys(sorts) as (keyof typeof sorts)[])),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  status: rarely(fc.constantFrom(...ticketStatuses)),
  priority: rarely(fc.constantFrom(...ticketPriorities)),
  handling: rarely(fc.boolean()),
  overdue: rarely(fc.boolean()),
})
type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never

function expected(tickets: readonly Ticket[], { who, search, sort, order, ...filters }: Query): number[] {
  const { status, priority, handling, overdue } = filters
  const key = sorts[sort]
  return tickets
    .filter((each) => who === admin || each.opener === who || each.watcher === who)
    .filter((each) => search === '' || isFound(each, search, who))
    .filter((each) => status === undefined || each.status === status)
    .filter((each) => priority === undefined || each.priority === priority)
    .filter((each) => handling === undefined || (each.handler === who) === handling)
    .filter((each) => overdue === undefined || (who === admin && each.due_at !== null) === overdue)
    .toSorted((one, other) => {
      const [a, b] = [key(one, who), key(other, who)]
      // Without a value is last in both orders.
      if (a === null || b === null) {
        if (a !== b) return compare(a, b)
      } else if (a !== b) return order === 'asc' ? compare(a, b) : compare(b, a)
      return order === 'asc' ? one.number - other.number : other.number - one.number
    })
    .map(({ number }) => number)
}

/** Stores the tickets, and one of another business unit that every search would find. */
const store = (tickets: readonly Ticket[]) =>
  portal.platform(async (db) => {
    await db.deleteFrom('tickets').execute()
    for (const { followUps, opener, watcher, handler, due_at, ...each } of tickets) {
      const { id } = await db
        .insertInto('tickets')
        .values({
          ...each,
          tenant_id,
          user_id: opener.id,
          handler_id: handler?.id ?? null,
          resolution_due_at: due_at,
          closed_at: each.status === 'closed' ? each.changed_at : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (watcher !== null) {
        await db.insertInto('ticket_watchers').values({ tenant_id, ticket_id: id, user_id: watcher.id }).execute()
      }
      for (const followUp of followUps) {
        await db
          .insertInto('ticket_follow_ups')
          .values({ tenant_id, ticket_id: id, by_handler: true, ...followUp })
          .execute()
      }
    }
    await db
      .insertInto('tickets')
      .values({ tenant_id: tenants.sul.id, number: 1, name: words.join(' '), text: 'a', user_id: people.userOfSul.id })
      .execute()
  })

const ask = async ({ who, handling, overdue, ...options }: Query, more: { page?: string; size?: '25' } = {}) => {
  const flagOf = (value: boolean | undefined) => value && ('S' as const)
  const { body } = await portal.as(who).ask(listTickets, {
    ...options,
    ...(handling !== undefined && { handling: flagOf(handling) || 'N' }),
    ...(overdue !== undefined && { overdue: flagOf(overdue) || 'N' }),
    ...more,
  })
  return { numbers: body.data.map(({ number }) => number), total: body.total }
}

describe('the list and the search of tickets', () => {
  it('T1, Z7: answer what the person may see, in order, as a plain model does', async () => {
    const cases = fc.tuple(fc.array(ticket, { maxLength: 8 }), fc.array(query, { minLength: 8, maxLength: 8 }))
    await fc.assert(
      fc.asyncProperty(cases, async ([made, queries]) => {
        const tickets = made.map((each, index) => ({ ...each, number: index + 1 }))
        await store(tickets)
        for (const each of queries) {
          const numbers = expected(tickets, each)
          expect(await ask(each), JSON.stringify(each)).toEqual({ numbers, total: numbers.length })
        }
      }),
      { numRuns: 60 },
    )
  }, 300_000)

  it('answer the same pages of a frequent and of a rare word among 3,000 tickets', async () => {
    await store([])
    await portal.platform((db) =>
      sql`
        insert into tickets (tenant_id, number, name, text, user_id, changed_at)
        select ${tenant_id}::uuid, n, 'Total ' || n, case when n % 40 = 0 then 'raro' else '' end, ${first.id}::uuid,
               timestamptz '2026-01-01' + n % 100 * interval '1 minute'
          from generate_series(1, 3000) n`.execute(db),
    )
    const base = { who: admin, status: undefined, priority: undefined, handling: undefined, overdue: undefined }
    const order = (numbers: number[]) => numbers.toSorted((one, other) => (other % 100) - (one % 100) || other - one)
    const all = Array.from({ length: 3_000 }, (_, index) => index + 1)
    for (const [search, numbers] of [
      ['', order(all)],
      ['total', order(all)],
      ['raro', order(all.filter((number) => number % 40 === 0))],
    ] as const) {
      for (const page of [1, 2, 3, 79, 80, 81, 120]) {
        const found = await ask({ ...base, search, sort: 'changed_at', order: 'desc' }, { page: String(page) })
        const shown = numbers.slice((page - 1) * 25, page * 25)
        expect(found, `${search} ${page}`).toEqual({ numbers: shown, total: numbers.length })
      }
    }
  })

  it('T1: do not find a word that only another business unit has', async () => {
    await store([])
    const found = await portal.as(foreigner).ask(listTickets, { search: 'ACAO' })
    expect(found.body.total).toBe(1)
    expect((await portal.as(admin).ask(listTickets, { search: 'ACAO' })).body.total).toBe(0)
  })
})
