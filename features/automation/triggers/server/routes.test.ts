import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { noTexts } from '#catalogue/languages.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { updateSettings, readSettings } from '#features/organisation/settings/contract.ts'
import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import {
  answerRemoteRequest,
  requestRemoteAccess,
  waitForRemoteAccess,
} from '#features/identity/remote-access/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { addRecord, tenant_id } from '#testing/probe.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { maxTriggersOfTask, taskCalls } from '#features/automation/tasks/contract.ts'
import { previewRuns, triggerCalls } from '../contract.ts'
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

const { enabled: _, ...times } = schedule

describe('the next runs of a form', () => {
  const next = (overrides: object, who: 'adminOfNorte' | 'userOfNorte' = 'adminOfNorte') =>
    portal.as(who).ask(previewRuns, { ...times, ...overrides })

  it('are five, in the zone of the trigger, with the local time that a clock change skips or repeats', async () => {
    const { body } = await next({ timezone: 'America/New_York', times: ['02:30'], starts_on: '2032-03-13' })
    expect(body.timezone).toBe('America/New_York')
    expect(body.runs.map(({ at, clock_change }) => [at.toISOString(), clock_change])).toEqual([
      ['2032-03-13T07:30:00.000Z', null],
      ['2032-03-14T07:30:00.000Z', 'skipped'],
      ['2032-03-15T06:30:00.000Z', null],
      ['2032-03-16T06:30:00.000Z', null],
      ['2032-03-17T06:30:00.000Z', null],
    ])
    expect(body.runs[1]?.time).toBe('02:30')
  })

  it('are those that a saved trigger has', async () => {
    const { body } = await next({ frequency: 'monthly', month_days: [31], times: ['23:50'] })
    const { body: made } = await admin().ask(triggerCalls.add, {
      name: 'Fim do mês',
      ...schedule,
      frequency: 'monthly',
      month_days: [31],
      times: ['23:50'],
    })
    const { body: saved } = await admin().ask(triggerCalls.read, { id: made.id })
    expect(body.runs[0]?.at).toEqual(saved.next_at)
  })

  it('are none after the last day, and refused without days or with an unknown zone', async () => {
    expect((await next({ ends_on: '2020-01-01' })).body.runs).toEqual([])
    expect((await next({ frequency: 'weekly' })).raw.key).toBe('trigger_never_runs')
    expect((await next({ timezone: 'Mars/Olympus' })).raw.key).toBe('timezone_unknown')
    expect((await next({}, 'userOfNorte')).status).toBe(403)
  })
})

describe('the tasks of a trigger', () => {
  const newTask = (of: string = tenant_id) =>
    portal.platform((db) =>
      addRecord(db, 'tasks', {
        tenant_id: of,
        name: `Tarefa ${randomUUID()}`,
        type: 'single',
        dax: 'EVALUATE ROW("Total", 1)',
        operator: 'is_blank',
        message: JSON.stringify({ ...noTexts, 'pt-BR': 'Total' }),
        repeat_policy: 'always',
        channels: ['portal'],
        target: 'admin',
        send_to_self: false,
        owner_id: people.adminOfNorte.id,
      }),
    )
  const tasksOf = async (id: string) =>
    (await admin().ask(triggerCalls.read, { id })).body.tasks.map(({ id: task }) => task).toSorted()
  const added = async (task_ids?: string[]) =>
    admin().ask(triggerCalls.add, { name: `T ${randomUUID()}`, ...schedule, ...(task_ids && { task_ids }) })

  it('are chosen on its form, and the task knows the trigger', async () => {
    const [one, other] = [await newTask(), await newTask()]
    const { body } = await added([one])
    expect(await tasksOf(body.id)).toEqual([one])
    expect(
      (await admin().ask(triggerCalls.update, { id: body.id, version: 1, task_ids: [other, one, one] })).status,
    ).toBe(200)
    expect(await tasksOf(body.id)).toEqual([one, other].toSorted())
    expect((await admin().ask(taskCalls.read, { id: other })).body.triggers).toEqual([
      { id: body.id, name: expect.any(String) },
    ])
    // Absent: they stay. The same ones: nothing is stored.
    expect((await admin().ask(triggerCalls.update, { id: body.id, version: 2, times: ['09:00'] })).status).toBe(200)
    expect((await admin().ask(triggerCalls.update, { id: body.id, version: 3, task_ids: [one, other] })).status).toBe(
      200,
    )
    expect((await admin().ask(triggerCalls.read, { id: body.id })).body.version).toBe(3)
    expect((await admin().ask(triggerCalls.update, { id: body.id, version: 3, task_ids: [] })).status).toBe(200)
    expect(await tasksOf(body.id)).toEqual([])
    expect((await admin().ask(triggerCalls.update, { id: body.id, version: 3, task_ids: [one] })).status).toBe(409)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', 'trigger.updated')
        .where('target_id', '=', body.id)
        .orderBy('id')
        .execute(),
    )
    expect(entries.map(({ changes }) => changes)).toEqual([
      expect.objectContaining({ task_ids: [[one], [one, other].toSorted()] }),
      expect.not.objectContaining({ task_ids: expect.anything() }),
      expect.objectContaining({ task_ids: [[one, other].toSorted(), []] }),
    ])
  })

  it('T1: are those of the business unit', async () => {
    const foreign = await newTask(tenants.sul.id)
    expect((await added([foreign])).status).toBe(404)
    const { body } = await added()
    expect((await admin().ask(triggerCalls.update, { id: body.id, version: 1, task_ids: [foreign] })).status).toBe(404)
  })

  it('are refused when a task would have more triggers than a task may have', async () => {
    const task = await newTask()
    for (let count = 0; count < maxTriggersOfTask; count += 1) expect((await added([task])).status).toBe(200)
    const { status, raw } = await added([task])
    expect([status, Object.keys(raw.errors ?? {})]).toEqual([400, ['task_ids']])
  })

  /** The session of the administrator as their master uses it in remote access. */
  async function remoteOfAdmin() {
    await portal.platform((db) =>
      db.updateTable('settings').set({ allow_remote_access: true }).where('tenant_id', '=', tenant_id).execute(),
    )
    const { id: user_id, host } = people.adminOfNorte
    const master = portal.as(masterInNorte)
    const requested = await master.ask(requestRemoteAccess, { user_id, reason: 'Ver o gatilho', rota: '/' })
    const { token } = requested.body as { token: string }
    await admin().ask(answerRemoteRequest, { token, answer: 'authorize' })
    const begun = await master.ask(waitForRemoteAccess, { token })
    return portal.as({ token: (begun.body as { token: string }).token, host })
  }

  it('are not chosen in remote access, in which nobody changes tasks', async () => {
    const task = await newTask()
    const { body } = await added()
    const remote = await remoteOfAdmin()
    expect((await remote.ask(triggerCalls.update, { id: body.id, version: 1, times: ['09:00'] })).status).toBe(200)
    expect((await remote.ask(triggerCalls.update, { id: body.id, version: 2, task_ids: [task] })).status).toBe(403)
    expect(await tasksOf(body.id)).toEqual([])
  })
})
