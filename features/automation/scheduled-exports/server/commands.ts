// Runs of scheduled exports: who gets which file is decided when the run begins, the report service writes one file for all who see the same,
// and access is decided again in the transaction that delivers it. A person gets a file once, however often the job is delivered.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { allows } from '#catalogue/access.ts'
import { id } from '#catalogue/fields.ts'
import { inEachLanguage } from '#catalogue/languages.ts'
import { scheduledExports as limits } from '#catalogue/limits.ts'
import { errorSentence } from '#catalogue/phrases/sentence.ts'
import { Failure } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { newFilePath } from '#platform/server/files/file-path.ts'
import { noteFile, useFile } from '#platform/server/files/kept-files.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import type { JobContext, JobKind, WaitingJobContext } from '#platform/server/jobs/job.ts'
import { fitsIntoMail } from '#platform/server/mail/attachments.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { emitWebhook } from '#features/integrations/webhooks/server/commands.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { fileNamed, startFile } from '#features/reports/view/server/commands.ts'
import {
  type FileContent,
  fileReadersOf,
  findReportToWrite,
  type ReportToWrite,
} from '#features/reports/view/server/queries.ts'
import type { ExportProblem } from '../contract.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { isPassing, planOf, problemOf } from './rules.ts'
import * as store from './store.ts'

export const runKind = {
  name: 'scheduled_export.run',
  scope: 'tenant',
  input: z.object({ run_id: id() }),
} satisfies JobKind

const words = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

/** Stores and enqueues one run. `planned`: the instant, of which an export has one run; null: a person starts it. Answers its id. */
export async function startRun(
  { db, enqueue }: Pick<JobContext, 'db' | 'enqueue'>,
  exportId: string,
  planned: Date | null,
): Promise<string | null> {
  const run = await store.addRun(db, { exportId, slot: planned?.toISOString() ?? randomUUID(), planned })
  if (!run) return null
  const { id: run_id, tenant_id: tenantId } = run
  await enqueue(runKind, { run_id }, { tenantId, slot: run_id, group: tenantId })
  return run_id
}

type Needs = { embedding: Embedding; storage: FileStorage }
type Ground = Pick<WaitingJobContext, 'transaction' | 'clock' | 'log' | 'isLastAttempt' | 'signal'>
type UnitContext = Omit<JobContext, 'tenantId'> & { tenantId: TenantId }
type Group = { content: FileContent; userIds: string[] }
type Plan = {
  run: store.ExportToRun
  report: ReportToWrite
  groups: Group[]
  owner: { partnerId: string; tenantId: string }
}
type Written = { name: string; type: string; bytes: Uint8Array }

