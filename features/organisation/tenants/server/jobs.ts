// Erases a business unit: first its rows in small steps, then its own row, then its files.
// Each step is a transaction that also stores the progress on the business unit. A job that stops anywhere can therefore continue.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { erasureStep } from '#catalogue/limits.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { eraseFilesKind } from '#platform/server/files/erase-job.ts'
import { type JobKind, type WaitingJobContext, waitingJob } from '#platform/server/jobs/job.ts'
import { announce } from '#platform/server/live/announce.ts'
import { tenantErasure } from '../contract.ts'
import { erasureOrder } from './rules.ts'
import * as store from './store.ts'

export const eraseTenant = {
  name: tenantErasure,
  scope: 'platform',
  isolation: 'one record',
  input: z.object({ id: id() }),
} as const satisfies JobKind

export const eraseTenantJob = waitingJob({
  ...eraseTenant,
  retries: 20,
  run: (context, { id }) => eraseRecords(context, id),
})

type Step = 'more' | 'none left' | 'gone'

/**
 * Erases the rows of a business unit in steps. After `erasureStep.timeLimitMs`, or when the process stops, it enqueues a new job for the
 * rest.
 */
async function eraseRecords(context: WaitingJobContext, id: string): Promise<void> {
  const { acrossTenants, clock, signal, transaction } = context
  const now = () => clock.now().getTime()
  const until = now() + erasureStep.timeLimitMs
  let announcedAt = now()
  for (const table of await begin(context, id)) {
    let step: Step = 'more'
    while (step === 'more') {
      if (signal.aborted || now() > until) {
        return transaction(({ enqueue }) => enqueue(eraseTenant, { id }))
      }
      const announces = now() - announcedAt > erasureStep.progressEveryMs
      if (announces) announcedAt = now()
      step = await acrossTenants('a step of erasing a business unit', (db) => eraseStep(db, { id, table, announces }))
    }
  }
  await transaction(async ({ db, enqueue }) => {
    await end(db, id)
    await enqueue(eraseFilesKind, {})
  })
}

type Db = Parameters<typeof store.erase>[0]

/** Counts the rows at the start of each job and returns the tables in the order of erasure. */
const begin = ({ acrossTenants }: WaitingJobContext, id: string): Promise<string[]> =>
  acrossTenants('count the rows of a business unit to erase', async (db) => {
    const unit = await store.lockRemoved(db, id)
    if (!unit) return []
    const order = erasureOrder(await store.unitTables(db, id))
    const left = order.reduce((sum, { rows }) => sum + rows, 0)
    const progress = { done: unit.done, total: unit.done + left }
    await store.noteProgress(db, id, progress)
    await announceProgress(db, unit, progress)
    return order.map(({ name }) => name)
  })

async function eraseStep(
  db: Db,
  { id, table, announces }: { id: string; table: string; announces: boolean },
): Promise<Step> {
  const unit = await store.lockRemoved(db, id)
  if (!unit) return 'gone'
  const gone = await store.eraseRows(db, id, table, erasureStep.rows)
  // The total is an estimate: foreign keys delete counted rows, and new rows were not counted.
  const progress = { done: Math.min(unit.done + gone, unit.total), total: unit.total }
  await store.noteProgress(db, id, progress)
  if (announces) await announceProgress(db, unit, progress)
  return gone < erasureStep.rows ? 'none left' : 'more'
}

/** Deletes the business unit and writes the audit entry in one transaction: a second job finds no row and writes nothing. */
async function end(db: Db, id: string): Promise<void> {
  const unit = await store.lockRemoved(db, id)
  if (!unit) return
  await store.erase(db, id)
  const auditActor = { actorId: null, actorEmail: null, tenantId: null, partnerId: unit.partner_id, address: null }
  await writeAudit(db, auditActor, 'tenant.removed', { target: { type: 'tenant', id, name: unit.name } })
  await announceProgress(db, unit, { done: unit.total, total: unit.total })
}

type Unit = { id: string; partner_id: string }
type Progress = { done: number; total: number }

const announceProgress = (db: Db, { id, partner_id }: Unit, progress: Progress) =>
  announce(db, {
    kind: 'progress',
    tenantId: null,
    partnerId: partner_id,
    job: tenantErasure,
    subject: id,
    what: 'records',
    ...progress,
  })
