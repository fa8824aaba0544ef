// Notifies staff and administrators once when the people of a client reach 80 % and 100 % of the user limit of its contract.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { notify, notifyStaff } from '#features/messaging/notifications/server/commands.ts'
import { type AnyJob, job } from '#platform/server/jobs/job.ts'
import * as store from './store.ts'

const reference = z.object({ client_id: id(), percent: z.number().int(), at: z.iso.datetime() })

/** One alarm of a client has one cause, so that a repeated job notifies nobody twice. */
const causeOf = ({ client_id, percent, at }: z.output<typeof reference>) => `client limit ${client_id} ${percent} ${at}`

const valuesOf = ({ name, people, user_limit }: store.Alarm) => ({
  client: name,
  people: String(people),
  limit: String(user_limit),
})

const notifyStaffJob = job({
  name: 'client.tell_staff',
  scope: 'platform',
  isolation: 'one record',
  input: reference,
  run: async (context, alarm) => {
    const client = await store.findAlarm(context.db, alarm.client_id)
    if (!client) return
    await notifyStaff(context, {
      type: 'user_limit_near',
      values: valuesOf(client),
      path: '/billing',
      cause: causeOf(alarm),
      among: store.billingStaffOf(client.partner_id),
    })
  },
})

/** Administrators of a business unit read the percentage only: the people of the client are also those of other units. */
const notifyUnitJob = job({
  name: 'client.tell_unit',
  scope: 'platform',
  isolation: 'one record',
  input: reference.extend({ tenant_id: id() }),
  run: async (context, { tenant_id: tenantId, ...alarm }) => {
    const client = await store.findAlarm(context.db, alarm.client_id, tenantId)
    if (!client) return
    const values = { ...valuesOf(client), people: `${alarm.percent}%` }
    await notify({ ...context, tenantId }, { profile: 'admin' }, 'user_limit_near', values, {
      path: '/user',
      cause: causeOf(alarm),
    })
  },
})

const findAlarms = job({
  name: 'client.find_limits',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 900,
  run: async ({ db, clock, enqueue }) => {
    await store.lowerAlarms(db)
    const at = clock.now().toISOString()
    for (const { id: client_id, percent, units } of await store.raiseAlarms(db)) {
      const alarm = { client_id, percent, at }
      await enqueue(notifyStaffJob, alarm)
      for (const tenant_id of units) await enqueue(notifyUnitJob, { ...alarm, tenant_id })
    }
  },
})

export const clientJobs: AnyJob[] = [findAlarms, notifyStaffJob, notifyUnitJob]