export function createExportRuns({ embedding, storage }: Needs) {
  /** A delivered run. A second delivery finds it ended. After the last attempt it is over, whatever went wrong. */
  async function run(ground: Ground, runId: string): Promise<void> {
    try {
      await attempt(ground, runId)
    } catch (error) {
      if (!ground.isLastAttempt) throw error
      ground.log.warn({ err: error, run: runId }, 'a run of a scheduled export was given up')
      await ground.transaction((context) => conclude(inUnit(context), runId, 'failed'))
    }
  }

  async function attempt(ground: Ground, runId: string): Promise<void> {
    const until = ground.clock.now().getTime() + limits.runSeconds * 1_000
    // A person whose rows or pages change meanwhile gets the file in the second round.
    for (let round = 0; round < 2; round += 1) {
      const plan = await ground.transaction((context) => planRun(inUnit(context), runId))
      if (plan === null) return
      for (const [index, group] of plan.groups.entries()) {
        if ((await deliver(ground, plan, group, until)) !== 'late') continue
        // A service that is late for one file is late for the others: the run ends here, and leaves its place to others.
        const userIds = plan.groups.slice(index).flatMap((each) => each.userIds)
        return ground.transaction(async (context) => {
          await store.settle(context.db, runId, userIds, { outcome: 'failed', problem: 'late' })
          await conclude(inUnit(context), runId, 'late')
        })
      }
    }
    await ground.transaction((context) => conclude(inUnit(context), runId, null))
  }

  /** Writes the file of one group and delivers it, in a transaction of its own. Answers `late` when its time is over. */
  async function deliver(ground: Ground, plan: Plan, group: Group, until: number): Promise<'late' | void> {
    const { run: found } = plan
    const { key } = group.content
    const earlier = await ground.transaction(({ db }) => store.findFile(db, found.run_id, key))
    if (earlier) return ground.transaction((context) => tell(inUnit(context), plan, key, earlier))
    const written = await write(ground, plan, group.content, until)
    if (written === 'late') return 'late'
    if (typeof written === 'string') {
      if (isPassing(written) && !ground.isLastAttempt) throw new Error(`the file was not written: ${written}`)
      return ground.transaction(({ db }) =>
        store.settle(db, found.run_id, group.userIds, { outcome: 'failed', problem: written }),
      )
    }
    const { bytes, ...named } = written
    const path = newFilePath('private', plan.owner.tenantId, 'bin')
    const file = { path, owner: plan.owner, kind: store.fileKind, bytes: bytes.length }
    await ground.transaction(({ db }) => noteFile(db, file, limits.unusedAnHour))
    await storage.put(path, bytes)
    await ground.transaction((context) => tell(inUnit(context), plan, key, { ...named, path, bytes: bytes.length }))
  }

  /** Lets the report service write the file. Answers the problem if it does not. */
  async function write(
    ground: Ground,
    plan: Plan,
    content: FileContent,
    until: number,
  ): Promise<Written | ExportProblem> {
    const { run: found, report } = plan
    const { identity, pages, filters, watermark } = content
    const { clock, signal } = ground
    const end = Math.min(clock.now().getTime() + limits.writeSeconds * 1_000, until)
    if (clock.now().getTime() > until) return 'late'
    try {
      const exportId = await startFile(embedding, {
        workspace: report,
        report: { ...report, report_filters: filters },
        format: found.format,
        pages,
        arePagesChosen: found.pages !== null,
        locale: found.language,
        state: null,
        identity,
        watermark,
        reader: null,
      })
      const place = [report.service_id, report.service_report_id, exportId] as const
      for (;;) {
        const progress = await embedding.ask(report, (service) => service.exportProgress(...place))
        if (progress.status === 'Failed') return 'failed'
        if (progress.status === 'Succeeded') {
          const bytes = await embedding.ask(report, (service) => service.exportFile(...place))
          if (bytes.length > limits.fileBytes) return 'too_large'
          const title = `${report.name} ${dayOf(clock.now(), report.timezone)}`
          return { ...fileNamed(title, progress.ResourceFileExtension), bytes }
        }
        if (clock.now().getTime() > end) return 'late'
        await sleep(limits.pollMs, undefined, { signal })
      }
    } catch (error) {
      if (error instanceof Failure) return problemOf(error.code)
      throw error
    }
  }

  return { run }
}

/** The day in the name of a file, such as 2026-11-30. */
const dayOf = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)

/** Decides who gets which file now. Null: the run is over. */
async function planRun(context: UnitContext, runId: string): Promise<Plan | null> {
  const { db, clock } = context
  const run = await store.lockWaiting(db, runId)
  if (!run) return null
  const standing = run.owner_id && (await store.standingOf(db, run.owner_id))
  if (!standing || !allows({ ...standing, scope: 'tenant' }, 'scheduled_export.update'))
    return failed(context, run, 'owner')
  const report = run.report_id === null ? undefined : await findReportToWrite(db, run.report_id, run.language)
  if (!report) return failed(context, run, 'report_gone')
  if (!report.export) return failed(context, run, 'export_off')
  if (report.is_asleep) return failed(context, run, 'asleep')
  const readers = await fileReadersOf(db, report, store.addressedBy(run.export_id), wishOf(run, clock.now()))
  const settled = await store.settledIn(db, runId)
  const left = limits.filesPerRun - (await store.countFiles(db, runId))
  const { groups, planned } = planOf(
    readers.filter(({ user_id }) => !settled.has(user_id)),
    left,
  )
  await store.planRecipients(db, runId, planned)
  const owner = { partnerId: await store.partnerOf(db, context.tenantId), tenantId: context.tenantId }
  return { run, report, groups, owner }
}

const wishOf = ({ pages, format, language }: store.ExportToRun, now: Date) => ({ pages, format, language, now })

