// The steps of an import. rules.ts checks the rows at each step, and once more when they are added. One transaction adds a batch of rows
// with its people, their audit entries and their mails, so that a job that stops at any point adds nobody twice.
import type { ErrorCode } from '#catalogue/errors.ts'
import { userImports as limits } from '#catalogue/limits.ts'
import { askedFields, labelsOf, namedBy } from '#features/organisation/custom-fields/server/queries.ts'
import { type Inviting, inviteAdded } from '#features/identity/passwords/server/commands.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { auditActorOf } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { hold } from '#platform/server/database/hold.ts'
import { orUndo } from '#platform/server/database/or-undo.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import type { JobContext, JobKind } from '#platform/server/jobs/job.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { readSheetInThread } from '#platform/server/sheet-files/read-in-thread.ts'
import { SheetFault, type SheetRow } from '#platform/server/sheet-files/sheet-row.ts'
import { z } from 'zod'
import { id as idShape } from '#catalogue/fields.ts'
import { addCheckedPeople } from '#features/people/users/server/commands.ts'
import { constraints } from '#features/people/users/server/queries.ts'
import { type editImportCell, type removeImportRows, wholeRow } from '../contract.ts'
import {
  type CheckedRow,
  checkRows,
  columnFaults,
  type Faults,
  guessColumns,
  type Person,
  sentKeys,
  type Surroundings,
} from './rules.ts'
import * as store from './store.ts'

/** The job that adds the people (jobs.ts). */
export const addPeopleKind = {
  name: 'user_import.add_people',
  scope: 'tenant',
  input: z.object({ id: idShape() }),
} satisfies JobKind

const sheetLimits = { ...limits, rows: limits.rows + 1 }

/** Reads a file outside of a transaction, because that takes long, and stores its rows. */
export async function upload({ actor, transaction }: OutsideContext, name: string, bytes: Uint8Array): Promise<string> {
  if (bytes.length > limits.bytes) fail('call.too_large')
  const [first, ...rows] = await readSheetInThread({ bytes, limits: sheetLimits }, actor.userId).catch(refuseFile)
  if (first === undefined || rows.length === 0) fail('import.invalid_file')
  const width = Math.max(...[first, ...rows].map(({ cells }) => cells.length))
  const headings = filled(first, width)
  const filledRows = rows.map((row) => ({ number: row.number, cells: filled(row, width) }))
  return transaction(async ({ db }) => {
    await hold(db, `imports of ${actor.userId}`)
    if ((await store.filesOfLastHour(db, actor.userId)) >= limits.filesAnHour)
      fail('import.too_many_files', { retryAfter: 3_600 })
    const columns = guessColumns(headings, await askedFields(db))
    const { userId, language } = actor
    return store.add(db, { name, userId, language, headings, columns, rows: filledRows })
  })
}

function refuseFile(error: unknown): never {
  if (!(error instanceof SheetFault)) throw error
  if (error.kind === 'unreadable') fail('import.invalid_file')
  fail('import.too_many_rows', { values: { count: limits.rows } })
}

const filled = ({ cells }: SheetRow, width: number) => Array.from({ length: width }, (_, index) => cells[index] ?? '')

/** Locks the import and fails unless it is in one of these states: another window may have moved it to another state. */
async function lock(db: Database, id: string, ...states: store.StoredImport['state'][]): Promise<store.StoredImport> {
  const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  if (!states.includes(found.state)) fail('call.stale_version')
  return found
}

export async function map({ db }: WriteContext, id: string, columns: string[]): Promise<void> {
  const found = await lock(db, id, 'mapping', 'review')
  const fields = await askedFields(db)
  const faults = columnFaults(columns, found.headings, fields)
  if (Object.keys(faults).length > 0) fail('call.invalid', { fields: faults, labels: labelsOf(fields) })
  await store.setColumns(db, id, columns)
  await recheck(db, { ...found, columns })
}

export async function edit({ db }: WriteContext, { id, ...cell }: InputOf<typeof editImportCell>): Promise<void> {
  const found = await lock(db, id, 'review')
  if (cell.column >= found.headings.length || !(await store.setCell(db, id, cell))) fail('call.not_found')
  await recheck(db, found)
}

export async function removeRows({ db }: WriteContext, { id, ...which }: InputOf<typeof removeImportRows>) {
  const found = await lock(db, id, 'review')
  await store.removeRows(db, id, which)
  await recheck(db, found)
}

/** Checks all pending rows and stores the faults that changed: the correction of one row may change the faults of other rows. */
async function recheck(db: Database, found: store.StoredImport): Promise<void> {
  const rows = await store.pendingRows(db, found.id, null)
  const { checked } = await check(db, found, rows)
  const changed = checked.filter(({ faults }, index) => !isSame(faults, rows[index]?.faults ?? {}))
  await store.setFaults(db, found.id, changed)
}

const isSame = (a: Faults, b: Faults) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([field, fault]) => b[field] === fault)

async function check(db: Database, { columns, language }: store.StoredImport, rows: readonly store.StoredRow[]) {
  const fields = await askedFields(db)
  const {
    groups,
    emails,
    phones,
    today,
    places: remainingUsers,
  } = await store.surroundings(db, sentKeys(rows, columns))
  const around: Surroundings = {
    fields,
    groups,
    takenEmails: new Set(emails),
    takenPhones: new Set(phones),
    today,
    language,
  }
  return { checked: await checkRows(rows, columns, around), places: remainingUsers, named: namedBy(fields) }
}

