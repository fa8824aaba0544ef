// User names of a business unit, which are e-mails or names that its directory gave: two transactions at once.
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'

const portal = testPortal()
const soon = { timeout: 25_000, interval: 20 }
const norte = tenants.norte.id

/** A connection in a transaction with the rights of the platform. */
async function inTransaction<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: portal.ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local role vitrine_platform')
    return await work(client)
  } finally {
    await client.end()
  }
}

let serial = 0
async function addIdentity(client: pg.Client, email: string): Promise<string> {
  const id = `00000042-0000-4000-8000-${String((serial += 1)).padStart(12, '0')}`
  await client.query('insert into users (id, home_tenant_id, name, email) values ($1, $2, $3, $4)', [
    id,
    norte,
    'Pessoa',
    email,
  ])
  return id
}
const join = (client: pg.Client, id: string, state: string, userName: string | null) =>
  client.query(
    `insert into memberships (tenant_id, user_id, profile, state, scim_user_name) values ($1, $2, 'user', $3, $4)`,
    [norte, id, state, userName],
  )
const isWaiting = async (observer: pg.Client, { processID }: { processID?: number }) => {
  const { rows } = await observer.query<{ waits: boolean }>(
    `select exists (select from pg_locks where pid = $1 and not granted) as waits`,
    [processID],
  )
  return rows[0]?.waits
}
const processOf = (client: pg.Client) => client as unknown as { processID?: number }
const membersWith = async (email: string) =>
  (
    await portal.platform((db) =>
      db
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['u.email', 'm.scim_user_name'])
        .where((eb) => eb.or([eb('u.email', '=', email), eb('m.scim_user_name', '=', email)]))
        .execute(),
    )
  ).length

describe('Z8: a user name', () => {
  it.each([
    ['T', 'T'],
    ['D', 'D'],
    ['D', 'T'],
    ['A', 'T'],
    ['D', 'A'],
  ])('is given once to people of the states %s and %s whom two connections add at once', async (first, second) => {
    const email = `same-${first}-${second}@names.example`.toLowerCase()
    await inTransaction((early) =>
      inTransaction((late) =>
        inTransaction(async (observer) => {
          await join(early, await addIdentity(early, email), first, null)
          const other = await addIdentity(late, `other-${email}`)
          const outcome = { ended: false }
          const joined = join(late, other, second, email)
            .then(
              () => late.query('commit').then(() => 'added'),
              (error: { constraint?: string }) => error.constraint,
            )
            .finally(() => (outcome.ended = true))
          // The second waits for the first; without a lock it ends before it.
          await vi.waitFor(
            async () => expect(outcome.ended || (await isWaiting(observer, processOf(late)))).toBe(true),
            soon,
          )
          await early.query('commit')
          expect(await joined).toBe('memberships_user_name_key')
        }),
      ),
    )
    expect(await membersWith(email)).toBe(1)
  })

  it('that is free does not keep a second connection from adding a person', async () => {
    await inTransaction((early) =>
      inTransaction(async (late) => {
        await join(early, await addIdentity(early, 'one@names.example'), 'T', null)
        const joined = addIdentity(late, 'two@names.example').then((id) => join(late, id, 'D', 'zwei@names.example'))
        await early.query('commit')
        await joined
        await late.query('commit')
      }),
    )
    expect([await membersWith('one@names.example'), await membersWith('zwei@names.example')]).toEqual([1, 1])
  })
})
