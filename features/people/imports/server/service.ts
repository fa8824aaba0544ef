// The steps of an import that people take. rules.ts checks the rows at each step. Next: apply.ts (the batches of the job), undo.ts.
import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '#catalogue/errors.ts'
import { userImports as limits } from '#catalogue/limits.ts'
import { askedFields, labelsOf, namedBy } from '#features/organisation/custom-fields/server/queries.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { isTyped } from '#platform/contract/typed-name.ts'
import { auditActorOf } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import type { JobKind } from '#platform/server/jobs/job.ts'
import { type Actor, may, tenantOf } from '#platform/server/session/actor.ts'
import { readSheetInThread } from '#platform/server/sheet-files/read-in-thread.ts'
import { type CsvForm, SheetFault, type SheetFaultKind, type SheetRow } from '#platform/server/sheet-files/sheet-row.ts'
import { z } from 'zod'
import { id as idShape } from '#catalogue/fields.ts'
import { instantOfPlan } from '#features/people/users/server/commands.ts'
import { phoneCountry } from '#features/organisation/settings/server/queries.ts'
import { findByKeys, refusalOfChange } from '#features/people/users/server/queries.ts'
import type { editImportCell, mapImport, mendImportCells, removeImportRows, setImportHeading } from '../contract.ts'
import {
  type CheckedRow,
  checkRows,
  columnFaults,
  type Existing,
  type Faults,
  guessColumns,
  suggestHeadingLine,
  nothingSeen,
  rememberedHeading,
  type Row,
  type Seen,
  sentKeys,
  type Surroundings,
} from './rules.ts'
import * as store from './store.ts'

/** The job that imports the rows (jobs.ts). */
export const addPeopleKind = {
  name: 'user_import.add_people',
  scope: 'tenant',
  input: z.object({ id: idShape() }),
} satisfies JobKind

/** The job that takes an import back (jobs.ts). */
export const undoKind = {
  name: 'user_import.undo',
  scope: 'tenant',
  input: z.object({ id: idShape() }),
} satisfies JobKind

type Reading = { bytes: Uint8Array; form: CsvForm | null; mostRows: number }

/** Reads a file outside of a transaction, because that takes long. */
async function read({ bytes, form, mostRows }: Reading, caller: string) {
  const { rows: found, ...how } = await readSheetInThread(
    { bytes, limits: { ...limits, rows: mostRows + limits.topRows }, form },
    caller,
  ).catch((error: unknown) => refuseFile(error, mostRows))
  if (found.length === 0) fail('import.invalid_file')
  return { found, form: how.form }
}

/** Divides the rows of a file: the headings, the people below them, and a suggestion for each column. Lines above the headings are left out. */
async function divide(db: Database, found: readonly SheetRow[], mostRows: number) {
  const top = found.slice(0, limits.topRows)
  const fields = await askedFields(db)
  const chosen = await store.chosenTargets(
    db,
    top.flatMap(({ cells }) => cells.map(rememberedHeading)),
  )
  const headingLine = suggestHeadingLine(top, fields, chosen)
  const rows = found.filter(({ number }) => number > headingLine)
  if (rows.length === 0) fail('import.invalid_file')
  if (rows.length > mostRows) fail('import.too_many_rows', { values: { count: mostRows } })
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  const headings = headingsIn(top, headingLine, width)
  return { top, headingLine, headings, rows, columns: await suggestColumns(db, { headings, rows }) }
}

function headingsIn(top: readonly SheetRow[], line: number, width: number): string[] {
  const cells = top.find(({ number }) => number === line)?.cells ?? []
  return Array.from({ length: Math.max(width, cells.length) }, (_, index) => cells[index] ?? '')
}

function refuseFile(error: unknown, mostRows: number): never {
  if (!(error instanceof SheetFault)) throw error
  fail(codeOfFault[error.kind], { values: { count: error.kind === 'too_many_columns' ? limits.columns : mostRows } })
}

const codeOfFault = {
  unreadable: 'import.invalid_file',
  too_many_rows: 'import.too_many_rows',
  too_many_columns: 'import.too_many_columns',
  too_large: 'import.too_large',
  open_quote: 'import.open_quote',
  old_workbook: 'import.old_workbook',
  too_slow: 'import.too_slow',
} as const satisfies Record<SheetFaultKind, ErrorCode>