export async function start(context: WriteContext, id: string): Promise<void> {
  const { db, actor, caller, audit, enqueue } = context
  const found = await lock(db, id, 'review', 'running')
  // A second click on the button finds the import running and changes nothing.
  if (found.state === 'running') return context.unchanged(undefined)
  await recheck(db, found)
  const rows = await store.pendingRows(db, id, null)
  if (rows.length === 0) fail('import.invalid_file')
  if (rows.every(({ faults }) => Object.keys(faults).length > 0))
    fail('import.rows_refused', { values: { count: rows.length } })
  await store.begin(db, id, auditActorOf(actor, caller))
  await enqueue(addPeopleKind, { id })
  await audit({ target: { type: 'user', id: null, name: found.name }, after: { rows: rows.length } })
}

export async function cancel(context: WriteContext, id: string): Promise<void> {
  const { db, audit } = context
  const found = await lock(db, id, 'running', 'cancelled', 'done')
  if (found.state !== 'running') return context.unchanged(undefined)
  await store.setState(db, id, 'cancelled')
  await audit({ target: { type: 'user', id: null, name: found.name } })
}

export async function reviewAgain({ db }: WriteContext, id: string): Promise<void> {
  const found = await lock(db, id, 'done', 'cancelled')
  await store.setState(db, id, 'review')
  await store.resetFailed(db, id)
  await recheck(db, found)
}

export async function discard({ db }: WriteContext, id: string): Promise<void> {
  await lock(db, id, 'mapping', 'review', 'done', 'cancelled')
  await store.erase(db, id)
}

type Adding = JobContext & { tenantId: TenantId }

/**
 * Adds the people of the next batch of rows. Returns whether more rows may be pending. Rows whose stored faults are known fail without
 * another check.
 */
export async function addNext(context: Adding, inviting: Inviting, id: string): Promise<boolean> {
  const { db } = context
  const found = await store.findForUpdate(db, id)
  if (found?.state !== 'running' || !found.starter) return false
  const rows = await store.pendingRows(db, id, limits.batchRows)
  if (rows.length === 0) {
    await store.setState(db, id, 'done')
    return false
  }
  const isFaulty = ({ faults }: store.StoredRow) => Object.keys(faults).length > 0
  const known = rows.filter(isFaulty)
  const {
    checked,
    places: remainingUsers,
    named,
  } = await check(
    db,
    found,
    rows.filter((row) => !isFaulty(row)),
  )
  const valid = checked.filter((row): row is ValidRow => row.person !== null)
  const failed: { number: number; faults: object }[] = [...known, ...checked.filter(({ person }) => person === null)]
  const fitting = valid.slice(0, Math.max(0, remainingUsers))
  failed.push(
    ...valid.slice(fitting.length).map(({ number }) => ({ number, faults: wholeFault('tenant.user_limit_reached') })),
  )
  const addThese = async (people: readonly ValidRow[]) => {
    const starter = found.starter ?? fail('call.failed')
    const ids = await addCheckedPeople(
      db,
      { tenantId: context.tenantId, auditActor: starter, named },
      people.map(asUser),
    )
    return people.map((row, index) => ({ ...row, id: ids[index] ?? fail('call.failed') }))
  }
  const added = await addAll(db, fitting, addThese, failed)
  const partnerId = await store.partnerOf(db, context.tenantId)
  const invited = await inviteAdded(
    { ...context, partnerId },
    inviting,
    added.map(({ id, person }) => ({ ...person, id })),
  )
  await store.setFaults(db, id, failed, 'failed')
  await store.setSucceeded(
    db,
    id,
    added.map(({ number }) => number),
    invited,
  )
  return true
}

type ValidRow = CheckedRow & { person: Person }
type AddedRow = ValidRow & { id: string }

const asUser = ({ person }: ValidRow) => ({ ...person, password_hash: null })

/**
 * Adds all people of a batch at once. When another transaction took an e-mail or reached the user limit meanwhile, it adds them one by one:
 * the database then refuses single rows, and only these rows fail.
 */
async function addAll(
  db: Database,
  rows: readonly ValidRow[],
  addThese: (rows: readonly ValidRow[]) => Promise<AddedRow[]>,
  failed: { number: number; faults: object }[],
): Promise<AddedRow[]> {
  const all = await orUndo(db, () => addThese(rows))
  if (!('constraint' in all)) return all
  const added: AddedRow[] = []
  for (const row of rows) {
    const one = await orUndo(db, () => addThese([row]))
    if ('constraint' in one) failed.push({ number: row.number, faults: faultOf(one.constraint) })
    else added.push(...one)
  }
  return added
}

function faultOf(constraint: string): object {
  const code = constraints[constraint]
  if (code === undefined)
    return constraint === 'user_group_members_group' ? { group_ids: 'group.missing' } : wholeFault('call.failed')
  return typeof code === 'string' ? wholeFault(code) : { [code.field]: code.code }
}

const wholeFault = (code: ErrorCode) => ({ [wholeRow]: code })

/** Stops the import after the last attempt of its job failed, so that a person can see the error and continue. */
export async function stop({ db }: JobContext, id: string): Promise<void> {
  const found = await store.findForUpdate(db, id)
  if (found?.state === 'running') await store.setState(db, id, 'cancelled')
}
