import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, people, tenants } from '#testing/world.ts'

const portal = testPortal()
const units = [tenants.norte.id, tenants.sul.id] as const
const clients = ['00000009-0000-4000-8000-0000000000c1', '00000009-0000-4000-8000-0000000000c2'] as const
const persons = [people.userOfNorte.id, people.otherUserOfNorte.id] as const
const zones = ['America/Sao_Paulo', 'Asia/Tokyo', 'Asia/Kathmandu', 'America/New_York', 'America/Havana'] as const

/** Borders of months in these zones, also one in the night in which the clocks of New York and Havana change. */
const borders = [
  '2026-10-31T15:00:00Z',
  '2026-10-31T18:15:00Z',
  '2026-11-01T03:00:00Z',
  '2026-11-01T04:00:00Z',
  '2026-11-01T05:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-11-15T12:00:00Z',
  '2026-11-30T15:00:00Z',
  '2026-12-01T03:00:00Z',
].map((text) => Date.parse(text))

const instants = fc
  .record({ border: fc.constantFrom(...borders), offset: fc.constantFrom(-3_600_000, -1, 0, 1, 1_800_000) })
  .map(({ border, offset }) => border + offset)
const steps = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('use' as const), person: fc.nat(1), unit: fc.nat(1), again: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('move' as const), unit: fc.nat(1), client: fc.option(fc.nat(1)) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('state' as const), person: fc.nat(1), test: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('zone' as const), client: fc.nat(1), zone: fc.constantFrom(...zones) }),
  },
)
const histories = fc
  .array(fc.record({ at: instants, step: steps }), { minLength: 1, maxLength: 25 })
  .map((history) => history.toSorted((one, other) => one.at - other.at))
type History = Parameters<typeof expected>[0]

/** The counts by client and month as a person would count them. */
function expected(history: readonly { at: number; step: typeof steps extends fc.Arbitrary<infer S> ? S : never }[]) {
  const owner: (number | null)[] = [0, 1]
  const zone: string[] = [zones[0], zones[1]]
  const isTest = [false, false]
  const counted = new Map<string, Set<number>>()
  const waiting: { unit: number; month: string; person: number }[] = []
  const count = (client: number, month: string, person: number) => {
    const key = `${clients[client]} ${month}`
    counted.set(key, (counted.get(key) ?? new Set()).add(person))
  }
  for (const { at, step } of history) {
    if (step.do === 'state') isTest[step.person] = step.test
    else if (step.do === 'zone') zone[step.client] = step.zone
    else if (step.do === 'move') {
      const { unit, client } = step
      owner[unit] = client
      if (client === null) continue
      for (const one of waiting.splice(0)) {
        if (one.unit === unit) count(client, one.month, one.person)
        else waiting.push(one)
      }
    } else if (!isTest[step.person]) {
      const client = owner[step.unit] ?? null
      const month = dayIn(client === null ? zones[0] : (zone[client] ?? zones[0]), new Date(at)).slice(0, 7)
      if (client === null) waiting.push({ unit: step.unit, month, person: step.person })
      else count(client, month, step.person)
    }
  }
  return Object.fromEntries([...counted].map(([key, set]) => [key, set.size]))
}

class RolledBack extends Error {
  counts: Record<string, number>
  constructor(counts: Record<string, number>) {
    super('rolled back')
    this.counts = counts
  }
}

/** Plays the history on the database. A use is a new session, or a further use of one that exists. */
async function play(db: Database, history: History): Promise<Record<string, number>> {
  await sql`delete from billable_people`.execute(db)
  await sql`insert into memberships (tenant_id, user_id, profile) select ${units[1]}, unnest(${persons}::uuid[]), 'user'`.execute(
    db,
  )
  await sql`insert into clients (id, partner_id, name, timezone)
    values (${clients[0]}, ${partners.alfa.id}, 'Um', ${zones[0]}), (${clients[1]}, ${partners.alfa.id}, 'Dois', ${zones[1]})`.execute(
    db,
  )
  const move = (unit: number, client: number | null) =>
    sql`update tenants set client_id = c.id, client_standing = c.standing
      from (select 1) one left join clients c on c.id = ${client === null ? null : clients[client]}::uuid
     where tenants.id = ${units[unit]}`.execute(db)
  await move(0, 0)
  await move(1, 1)
  for (const { at, step } of history) {
    if (step.do === 'state') {
      await sql`update memberships set state = ${step.test ? 'T' : 'A'} where user_id = ${persons[step.person]}`.execute(
        db,
      )
    } else if (step.do === 'zone') {
      await sql`update clients set timezone = ${step.zone} where id = ${clients[step.client]}`.execute(db)
    } else if (step.do === 'move') await move(step.unit, step.client)
    else {
      const [person, unit, instant] = [persons[step.person], units[step.unit], new Date(at)]
      const used = step.again
        ? await sql`update sessions set last_seen_at = ${instant} where user_id = ${person} and tenant_id = ${unit}`.execute(
            db,
          )
        : undefined
      if ((used?.numAffectedRows ?? 0n) > 0n) continue
      await sql`insert into sessions (user_id, tenant_id, auth_type, host, address, created_at, expires_at, idle_minutes)
        values (${person}, ${unit}, 'password', 'x', '10.0.0.1', ${instant}, '2099-01-01', 5)`.execute(db)
    }
  }
  const { rows } = await sql<{ key: string; people: number }>`
    select client_id || to_char(month, ' YYYY-MM') as key, count(distinct user_id)::int as people
      from billable_people where client_id is not null group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ key, people: count }) => [key, count]))
}

async function counted(history: History): Promise<Record<string, number>> {
  try {
    return await portal.platform(async (db) => {
      throw new RolledBack(await play(db, history))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.counts
    throw error
  }
}

it('counts the same people as a model, over zones, clock changes, moves of units and test users', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      expect(await counted(history)).toEqual(expected(history))
    }),
    { numRuns: 60 },
  )
})

it('counts somebody once who is there in the last millisecond of a month, and again who stays', async () => {
  const last = Date.parse('2026-11-01T02:59:59.999Z')
  const use = { do: 'use' as const, person: 0, unit: 0, again: false }
  const uses = [
    { at: last, step: use },
    { at: last, step: { ...use, again: true } },
  ]
  expect(await counted(uses)).toEqual({ [`${clients[0]} 2026-10`]: 1 })
  expect(await counted([...uses, { at: last + 1, step: { ...use, again: true } }])).toEqual({
    [`${clients[0]} 2026-10`]: 1,
    [`${clients[0]} 2026-11`]: 1,
  })
})

it('notes the use of a session that began earlier', async () => {
  const noted = () =>
    portal.platform(
      async (db) =>
        (
          await sql<{
            user_id: string
          }>`select user_id from billable_people where user_id = ${people.userOfSul.id}`.execute(db)
        ).rows,
    )
  await portal.as('userOfSul').ask(readConfig, {})
  await portal.platform(async (db) => {
    await sql`delete from billable_people`.execute(db)
    await sql`update sessions set last_seen_at = now() - interval '2 minutes' where user_id = ${people.userOfSul.id}`.execute(
      db,
    )
    await sql`delete from billable_people`.execute(db)
  })
  expect(await noted()).toEqual([])
  await portal.as('userOfSul').ask(readConfig, {})
  await expect.poll(noted).toEqual([{ user_id: people.userOfSul.id }])
})