/** The rows by which columns are suggested. */
const sampleRows = 50

async function suggestColumns(
  db: Database,
  { headings, rows }: { headings: readonly string[]; rows: readonly { cells: readonly string[] }[] },
) {
  const chosen = await store.chosenTargets(db, headings.map(rememberedHeading))
  const sample = rows.slice(0, sampleRows).map(({ cells }) => cells)
  return guessColumns(headings, await askedFields(db), { sample, chosen })
}

/** Reads a file and stores its rows. A CSV file stays until its columns are confirmed, because its encoding is guessed. */
export async function upload(
  { actor, transaction }: OutsideContext,
  { name, bytes, mostRows }: { name: string; bytes: Uint8Array; mostRows: number },
): Promise<string> {
  if (bytes.length > limits.bytes) fail('call.too_large')
  const { found, form } = await read({ bytes, form: null, mostRows }, actor.userId)
  return transaction(async ({ db }) => {
    await hold(db, `imports of ${actor.userId}`)
    if ((await store.filesOfLastHour(db, actor.userId)) >= limits.filesAnHour)
      fail('import.too_many_files', { retryAfter: 3_600 })
    const table = await divide(db, found, mostRows)
    const csv = form && { file: Buffer.from(bytes), form }
    return store.add(db, { ...table, name, userId: actor.userId, language: actor.language, csv })
  })
}

/** Reads the stored file in another encoding or with another delimiter. */
export async function readAgain(
  { actor, transaction }: OutsideContext,
  { id, form, mostRows }: { id: string; form: CsvForm; mostRows: number },
): Promise<void> {
  const stored = await transaction(async ({ db }) => (await store.fileOf(db, id)) ?? fail('call.not_found'))
  if (stored.state !== 'mapping' || stored.file === null) fail('import.file_gone')
  const { found } = await read({ bytes: new Uint8Array(stored.file), form, mostRows }, actor.userId)
  await transaction(async ({ db }) => {
    // The erasure of a person may have deleted the file meanwhile: its rows must not come back.
    if (!(await lock(db, id, 'mapping')).hasFile) fail('import.file_gone')
    await store.replaceRows(db, id, { ...(await divide(db, found, mostRows)), form })
  })
}

/** Makes another of the first lines the headings, or none. Only the first rows are written again. */
export async function setHeading(
  { db }: WriteContext,
  { id, line, mostRows }: InputOf<typeof setImportHeading> & { mostRows: number },
): Promise<void> {
  await lock(db, id, 'mapping')
  const top = (await store.topRowsOf(db, id)) ?? fail('import.file_gone')
  if (line > 0 && !top.some(({ number }) => number === line)) fail('call.invalid', { fields: { line: 'invalid' } })
  await store.replaceTopRows(
    db,
    id,
    top,
    top.filter(({ number }) => number > line),
  )
  const { all } = await store.countPending(db, id)
  if (all === 0) fail('call.invalid', { fields: { line: 'invalid' } })
  if (all > mostRows) fail('import.too_many_rows', { values: { count: mostRows } })
  const headings = headingsIn(top, line, await store.widthOf(db, id))
  const rows = await store.pendingRows(db, id, { max: sampleRows })
  await store.setHeading(db, id, { line, headings, columns: await suggestColumns(db, { headings, rows }) })
}

/** Locks the import and fails unless it is in one of these states: another window may have moved it to another state. */
async function lock(db: Database, id: string, ...states: store.StoredImport['state'][]): Promise<store.StoredImport> {
  const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  if (!states.includes(found.state)) fail('call.stale_version')
  return found
}

export async function map(context: WriteContext, input: InputOf<typeof mapImport>): Promise<void> {
  const { db, actor } = context
  const { id, columns, existing, matched_by: matchedBy } = input
  if (existing !== 'skip' && !may(actor, 'user.update')) fail('access.functionality_refused')
  const found = await lock(db, id, 'mapping', 'review')
  const fields = await askedFields(db)
  const faults = columnFaults(columns, found.headings, fields, { existing, matchedBy })
  if (Object.keys(faults).length > 0) fail('call.invalid', { fields: faults, labels: labelsOf(fields) })
  await store.setColumns(db, id, { columns, existing, matchedBy })
  const chosen = found.headings.map((heading, index) => [rememberedHeading(heading), columns[index] ?? ''] as const)
  await store.rememberTargets(db, new Map(chosen.filter(([heading]) => heading !== '')))
  await recheck(context, { ...found, columns, existing, matchedBy })
}

