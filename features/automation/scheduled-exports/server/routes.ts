import { scheduledExports as limits, scheduledExportStarts } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { downloadOf } from '#platform/server/export/download.ts'
import { definedFields, differs } from '#platform/server/defined-fields.ts'
import { filePath } from '#platform/server/files/file-path.ts'
import { forgetFiles } from '#platform/server/files/kept-files.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import {
  file,
  handle,
  outside,
  type OutsideContext,
  type Route,
  rows,
  type WriteContext,
} from '#platform/server/http/route.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { resource } from '#platform/server/resource.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { setGrantees } from '#features/people/grantees/server/commands.ts'
import { granteesOf } from '#features/people/grantees/server/queries.ts'
import { fileReadersOf, findReportToWrite } from '#features/reports/view/server/queries.ts'
import { faultOf, nextRun } from '#features/automation/triggers/server/queries.ts'
import * as calls from '../contract.ts'
import { type ExportInput, scheduledExport, scheduledExportCalls } from '../contract.ts'
import { startRun } from './commands.ts'
import * as store from './store.ts'

const {
  list,
  export: sheet,
  select,
  read,
  records,
} = resource(scheduledExport, scheduledExportCalls, {
  table: 'scheduled_exports',
  computed: store.computed,
  sorts: store.sorts,
  written: {
    days: (days: number[]) => days.join(', '),
    month_days: (days: number[]) => days.join(', '),
    times: (times: string[]) => times.join(', '),
  },
})

const target = (id: string, name: string) => ({ type: 'scheduled_export', id, name })

const add = handle(scheduledExportCalls.add, async (context, input) => {
  const { db, actor } = context
  const { user_ids, group_ids, ...fields } = input
  await mustBeValid(context, input)
  if ((await store.countExports(db)) >= limits.perUnit) fail('scheduled_export.limit_reached')
  const id = await store.add(db, fields, actor.userId)
  await setGrantees(db, store.addressees, id, { user_ids, group_ids })
  await storeNextRun(context, id)
  await context.audit({ target: target(id, fields.name), after: { ...fields, user_ids, group_ids } })
  return { status: true as const, id }
})

const update = handle(scheduledExportCalls.update, async (context, { id, version, ...sent }) => {
  const { db, actor } = context
  const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  mustBeCurrent(version, found.version)
  const before: ExportInput = { ...found.fields, ...(await granteesOf(db, store.addressees, id)) }
  const changes = definedFields({
    ...sent,
    user_ids: sent.user_ids?.toSorted(),
    group_ids: sent.group_ids?.toSorted(),
  })
  if (!differs(before, changes)) return context.unchanged({ status: true as const })
  const after: ExportInput = { ...before, ...changes }
  await mustBeValid(context, after)
  const { user_ids: _people, group_ids: _groups, ...fields } = changes
  await store.update(db, id, definedFields(fields), actor.userId)
  await setGrantees(db, store.addressees, id, after)
  await storeNextRun(context, id)
  await context.audit({ target: target(id, found.fields.name), before, after })
  return { status: true as const }
})

const remove = handle(scheduledExportCalls.remove, async (context, { id }) => {
  await records.find(context, id)
  await forgetFiles(context.db, await store.pathsOf(context.db, id))
  await records.remove(context, id)
  return { status: true as const }
})

/** Refuses an export that is incomplete, never runs, or could never deliver. Foreign keys refuse people and groups of another unit. */
async function mustBeValid({ db }: WriteContext, input: ExportInput): Promise<void> {
  if (input.report_id === null) fail('call.invalid', { fields: { report_id: 'required' } })
  const field = faultOf(input)
  if (field !== null) fail('scheduled_export.never_runs', { fields: { [field]: 'scheduled_export.never_runs' } })
  if (input.user_ids.length + input.group_ids.length === 0)
    fail('task.without_addressee', { fields: { user_ids: 'task.without_addressee' } })
  const isAllowed = await store.allowsExport(db, input.report_id)
  if (isAllowed === undefined) fail('report.missing', { fields: { report_id: 'report.missing' } })
  if (!isAllowed) fail('scheduled_export.report_off', { fields: { report_id: 'scheduled_export.report_off' } })
}

async function storeNextRun({ db, clock }: WriteContext, id: string): Promise<void> {
  const schedule = (await store.findSchedule(db, id)) ?? fail('call.not_found')
  await store.storeNextRun(db, id, schedule.zone, nextRun(schedule, schedule.zone, clock.now()))
}

/** The file with what its reader may see now; 404 if it is not theirs, too old, or shows what they may not see any more. */
async function findDelivered({ transaction, actor, clock }: OutsideContext, id: string) {
  return transaction(async ({ db }) => {
    const found = (await store.findDelivered(db, id)) ?? fail('call.not_found')
    const { report_id, pages, format, language, path } = found
    const report = report_id === null ? undefined : await findReportToWrite(db, report_id, language)
    if (!report?.export || path === null) fail('call.not_found')
    const wish = { pages, format, language, now: clock.now() }
    const [reader] = await fileReadersOf(db, report, store.onePerson(actor.userId), wish)
    if (!reader || !('content' in reader) || reader.content.key !== found.content_key) fail('call.not_found')
    return { ...found, path: filePath(path), report: report.name }
  })
}

const dayMs = 86_400_000

type ExportDependencies = { storage: FileStorage; mailing: Pick<Mailing, 'senderOf'> }

export function routes(
  { storage, mailing }: ExportDependencies,
  starts = createLimiter(scheduledExportStarts),
): Route[] {
  const readMail = outside(calls.readExportMail, ({ actor, transaction }) =>
    transaction(async ({ db }) => ({ sends: (await mailing.senderOf(db, tenantOf(actor))) !== null })),
  )

  const run = handle(calls.runExport, async (context, { id }) => {
    if (!starts.admits(context.actor.userId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
    const { name } = await records.find(context, id)
    const run_id = (await startRun(context, id, null)) ?? fail('call.failed')
    await context.audit({ target: target(id, name) })
    return { status: true as const, run_id }
  })

  const readDelivered = outside(calls.readDeliveredFile, async (context, { id }) => {
    const { name, report, bytes, created_at } = await findDelivered(context, id)
    return { name, report, bytes, ends_at: new Date(created_at.getTime() + limits.keptDays * dayMs) }
  })

  const download = file(calls.downloadDeliveredFile, (context, { id }) =>
    downloadOf(context.actor, async () => {
      const { name, type, path } = await findDelivered(context, id)
      const bytes = (await storage.read(path)) ?? fail('call.not_found')
      return { name, type, bytes }
    }),
  )

  return [
    list,
    sheet,
    select,
    read,
    add,
    update,
    remove,
    readMail,
    run,
    rows(calls.listExportRuns, store.runsQuery, (found, _, asked) =>
      pageOf(found, asked, ({ total: __, ...row }) => row),
    ),
    rows(
      calls.readExportRun,
      ({ id }) => store.runQuery(id),
      ([found]) => found ?? fail('call.not_found'),
    ),
    rows(calls.listExportRecipients, store.recipientsQuery, (found, _, asked) =>
      pageOf(found, asked, ({ total: __, ...row }) => row),
    ),
    readDelivered,
    download,
  ]
}
