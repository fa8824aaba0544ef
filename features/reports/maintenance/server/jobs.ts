import { z } from 'zod'
import { job } from '#platform/server/jobs/job.ts'
import { occurrencesOf } from './rules.ts'
import { notifyReaders } from './commands.ts'
import * as store from './store.ts'

/**
 * Sends a live event to open reports when a maintenance has begun or ended. The viewer's own timer acts first; this job also revokes tokens
 * issued before.
 */
export const announceMaintenance = job({
  name: 'maintenance_window.announce',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 15,
  run: async ({ db, announce }) => {
    for (const tenantId of await store.takeUntold(db))
      await announce({ kind: 'access_changed', tenantId, reportIds: [] })
  },
})

/**
 * Adds the weekly windows of one business unit their later occurrences of weekly windows, and replaces its windows anew after a change of the time zone. One job
 * for each unit: a window that cannot be planned stops no other unit.
 */
export const planMaintenance = job({
  name: 'maintenance_window.plan_unit',
  scope: 'tenant',
  input: z.object({}),
  run: async ({ db, clock, tenantId }) => {
    if (tenantId === null) return
    for (const window of await store.lockUnplanned(db, tenantId)) {
      const found = occurrencesOf(window, window.timezone, clock.now())
      if (window.is_moved) await store.planAnew(db, window.id, window.timezone, found)
      else await store.addOccurrences(db, window.id, window.timezone, found)
    }
  },
})

/** Finds the business units with windows to plan. */
export const findWindowsToPlan = job({
  name: 'maintenance_window.plan',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 300,
  run: async ({ db, enqueue }) => {
    for (const tenantId of await store.unitsToPlan(db)) await enqueue(planMaintenance, {}, { tenantId })
  },
})

/** In one business unit, so that row-level security chooses the readers. */
export const notifyReadersAhead = job({
  name: 'maintenance_window.tell_readers',
  scope: 'tenant',
  input: z.object({}),
  run: async (context) => {
    if (context.tenantId !== null) await notifyReaders({ ...context, tenantId: context.tenantId }, null)
  },
})

/** Finds the business units with a due announcement. A window that was just saved announces its occurrences in its own transaction. */
export const findMaintenanceToNotify = job({
  name: 'maintenance_window.find_to_tell',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 60,
  run: async ({ db, enqueue }) => {
    for (const tenantId of await store.unitsToNotify(db)) await enqueue(notifyReadersAhead, {}, { tenantId })
  },
})