/** Delivers the file to those who wait for it and may still see what it shows. */
async function tell(
  context: UnitContext,
  plan: Plan,
  key: string,
  file: Omit<store.StoredFile, 'id'> & { id?: string },
): Promise<void> {
  const { db, clock } = context
  const run = await store.lockWaiting(db, plan.run.run_id)
  if (!run) return
  // Another version may have another report, other pages or another format. The next attempt plans anew.
  if (run.version !== plan.run.version) throw new Error('the export was changed while its file was written')
  const report = run.report_id === null ? undefined : await findReportToWrite(db, run.report_id, run.language)
  if (!report?.export) return
  const waiting = store.waitingFor(run.run_id, key)
  const readers = await fileReadersOf(db, report, waiting, wishOf(run, clock.now()))
  const people = readers.flatMap((reader) =>
    'content' in reader && reader.content.key === key ? [reader.user_id] : [],
  )
  const [first] = people
  if (first === undefined) return
  const fileId = file.id ?? (await keptFile(db, run.run_id, key, file))
  await store.settle(db, run.run_id, people, { outcome: 'told', fileId })
  const { path, name, type, bytes } = file
  await notify(
    context,
    { people },
    'export_delivered',
    { report: report.name },
    {
      path: `/scheduled_exports/delivered/${fileId}`,
      cause: `scheduled export ${fileId} ${first}`,
      channels: { portal: true, email: true },
      ...(fitsIntoMail([bytes]) && { attachment: { path, name, type } }),
    },
  )
}

async function keptFile(db: Database, runId: string, key: string, file: Omit<store.StoredFile, 'id'>): Promise<string> {
  if (!(await useFile(db, file.path, store.fileKind))) throw new Error('the written file is not noted')
  const { path, name, type, bytes } = file
  return store.addFile(db, runId, key, { path, name, type, bytes })
}

/** Ends a run of which every addressee had their turn, or which was given up. */
async function conclude(context: UnitContext, runId: string, given: ExportProblem | null): Promise<void> {
  const { db } = context
  const run = await store.lockWaiting(db, runId)
  if (!run) return
  const counts = await store.countOutcomes(db, runId)
  const told = counts.find(({ outcome }) => outcome === 'told')?.count ?? 0
  const failure = given ?? counts.find(({ outcome }) => outcome === 'failed')?.problem ?? null
  if (failure !== null) return void (await failed(context, run, failure, told))
  await store.endRun(db, runId, { state: told > 0 ? 'delivered' : 'undelivered' })
  if (told === 0) return
  await auditDelivery(context, run, told)
  await emit(context, run, 'scheduled_export.delivered')
}

const auditDelivery = ({ audit }: UnitContext, { export_id, name }: store.ExportToRun, receipts: number) =>
  audit('scheduled_export.delivered', {
    target: { type: 'scheduled_export', id: export_id, name },
    after: { receipts },
  })

const emit = (
  context: UnitContext,
  { export_id, name, run_id }: store.ExportToRun,
  type: 'scheduled_export.delivered' | 'scheduled_export.failed',
): Promise<void> => emitWebhook(context, type, { scheduled_export: { id: export_id, name }, run_id })

/** Ends a run that failed, also for some of its addressees, and tells its owner. */
async function failed(context: UnitContext, run: store.ExportToRun, problem: ExportProblem, told = 0): Promise<null> {
  const { db } = context
  const { run_id, export_id, name } = run
  await store.endRun(db, run_id, { state: 'failed', problem })
  if (told > 0) await auditDelivery(context, run, told)
  await emit(context, run, 'scheduled_export.failed')
  const reason = inEachLanguage(
    (language) => `${errorSentence('export.failed', language)}. ${words[language].problems[problem]}`,
  )
  await notify(
    context,
    { among: store.caretakersOf(export_id, problem === 'owner') },
    'export_failed',
    { export: name, reason },
    { path: `/scheduled_exports/runs/${run_id}`, cause: `scheduled export trouble ${run_id}` },
  )
  return null
}

function inUnit(context: JobContext): UnitContext {
  if (context.tenantId === null) throw new Error('a scheduled export runs in a business unit')
  return { ...context, tenantId: context.tenantId }
}
