// Warns owners before the end of their API keys, tells administrators about keys whose owner left, and deletes what is no longer needed.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { type AnyJob, job, type JobKind } from '#platform/server/jobs/job.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { dueWarning } from './rules.ts'
import * as store from './store.ts'

const tellKind = { name: 'api_key.tell', scope: 'tenant', input: z.object({ id: id() }) } as const satisfies JobKind

export const apiKeyJobs: AnyJob[] = [
  job({
    name: 'api_key.find_due',
    scope: 'platform',
    isolation: 'enqueues',
    input: z.object({}),
    everySeconds: 3_600,
    run: async ({ db, enqueue }) => {
      for (const { id: keyId, tenant_id: tenantId } of await store.dueKeys(db))
        await enqueue(tellKind, { id: keyId }, { tenantId })
    },
  }),
  job({
    ...tellKind,
    run: async ({ db, tenantId, announce, enqueue }, input) => {
      const key = await store.lockDue(db, input.id)
      if (!key || tenantId === null) return
      const context = { db, announce, enqueue, tenantId }
      const path = '/api_keys'
      if (key.owner_id === null) {
        if (key.told_ownerless) return
        await store.noteTold(db, key.id, { told_ownerless: true })
        await notify(context, { profile: 'admin' }, 'api_key_stopped', { key: key.name }, { path })
        return
      }
      const days = dueWarning(key.ms_left)
      if (days === null || (key.warned_days !== null && key.warned_days <= days)) return
      await store.noteTold(db, key.id, { warned_days: days })
      const values = { key: key.name, day: key.last_day }
      await notify(context, { people: [key.owner_id] }, 'api_key_expiring', values, { path })
    },
  }),
  job({
    name: 'api_key.forget',
    scope: 'platform',
    isolation: 'statement',
    input: z.object({}),
    everySeconds: 3_600,
    run: async ({ db }) => {
      await store.forgetRequests(db)
      await store.forgetEnded(db)
    },
  }),
]
