// Pushes a notification to the devices of its addressees. One job finds the devices, and one for each device sends, so that a service that does
// not answer delays no other. Everything is judged when it is sent: the person, their choices, and whether they have read it meanwhile.
import type { z } from 'zod'
import { languageOf } from '#catalogue/languages.ts'
import { pushDevices } from '#catalogue/limits.ts'
import { pushKindOf } from '#features/messaging/push-devices/contract.ts'
import {
  noteUse,
  type PushService,
  quietUntil,
  removeDevice,
} from '#features/messaging/push-devices/server/commands.ts'
import { brandOf } from '#features/organisation/themes/server/queries.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { type AnyJob, job, waitingJob, type WaitingJobContext } from '#platform/server/jobs/job.ts'
import { notificationTypeOf } from '../contract.ts'
import { pushTextOf } from './push-text.ts'
import { pushKind, pushSendKind } from './commands.ts'
import * as store from './store.ts'

/** Bulkhead: of the six workers of a process, the devices of one business unit have at most two. */
const shares = { atOnce: 6, atOncePerGroup: 2 }

/** Devices that one run of the job finds; the next run finds the others. */
const batch = 200

export type PushDependencies = { push: PushService; hosts: Hosts }

export const pushJobs = (dependencies: PushDependencies): AnyJob[] => [
  job({
    ...pushKind,
    run: async ({ db, enqueue, tenantId }, { id: notificationId }) => {
      if (tenantId === null) return
      const devices = await store.takePushes(db, tenantId, notificationId, batch)
      for (const { device_id } of devices)
        if (device_id !== null) await enqueue(pushSendKind, { id: notificationId, device_id }, { group: tenantId })
      if (devices.length > 0) await enqueue(pushKind, { id: notificationId })
    },
  }),
  waitingJob({ ...pushSendKind, ...shares, retries: 6, run: (context, input) => send(context, input, dependencies) }),
]

async function send(
  { transaction, clock, isLastAttempt, signal, log }: WaitingJobContext,
  { id: notificationId, device_id }: z.output<typeof pushSendKind.input>,
  { push, hosts }: PushDependencies,
): Promise<void> {
  const due = await transaction(async ({ db, tenantId, enqueue }) => {
    if (tenantId === null) return null
    const found = await store.findPush(db, { tenantId, notificationId, deviceId: device_id }, pushDevices.keptHours)
    if (!found || found.muted.includes(pushKindOf[notificationTypeOf(found.type)])) return null
    const until = quietUntil(clock.now(), found)
    if (until !== null) {
      await enqueue(pushSendKind, { id: notificationId, device_id }, { after: until, group: tenantId })
      return null
    }
    const { name } = await brandOf(db, { tenantId, partnerId: found.partner_id })
    return { found, unit: name }
  })
  if (!due) return
  const { found, unit } = due
  // The page marks the notification as read, and leads to its target.
  const navigate = hosts.urlOf(hosts.domainOfHost(found.host), `/notifications/${notificationId}/open`)
  const text = { ...pushTextOf(found, unit, languageOf(found.language)), navigate }
  // A push service keeps one push of a topic, so that a second attempt does not show a second one.
  const topic = notificationId.replaceAll('-', '')
  const outcome = await push.send(found, text, topic, signal)
  if (outcome === 'later') {
    if (!isLastAttempt) throw new Error('the push service was not reached')
    return log.warn({ notification: notificationId }, 'a push was given up')
  }
  if (outcome === 'refused') return log.warn({ notification: notificationId }, 'a push service refused a push')
  await transaction(async ({ db, tenantId }) => {
    if (tenantId === null) return
    await (outcome === 'gone' ? removeDevice : noteUse)(db, tenantId, device_id)
  })
}
