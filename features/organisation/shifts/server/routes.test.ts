import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { sql } from 'kysely'
import { logPresence, readConfig } from '#features/identity/sessions/contract.ts'
import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { shiftCalls } from '../contract.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const office = (['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const).map((day) => ({
  day,
  from: '08:00',
  to: '18:00',
}))
const names = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

behavesLikeResource(portal, shiftCalls, { noun: 'shift', sample: (name) => ({ name, hours: office }) })

/** Hours on a weekday that is neither today nor adjacent to it, in any time zone. */
const anotherDay = () => [{ day: names[(new Date().getUTCDay() + 2) % 7] ?? 'MONDAY', from: '00:00', to: '24:00' }]
const always = names.map((day) => ({ day, from: '00:00', to: '24:00' }))

describe('shifts', () => {
  it('refuse hours that overlap, also after midnight, and empty ones, at the field', async () => {
    for (const hours of [
      [
        { day: 'MONDAY' as const, from: '08:00', to: '12:00' },
        { day: 'MONDAY' as const, from: '11:59', to: '13:00' },
      ],
      [{ day: 'MONDAY' as const, from: '08:00', to: '08:00' }],
      [
        { day: 'SUNDAY' as const, from: '22:00', to: '06:00' },
        { day: 'MONDAY' as const, from: '05:00', to: '13:00' },
      ],
    ]) {
      const { status, raw } = await admin().ask(shiftCalls.add, { name: 'Torto', hours })
      expect([status, raw.key]).toEqual([400, 'shift_hours_overlap'])
      expect(raw.errors).toEqual({ hours: raw.message })
    }
  })

  it('refuse hours that begin at 24:00, at the field', async () => {
    const hours = [{ day: 'MONDAY' as const, from: '24:00', to: '10:00' }]
    const { status, raw } = await admin().ask(shiftCalls.add, { name: 'Torto', hours })
    expect([status, raw.errors]).toEqual([400, { hours: 'Hours is invalid!' }])
  })

  it('refuse sign-ins and open sessions outside the hours, and allow them again inside', async () => {
    const { body: shift } = await admin().ask(shiftCalls.add, { name: 'Outro dia', hours: anotherDay() })
    const reader = portal.as({ token: await portal.tokenOf(people.userOfNorte), host: people.userOfNorte.host })
    expect((await reader.ask(readConfig, {})).status).toBe(200)
    await assign(shift.id)
    const refused = await reader.ask(readConfig, {})
    expect([refused.status, refused.raw.status, refused.raw.message]).toEqual([
      401,
      'horario_not_allowed',
      'Hour not allowed!',
    ])
    await expect(portal.tokenOf(people.userOfNorte)).rejects.toThrow('horario_not_allowed')

    await admin().ask(shiftCalls.update, { id: shift.id, version: 1, hours: always })
    expect((await reader.ask(readConfig, {})).status).toBe(200)
  })

  it('T4: cannot be assigned in another business unit; removing one removes the restriction', async () => {
    const { body: shift } = await portal.as('adminOfLeste').ask(shiftCalls.add, { name: 'Leste', hours: office })
    await expect(assign(shift.id)).rejects.toThrow('memberships_shift_fkey')
    const { body: own } = await admin().ask(shiftCalls.add, { name: 'Passageiro', hours: office })
    await assign(own.id)
    expect((await admin().ask(shiftCalls.read, { id: own.id })).body.people).toBe(1)
    await admin().ask(shiftCalls.remove, { id: own.id })
    const row = await portal.platform((db) =>
      db.selectFrom('memberships').select('shift_id').where('user_id', '=', people.userOfNorte.id).executeTakeFirst(),
    )
    expect(row?.shift_id).toBeNull()
  })
})

