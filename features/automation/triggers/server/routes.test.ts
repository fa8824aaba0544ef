import { describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { updateSettings, readSettings } from '#features/organisation/settings/contract.ts'
import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import { testPortal } from '#testing/portal.ts'
import { triggerCalls } from '../contract.ts'
import { startDueTriggers } from './jobs.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')

type AddInput = SentOf<typeof triggerCalls.add>
const schedule: Omit<AddInput, 'name'> = {
  enabled: 'S',
  frequency: 'daily',
  days: [],
  month_days: [],
  times: ['08:00'],
  timezone: null,
  starts_on: null,
  ends_on: null,
}

behavesLikeResource(testPortal(), triggerCalls, { noun: 'trigger', sample: (name) => ({ name, ...schedule }) })

describe('a trigger', () => {
  it('is planned when it is saved, in its own time zone or that of the business unit', async () => {
    const add = async (overrides: Partial<AddInput>) => {
      const { body } = await admin().ask(triggerCalls.add, {
        name: `T ${JSON.stringify(overrides)}`,
        ...schedule,
        ...overrides,
      })
      return (await admin().ask(triggerCalls.read, { id: body.id })).body
    }
    const hourOf = (instant: Date | null) => instant?.getUTCHours()
    expect(hourOf((await add({})).next_at)).toBe(11)
    expect(hourOf((await add({ timezone: 'Asia/Tokyo' })).next_at)).toBe(23)
    expect((await add({ enabled: 'N' })).next_at).toBeNull()
    expect((await add({ ends_on: '2020-01-01' })).next_at).toBeNull()
  })

  it('is refused when it would never run, and with an unknown time zone', async () => {
    const refused = async (overrides: Partial<AddInput>) => {
      const { status, raw } = await admin().ask(triggerCalls.add, { name: 'Nunca', ...schedule, ...overrides })
      return [status, raw.key]
    }
    expect(await refused({ frequency: 'weekly' })).toEqual([400, 'trigger_never_runs'])
    expect(await refused({ frequency: 'monthly' })).toEqual([400, 'trigger_never_runs'])
    expect(await refused({ starts_on: '2031-02-02', ends_on: '2031-02-01' })).toEqual([400, 'trigger_never_runs'])
    expect(await refused({ timezone: 'Mars/Olympus' })).toEqual([400, 'timezone_unknown'])
    expect((await refused({ times: ['24:00'] }))[0]).toBe(400)
    expect((await refused({ times: [] }))[0]).toBe(400)
  })

  it('J7: is planned anew when the business unit changes its time zone', async () => {
    const { body } = await admin().ask(triggerCalls.add, { name: 'Do fuso', ...schedule })
    const { body: settings } = await admin().ask(readSettings, {})
    expect((await admin().ask(updateSettings, { version: settings.version, timezone: 'Asia/Tokyo' })).status).toBe(200)
    await portal.platform((db) =>
      startDueTriggers.run({ db, clock: { now: () => new Date() }, enqueue: () => expect.unreachable() } as never, {}),
    )
    expect((await admin().ask(triggerCalls.read, { id: body.id })).body.next_at?.getUTCHours()).toBe(23)
  })
})
