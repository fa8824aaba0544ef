// Deletes records that a business unit does not keep any longer. Each step is a transaction of its own; a run that stops goes on the next day.
import { z } from 'zod'
import { keptDays, type RetentionBounds, type RetentionKind, retentionKinds } from '#catalogue/retention.ts'
import { retention as limits } from '#catalogue/limits.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { type AnyJob, type WaitingJobContext, waitingJob } from '#platform/server/jobs/job.ts'
import * as store from './store.ts'

type Bounds = Readonly<Record<RetentionKind, RetentionBounds>>

export const retentionJobs = ({ retentionBounds }: { retentionBounds: Bounds }): AnyJob[] => [
  waitingJob({
    name: 'retention_rule.apply',
    scope: 'platform',
    isolation: 'transaction',
    input: z.object({}),
    everySeconds: 86_400,
    run: (context) => applyAll(context, retentionBounds),
  }),
]

type Needs = Pick<WaitingJobContext, 'acrossTenants' | 'signal' | 'log'>

/** One unit that fails keeps no other one from its turn. */
export async function applyAll(context: Needs, bounds: Bounds): Promise<void> {
  const { acrossTenants, signal, log } = context
  let after: string | null = null
  for (;;) {
    const units: store.UnitRules[] = await acrossTenants('units with old records', (db) =>
      store.unitsAfter(db, after, limits.unitsAtOnce),
    )
    for (const unit of units) {
      if (signal.aborted) return
      try {
        await applyTo(context, unit, bounds)
      } catch (error) {
        log.warn({ err: error, tenantId: unit.tenant_id }, 'old records of a business unit were not deleted')
      }
    }
    const last = units.at(-1)
    if (!last || units.length < limits.unitsAtOnce) return
    after = last.tenant_id
  }
}

async function applyTo({ acrossTenants, signal }: Needs, unit: store.UnitRules, bounds: Bounds): Promise<void> {
  for (const kind of retentionKinds) {
    const days = keptDays(unit.days[kind] ?? bounds[kind].usual, bounds[kind])
    if (days === null) continue
    let gone: number = limits.rowsAtOnce
    while (gone >= limits.rowsAtOnce && !signal.aborted) {
      gone = await acrossTenants('old records of a business unit', (db) =>
        kind === 'audit' ? pruneAudit(db, unit, days) : deleteOld(db, unit, { kind, days }),
      )
    }
  }
}

/** The audit trail of the unit has the number of deleted records, in the transaction of the deletion. */
async function deleteOld(
  db: Database,
  unit: store.UnitRules,
  { kind, days }: { kind: Exclude<RetentionKind, 'audit'>; days: number },
): Promise<number> {
  const entries = await store.deleteOld(db, { kind, tenantId: unit.tenant_id, days, limit: limits.rowsAtOnce })
  if (entries > 0) await writeEntry(db, unit, 'retention_rule.applied', { [kind]: entries, days })
  return entries
}

/** The entry has the last deleted link: with it a verification accepts that the chain begins later. */
async function pruneAudit(db: Database, unit: store.UnitRules, days: number): Promise<number> {
  const pruned = await store.pruneAudit(db, unit.tenant_id, days, limits.rowsAtOnce)
  if (!pruned) return 0
  const { position, hash: sha256, entries } = pruned
  await writeEntry(db, unit, 'retention_rule.audit_pruned', { position, sha256, entries, days })
  return entries
}

async function writeEntry(db: Database, unit: store.UnitRules, event: string, after: object): Promise<void> {
  const { tenant_id: tenantId, partner_id: partnerId } = unit
  const actor = { actorId: null, actorEmail: null, tenantId, partnerId, address: null }
  await writeAudit(db, actor, event, { target: { type: 'retention_rule', id: null, name: null }, after })
}