describe('A9: the hours of a shift by the clock of the time zone', () => {
  const night = JSON.stringify([{ day: 6, from: '22:00', to: '06:00' }])
  /** Asks the database whether the hours include an instant, and when they end. */
  const shiftStateAt = async (hours: string, timezone: string, moment: string) => {
    const [shift] = await portal.platform((db) =>
      db
        .insertInto('shifts')
        .values({ tenant_id: tenants.norte.id, name: `Turno ${Math.random()}`, hours })
        .returning('id')
        .execute(),
    )
    const { rows } = await portal.platform((db) =>
      sql<{ is_in: boolean; ends_at: Date | null }>`
        select app.is_in_shift(${tenants.norte.id}, ${shift?.id ?? ''}, ${moment}::timestamptz at time zone ${timezone}) as is_in,
               app.shift_ends_at(${hours}::jsonb, ${timezone}, ${moment}::timestamptz) as ends_at`.execute(db),
    )
    return [rows[0]?.is_in, rows[0]?.ends_at?.toISOString() ?? null]
  }

  it.each([
    // 14 November 2026 is a Saturday; São Paulo is three hours behind UTC.
    ['before a night', night, 'America/Sao_Paulo', '2026-11-15T00:59:59Z', [false, null]],
    ['its first minute', night, 'America/Sao_Paulo', '2026-11-15T01:00:00Z', [true, '2026-11-15T09:00:00.000Z']],
    ['after midnight', night, 'America/Sao_Paulo', '2026-11-15T05:30:00Z', [true, '2026-11-15T09:00:00.000Z']],
    ['its end', night, 'America/Sao_Paulo', '2026-11-15T09:00:00Z', [false, null]],
    ['the same hour of another day', night, 'America/Sao_Paulo', '2026-11-16T05:30:00Z', [false, null]],
    // New York skips 02:00–03:00 on 8 March 2026 and repeats 01:00–02:00 on 1 November 2026, both Sundays.
    ['a night with the hour that is skipped', night, 'America/New_York', '2026-03-08T04:00:00Z', [true, '2026-03-08T10:00:00.000Z']],
    ['its last minute', night, 'America/New_York', '2026-03-08T09:59:00Z', [true, '2026-03-08T10:00:00.000Z']],
    ['after it', night, 'America/New_York', '2026-03-08T10:00:00Z', [false, null]],
    ['a night with the hour that comes twice', night, 'America/New_York', '2026-11-01T03:00:00Z', [true, '2026-11-01T11:00:00.000Z']],
    ['its second 01:30', night, 'America/New_York', '2026-11-01T06:30:00Z', [true, '2026-11-01T11:00:00.000Z']],
    ['after it', night, 'America/New_York', '2026-11-01T11:00:00Z', [false, null]],
    ['adjacent hours', JSON.stringify([{ day: 1, from: '08:00', to: '12:00' }, { day: 1, from: '12:00', to: '18:00' }]), 'UTC', '2026-11-16T09:00:00Z', [true, '2026-11-16T18:00:00.000Z']],
    ['hours over midnight in two pieces', JSON.stringify([{ day: 1, from: '20:00', to: '24:00' }, { day: 2, from: '00:00', to: '04:00' }]), 'UTC', '2026-11-16T23:00:00Z', [true, '2026-11-17T04:00:00.000Z']],
    ['Sunday night', JSON.stringify([{ day: 7, from: '22:00', to: '06:00' }]), 'UTC', '2026-11-16T05:00:00Z', [true, '2026-11-16T06:00:00.000Z']],
    ['the whole week', JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))), 'UTC', '2026-11-16T05:00:00Z', [true, null]],
  ] as const)('%s', async (_, hours, timezone, moment, expected) => {
    expect(await shiftStateAt(hours, timezone, moment)).toEqual(expected)
  }) // prettier-ignore

  it.each([
    ['America/New_York', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-11-01T06:00:00Z'],
    // Moves its clocks by half an hour.
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ])(
    'end in %s at the first minute outside of them, around the change of the clock at %s',
    async (timezone, change) => {
      const part = (number: number) => String(number).padStart(2, '0')
      const clock = (min: number, max: number) =>
        fc.integer({ min, max }).map((minute) => `${part(Math.floor(minute / 60))}:${part(minute % 60)}`)
      // The clocks change on a Sunday, at 01:30 or 02:00.
      const interval = fc.oneof(
        fc.record({ day: fc.constant(6), from: clock(1_260, 1_439), to: clock(30, 240) }),
        // Leaves out hours that begin inside the repeated hour: the change of the clock interrupts them, and their end is after the interruption.
        fc.record({ day: fc.constant(7), from: fc.oneof(clock(0, 59), clock(120, 240)), to: clock(0, 240) }),
      )
      const sets = fc.sample(fc.array(interval, { minLength: 1, maxLength: 3 }), { numRuns: 25, seed: 23 })
      const nearby = sets
        .map((hours) => hours.filter(({ from, to }) => from !== to))
        .filter((hours) => hours.length > 0)
      for (const hours of nearby) {
        const json = JSON.stringify(hours)
        const wrong = await portal.platform(async (db) => {
          const added = await db
            .insertInto('shifts')
            .values({ tenant_id: tenants.norte.id, name: `Turno ${Math.random()}`, hours: json })
            .returning('id')
            .executeTakeFirstOrThrow()
          const { rows } = await sql<{ at: Date; told: Date | null; real: Date }>`
          with minutes as (
            select m as at, app.is_in_shift(${tenants.norte.id}, ${added.id}, m at time zone ${timezone}) as is_in
              from generate_series(${change}::timestamptz - interval '3 hours', ${change}::timestamptz + interval '3 hours', interval '1 minute') m),
          ends as (
            select at, is_in, min(at) filter (where not is_in) over (order by at desc rows between unbounded preceding and 1 preceding) as real
              from minutes),
          told as (select at, real, app.shift_ends_at(${json}::jsonb, ${timezone}, at) as told from ends where is_in and real is not null)
          select * from told where told is distinct from real limit 3`.execute(db)
          return rows
        })
        expect(wrong, json).toEqual([])
      }
    },
  )

  it('a heartbeat tells the seconds that are left; without a shift none', async () => {
    const reader = portal.as({
      token: await portal.tokenOf(people.otherUserOfNorte),
      host: people.otherUserOfNorte.host,
    })
    const left = async () => (await reader.ask(logPresence, { active: 'N', rota: '/' })).body.shift_seconds_left
    expect(await left()).toBeNull()
    const { body } = await admin().ask(shiftCalls.add, { name: 'Todos os dias', hours: always })
    const set = (shift_id: string) =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ shift_id }).where('user_id', '=', people.otherUserOfNorte.id).execute(),
      )
    await set(body.id)
    expect(await left()).toBeNull()
    // The hours end at the full hour after the next one. Abidjan has the time of UTC.
    await portal.platform((db) => db.updateTable('settings').set({ timezone: 'Africa/Abidjan' }).execute())
    const now = new Date()
    const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`
    const hours = [
      {
        day: names[(now.getUTCDay() + 6) % 7] ?? 'MONDAY',
        from: clock(now.getUTCHours()),
        to: clock(now.getUTCHours() + 2),
      },
    ]
    await admin().ask(shiftCalls.update, { id: body.id, version: 1, hours })
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), now.getUTCHours() + 2)
    expect(Math.abs(((await left()) ?? 0) - (end - Date.now()) / 1_000)).toBeLessThan(120)
    await portal.platform((db) => db.updateTable('settings').set({ timezone: 'America/Sao_Paulo' }).execute())
  })
})

const assign = (shiftId: string) =>
  portal.platform((db) =>
    db
      .updateTable('memberships')
      .set({ shift_id: shiftId })
      .where('tenant_id', '=', tenants.norte.id)
      .where('user_id', '=', people.userOfNorte.id)
      .execute(),
  )
