import { describe, expect, it } from 'vitest'
import { readConfig } from '#features/sessions/contract.ts'
import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { type Interval, shiftCalls, weekdays } from '../contract.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const office: Interval[] = [1, 2, 3, 4, 5].map((day) => ({ day: day as Interval['day'], from: '08:00', to: '18:00' }))

behavesLikeResource(portal, shiftCalls, { noun: 'shift', sample: (name) => ({ name, hours: office }) })

/** A weekday that is neither today nor adjacent to it, in any time zone. */
const anotherDay = (): Interval[] => [
  { day: (((new Date().getUTCDay() + 2) % 7) + 1) as Interval['day'], from: '00:00', to: '24:00' },
]
const always = weekdays.map((day): Interval => ({ day, from: '00:00', to: '24:00' }))

describe('shifts', () => {
  it('refuse hours that overlap or end before they begin, at the field', async () => {
    for (const hours of [
      [
        { day: 1, from: '08:00', to: '12:00' },
        { day: 1, from: '11:59', to: '13:00' },
      ],
      [{ day: 1, from: '18:00', to: '08:00' }],
    ] as Interval[][]) {
      const { status, raw } = await admin().ask(shiftCalls.add, { name: 'Torto', hours })
      expect([status, raw.key]).toEqual([400, 'shift_hours_overlap'])
      expect(raw.errors).toEqual({ hours: raw.message })
    }
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

const assign = (shiftId: string) =>
  portal.platform((db) =>
    db
      .updateTable('memberships')
      .set({ shift_id: shiftId })
      .where('tenant_id', '=', tenants.norte.id)
      .where('user_id', '=', people.userOfNorte.id)
      .execute(),
  )
