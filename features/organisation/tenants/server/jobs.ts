// Erases a business unit after its grace period: first its rows in small steps, then its own row, then its files; then it writes the proof.
// Each step is a transaction that also stores the progress on the business unit. A job that stops anywhere can therefore continue.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { erasureStep } from '#catalogue/limits.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { eraseRemovedFiles } from '#platform/server/files/kept-files.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { type AnyJob, type JobKind, job, type WaitingJobContext, waitingJob } from '#platform/server/jobs/job.ts'
import { resumeJobs } from '#platform/server/jobs/closed-units.ts'
import { announce } from '#platform/server/live/announce.ts'
import { tenantErasure } from '../contract.ts'
import { erasureOrder } from './rules.ts'
import * as erasures from './erasure-store.ts'
import { writeProof } from './proof.ts'
import * as store from './store.ts'

export const eraseTenant = {
  name: tenantErasure,
  scope: 'platform',
  isolation: 'one record',
  input: z.object({ id: id() }),
} as const satisfies JobKind

const proveErasure = {
  name: 'tenant.prove_erasure',
  scope: 'platform',
  isolation: 'one record',
  input: z.object({ id: id() }),
} as const satisfies JobKind

/** Runs the work of a business unit that waited while the unit was closed. */
export const resumeWork = {
  name: 'tenant.resume_work',
  scope: 'platform',
  isolation: 'one record',
  input: z.object({ id: id() }),
} as const satisfies JobKind

export const erasureJobs = (storage: FileStorage): AnyJob[] => [
  job({
    name: 'tenant.begin_erasures',
    scope: 'platform',
    isolation: 'enqueues',
    input: z.object({}),
    everySeconds: 60,
    run: async ({ db, enqueue }) => {
      for (const id of await erasures.beginDue(db)) await enqueue(eraseTenant, { id })
      for (const id of await erasures.unprovedUnits(db))
        await enqueue(proveErasure, { id }, { slot: id, group: id, once: true })
    },
  }),
  job({ ...resumeWork, run: ({ db }, input) => resumeJobs(db, input.id) }),
  waitingJob({ ...eraseTenant, retries: 20, run: (context, { id }) => eraseRecords(context, id) }),
  waitingJob({ ...proveErasure, retries: 20, run: (context, { id }) => prove(context, storage, id) }),
]

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
    await enqueue(proveErasure, { id })
  })
}

type Db = Parameters<typeof store.erase>[0]

/** Counts the rows at the start of each job and returns the tables in the order of erasure. */
const begin = ({ acrossTenants }: WaitingJobContext, id: string): Promise<string[]> =>
  acrossTenants('count the rows of a business unit to erase', async (db) => {
    const unit = await store.lockRemoved(db, id)
    if (!unit) return []
    const tables = await store.unitTables(db, id)
    await erasures.noteBegin(db, id, tables)
    const order = erasureOrder(tables)
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
  await erasures.noteRowsErased(db, id)
  const auditActor = { actorId: null, actorEmail: null, tenantId: null, partnerId: unit.partner_id, address: null }
  await writeAudit(db, auditActor, 'tenant.removed', { target: { type: 'tenant', id, name: unit.name } })
  await announceProgress(db, unit, { done: unit.total, total: unit.total })
}

/** Erases the files, and then writes the proof with its hash in the audit trail of the partner. Safe to repeat. */
async function prove(context: WaitingJobContext, storage: FileStorage, id: string): Promise<void> {
  const { acrossTenants, clock } = context
  const reason = 'the proof of an erasure'
  if (!(await acrossTenants(reason, (db) => erasures.findUnproved(db, id)))) return
  // Files of other owners that fail are left to the next run of that job.
  await eraseRemovedFiles(context, storage).catch((error: unknown) =>
    context.log.warn({ err: error }, 'files not erased'),
  )
  if ((await acrossTenants(reason, (db) => erasures.countLeft(db, id))).files > 0)
    throw new Error('files of an erased business unit are left')
  const stray = await storage.removeOwner(id)
  await acrossTenants(reason, async (db) => {
    const erasure = await erasures.findUnproved(db, id)
    if (!erasure) return
    const { tables } = await erasures.countLeft(db, id)
    const proof = writeProof(erasure, { tables, stray, at: clock.now() })
    if (!(await erasures.prove(db, id, proof))) return
    const auditActor = { actorId: null, actorEmail: null, tenantId: null, partnerId: erasure.partner_id, address: null }
    const target = { type: 'tenant', id, name: erasure.unit_name }
    await writeAudit(db, auditActor, 'tenant.erasure_proved', { target, after: { sha256: proof.sha256 } })
  })
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
