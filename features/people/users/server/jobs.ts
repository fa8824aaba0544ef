// Scheduled deletions: open_session() refuses a person from the day `delete_on`, and an hourly job erases them. Auto-block: an hourly job
// blocks people who do not sign in; each business unit has its own midnight.
import { z } from 'zod'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import type { Inviting } from '#features/identity/passwords/server/commands.ts'
import { type LeavingMails, unitsToWarn, warnUnit } from './leaving-mails.ts'
import { blockIdle, eraseDue } from './commands.ts'
import { sendDue, sendPlannedKind, unitsWithDue } from './planned-invitations.ts'

/**
 * Erases the people whose last day has passed. It is a waiting job, because it erases each person in a separate transaction: a failure does
 * not affect the others.
 */
export const eraseDueUsers = waitingJob({
  name: 'user.erase_due',
  scope: 'platform',
  isolation: 'transaction',
  input: z.object({}),
  everySeconds: 3_600,
  retries: 3,
  run: async ({ acrossTenants, log }) => {
    const { erased, kept, failures } = await eraseDue({ acrossTenants })
    if (erased + kept > 0) log.info({ erased, kept }, 'scheduled deletions')
    if (failures.length > 0) {
      const units = failures.map(({ tenantId, message }) => `${tenantId}: ${message}`)
      throw new Error(`${failures.length} scheduled deletions failed, by business unit: ${units.join('; ')}`)
    }
  },
})

export const blockIdleUsers = waitingJob({
  name: 'user.block_idle',
  scope: 'platform',
  isolation: 'transaction',
  input: z.object({}),
  everySeconds: 3_600,
  retries: 3,
  run: async ({ acrossTenants, log }) => {
    const { blocked, kept, failures } = await blockIdle({ acrossTenants })
    if (blocked + kept > 0) log.info({ blocked, kept }, 'auto-block')
    if (failures.length > 0) {
      const units = failures.map(({ tenantId, message }) => `${tenantId}: ${message}`)
      throw new Error(`${failures.length} auto-blocks failed, by business unit: ${units.join('; ')}`)
    }
  },
})

/**
 * Sends the mails before people are blocked or deleted, in one transaction for each business unit, so that a failure does not affect the
 * others.
 */
export const warnLeavingUsers = (mails: LeavingMails) =>
  waitingJob({
    name: 'user.warn_leaving',
    scope: 'platform',
    isolation: 'transaction',
    input: z.object({}),
    everySeconds: 3_600,
    retries: 3,
    run: async ({ acrossTenants, transaction, log }) => {
      let written = 0
      const failures: string[] = []
      for (const tenantId of await acrossTenants('mails before a block or deletion', unitsToWarn)) {
        try {
          written += await transaction((context) => warnUnit(context, mails, tenantId))
        } catch (error) {
          failures.push(`${tenantId}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      if (written > 0) log.info({ written }, 'mails before a block or deletion')
      if (failures.length > 0) throw new Error(`mails before a block or deletion failed: ${failures.join('; ')}`)
    },
  })

const startPlannedInvitations = job({
  name: 'user.start_planned_invitations',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 30,
  run: async ({ db, clock, enqueue }) => {
    for (const tenantId of await unitsWithDue(db, clock.now()))
      await enqueue(sendPlannedKind, {}, { tenantId, group: tenantId, once: true })
  },
})

/** Sends the planned invitations whose time has come, one job for each business unit. */
export const plannedInvitationJobs = (inviting: Inviting): AnyJob[] => [
  startPlannedInvitations,
  job({
    ...sendPlannedKind,
    run: async (context) => {
      if (context.tenantId !== null) await sendDue({ ...context, tenantId: context.tenantId }, inviting)
    },
  }),
]