export async function edit(context: WriteContext, { id, ...cell }: InputOf<typeof editImportCell>): Promise<void> {
  const { db } = context
  const found = await lock(db, id, 'review')
  const { column, value, number } = cell
  if (column >= found.headings.length) fail('call.not_found')
  if ((await store.setCells(db, id, { column, value, numbers: number, before: null })) === 0) fail('call.not_found')
  await recheck(context, found)
}

/** Corrects all rows with a value. Nothing changes if they are not as many as the person saw. */
export async function mend(context: WriteContext, input: InputOf<typeof mendImportCells>): Promise<void> {
  const { db } = context
  const { id, column, value: before, replacement: value, count } = input
  const found = await lock(db, id, 'review')
  if (column >= found.headings.length) fail('call.not_found')
  if ((await store.setCells(db, id, { column, value, numbers: null, before })) !== count) fail('call.stale_version')
  await recheck(context, found)
}

export async function undoEdit(context: WriteContext, id: string, editId: string): Promise<void> {
  const found = await lock(context.db, id, 'review')
  if (!(await store.undoEdit(context.db, id, editId))) fail('call.not_found')
  await recheck(context, found)
}

export async function removeRows(context: WriteContext, { id, ...which }: InputOf<typeof removeImportRows>) {
  const found = await lock(context.db, id, 'review')
  await store.removeRows(context.db, id, which)
  await recheck(context, found)
}

/**
 * Checks all pending rows and stores what changed: the correction of one row may change the faults of other rows. It reads and writes the rows
 * in parts, so that a large file needs no more memory than a small one. Returns whether a row has another plan than before.
 */
async function recheck({ db, actor }: Pick<WriteContext, 'db' | 'actor'>, found: store.StoredImport): Promise<boolean> {
  const seen = nothingSeen()
  let isOther = false
  for (let after = 0; ;) {
    const rows = await store.pendingRows(db, found.id, { after })
    const last = rows.at(-1)
    if (!last) return isOther
    after = last.number
    const plain = rows.map(({ number, cells }) => ({ number, cells }))
    const { checked } = await check(db, actor, found, plain, { seen, isLocked: false })
    const hasOtherPlan = ({ plan }: CheckedRow, index: number) => !isDeepStrictEqual(plan, rows[index]?.plan ?? null)
    const changed = checked.filter(
      (row, index) => !isSame(row.faults, rows[index]?.faults ?? {}) || hasOtherPlan(row, index),
    )
    isOther ||= checked.some(hasOtherPlan)
    await store.setFaults(db, found.id, changed)
  }
}

const isSame = (a: Faults, b: Faults) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([field, fault]) => b[field] === fault)

type Checked = { checked: CheckedRow[]; places: number; named: ReturnType<typeof namedBy> }

/** Checks rows against the people of the business unit. `isLocked`: the people whom the rows find are locked, because they are changed now. */
export async function check(
  db: Database,
  actor: Actor,
  { columns, language, existing, matchedBy }: store.StoredImport,
  rows: readonly Row[],
  { seen, isLocked }: { seen: Seen; isLocked: boolean },
): Promise<Checked> {
  const fields = await askedFields(db)
  const country = await phoneCountry(db, tenantOf(actor))
  const keys = sentKeys(rows, columns, country)
  const { places, ...facts } = await store.surroundings(db, keys)
  const found = await findByKeys(db, matchedBy, matchedBy === 'email' ? keys.emails : keys.phones, { isLocked })
  const around: Surroundings = {
    ...facts,
    fields,
    people: new Map(found.map((person) => [person[matchedBy] ?? '', person] satisfies [string, Existing])),
    choice: { existing, matchedBy },
    refusalOf: (subject, change) =>
      may(actor, 'user.update') ? refusalOfChange(actor, subject, change) : 'access.functionality_refused',
    language,
    country,
  }
  return { checked: await checkRows(rows, columns, around, seen), places, named: namedBy(fields) }
}

