import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'
import { readServiceLevels, updateServiceLevels } from '../contract.ts'

const portal = testPortal()
const levels = {
  high_first_answer: null,
  high_resolution: null,
  medium_first_answer: null,
  medium_resolution: null,
  low_first_answer: null,
  low_resolution: null,
  hours: [{ day: 'MONDAY' as const, from: '08:00', to: '18:00' }],
  country: null,
  region: null,
  own_days: [],
}

it('D2: are stored by one of two administrators who set the first ones at once', async () => {
  const admin = portal.as('adminOfLeste')
  expect((await admin.ask(readServiceLevels, {})).body.version).toBe(0)
  const waiting = () =>
    onOwner(portal.ownerUrl, async (owner) => {
      const { rowCount } = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount
    })
  // Both calls reach the database before one of them can store its levels.
  let answers: Promise<{ status: number }[]> = Promise.resolve([])
  const undone = portal.platform(async (db) => {
    await sql`insert into service_levels (tenant_id, hours, own_days) values (${tenants.leste.id}, '[]', '[]')`.execute(
      db,
    )
    answers = Promise.all(
      [1, 2].map((hours) => admin.ask(updateServiceLevels, { version: 0, ...levels, high_first_answer: hours })),
    )
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await answers).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