/**
 * Starts the import. Stores another review instead, and fails, if a row has another plan than the person saw. `local`: when the invitations
 * go out; null: at once.
 */
export async function start({ transaction }: OutsideContext, id: string, local: string | null): Promise<void> {
  if (!(await transaction((context) => startReviewed(context, id, local)))) fail('call.stale_version')
}

/** Returns false if the review changed. The new review is committed, so that the person sees it. */
async function startReviewed(context: WriteContext, id: string, local: string | null): Promise<boolean> {
  const { db, audit } = context
  const found = await lock(db, id, 'review', 'running')
  // A second click on the button finds the import running and changes nothing.
  if (found.state === 'running') return true
  const inviteAt = local === null ? null : await instantOfPlan(context, local)
  if (await recheck(context, found)) return false
  const pending = await store.countPending(db, id)
  if (pending.all === 0) fail('import.invalid_file')
  if (pending.valid === 0) fail('import.rows_refused', { values: { count: pending.all } })
  await store.setInviteAt(db, id, inviteAt)
  await begin(context, id)
  await audit({
    target: { type: 'user', id: null, name: found.name },
    after: { rows: pending.all, ...(inviteAt && { invite_at: inviteAt }) },
  })
  return true
}

async function begin({ db, actor, caller, enqueue }: WriteContext, id: string): Promise<void> {
  refuseKey(actor)
  await store.begin(db, id, auditActorOf(actor, caller))
  await enqueue(addPeopleKind, { id })
}

/** The job has all rights of the person, and an API key only those of its scopes. */
function refuseKey({ apiKey }: Actor): void {
  if (apiKey) fail('access.functionality_refused')
}

export async function pause(context: WriteContext, id: string): Promise<void> {
  const { db, audit } = context
  const found = await lock(db, id, 'running', 'paused', 'done')
  if (found.state !== 'running') return context.unchanged(undefined)
  await store.setState(db, id, 'paused')
  await audit({ target: { type: 'user', id: null, name: found.name } })
}

/** The person who continues is the one on whose behalf the remaining rows are imported. */
export async function resume(context: WriteContext, id: string): Promise<void> {
  const { db, audit } = context
  const found = await lock(db, id, 'paused', 'running')
  if (found.state === 'running') return context.unchanged(undefined)
  await begin(context, id)
  await audit({ target: { type: 'user', id: null, name: found.name } })
}

export async function cancel(context: WriteContext, id: string, takesBack: boolean): Promise<void> {
  const { db, actor, audit } = context
  if (takesBack && !may(actor, 'user.remove')) fail('access.functionality_refused')
  const found = await lock(db, id, 'running', 'paused', 'cancelled', 'done', 'undoing')
  if (found.state !== 'running' && found.state !== 'paused') return context.unchanged(undefined)
  const isTakenBack = takesBack && found.mayBeUndone
  if (isTakenBack) await beginUndo(context, id)
  else await store.setState(db, id, 'cancelled')
  await audit({ target: { type: 'user', id: null, name: found.name }, after: { taken_back: isTakenBack } })
}

export async function undo(context: WriteContext, id: string, name: string): Promise<void> {
  const { db, audit } = context
  const found = await lock(db, id, 'done', 'cancelled', 'undoing')
  if (found.state === 'undoing') return context.unchanged(undefined)
  if (!isTyped(name, found.name)) fail('import.name_mistyped', { fields: { name: 'import.name_mistyped' } })
  if (!found.mayBeUndone) fail('import.undo_ended', { values: { count: limits.undoDays } })
  await beginUndo(context, id)
  await audit({ target: { type: 'user', id: null, name: found.name } })
}

async function beginUndo({ db, actor, caller, enqueue }: WriteContext, id: string): Promise<void> {
  refuseKey(actor)
  await store.beginUndo(db, id, auditActorOf(actor, caller))
  await enqueue(undoKind, { id })
}

export async function reviewAgain(context: WriteContext, id: string): Promise<void> {
  const { db } = context
  const found = await lock(db, id, 'done', 'cancelled')
  await store.setState(db, id, 'review')
  await store.resetFailed(db, id)
  await recheck(context, found)
}

export async function discard({ db }: WriteContext, id: string): Promise<void> {
  await lock(db, id, 'mapping', 'review', 'done', 'cancelled', 'undone')
  await store.erase(db, id)
}
