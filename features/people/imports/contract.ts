// Import of people from a file, step by step: send the file, say which column is which field, review the rows, add the people, read the
// results. The server keeps the rows between the steps. Next: server/rules.ts (what a row means), server/service.ts (the steps).
import { z } from 'zod'
import { flag, id, instant, line, localMoment, text } from '#catalogue/fields.ts'
import { userImports } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall, exportFormats } from '#platform/contract/export.ts'
import { added, done, listAnswer, listInput } from '#platform/contract/list.ts'

/** The fields of a person that a column may fill, by their wire names, without custom fields. */
export const importedFields = [
  'nome_usuario',
  'email',
  'phone',
  'perfil_usuario',
  'group_ids',
  'department',
  'language',
  'block_on',
  'delete_on',
] as const
export type ImportedField = (typeof importedFields)[number]

/** Columns that fill this field together are joined with a space, in the order of the file: first names and surnames. */
export const joinedField: ImportedField = 'nome_usuario'

/** The fields without which a row cannot be added. Required custom fields come in addition. */
export const requiredFields: readonly ImportedField[] = ['nome_usuario', 'email']

/**
 * What happens to the rows of people who exist. `fill` sets only fields without a value. An empty cell never deletes a value, and groups are
 * only joined.
 */
export const existingChoices = ['skip', 'fill', 'update'] as const
export type ExistingChoice = (typeof existingChoices)[number]

/** The fields that find the person of a row. Both are unique in a business unit. */
export const matchFields = ['email', 'phone'] as const
export type MatchField = (typeof matchFields)[number]

/** The fields that columns must fill. A file that changes people needs only the field that finds them. */
export const neededFields = (existing: ExistingChoice, matchedBy: MatchField): readonly ImportedField[] =>
  existing === 'skip' ? requiredFields : [matchedBy]

/** A field as target of a column: one of `importedFields`, `custom.<id>`, or nothing. */
export const columnTarget = z.union([
  z.literal(''),
  z.enum(importedFields),
  z.string().regex(/^custom\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
])

export const importStates = [
  'mapping',
  'review',
  'running',
  'paused',
  'done',
  'cancelled',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

/** `same`: the person exists and has these values, or is skipped. `undone`: the change was taken back. */
export const rowStates = ['pending', 'success', 'same', 'failed', 'undone'] as const
export type RowState = (typeof rowStates)[number]

/** The field of a fault that is about the whole person, such as the user limit. */
export const wholeRow = 'row'

/** The fault of a cell. `message` is a sentence in the caller's language; null: the field is missing or invalid. */
export const cellFault = z.object({
  field: z.string(),
  kind: z.enum(['required', 'invalid', 'refused']),
  message: z.string().nullable(),
})
export type CellFault = z.output<typeof cellFault>

const wholeNumber = z.number().int()

/** What the import will do with a row. */
export const planKinds = ['new', 'change', 'same'] as const
export type PlanKind = (typeof planKinds)[number]

/** A field of a person before and after the import, as texts. */
export const fieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const delimiters = [';', ',', '\t', '|'] as const

/** How the text of a file is read as a table. */
export const csvForm = z.object({ encoding: z.enum(encodings), delimiter: z.enum(delimiters) })

/** Why the product stopped an import: its starter may not do it any more, or its job failed too often. */
export const importProblems = ['right_lost', 'failed'] as const

export const userImport = z.object({
  id: id(),
  name: z.string(),
  state: z.enum(importStates),
  headings: z.array(z.string()),
  /** The first rows, for the choice of columns. */
  sample: z.array(z.array(z.string())),
  /** One target for each heading; before the first choice it is suggested from the heading. */
  columns: z.array(columnTarget),
  /** How the file was read. Null: it is a workbook, or its columns are confirmed. */
  reading: csvForm.nullable(),
  /** The line of the headings, 0 for none, and the first rows of the file. Null: the columns are confirmed. */
  heading: z
    .object({ line: wholeNumber, rows: z.array(z.object({ number: wholeNumber, cells: z.array(z.string()) })) })
    .nullable(),
  existing: z.enum(existingChoices),
  matched_by: z.enum(matchFields),
  /**
   * Numbers of rows. `faulty`: pending rows that have a fault. `success`: people who were added. `removed`: by hand, in the review. `kept`:
   * rows that were not taken back.
   */
  rows: z.object({
    pending: wholeNumber,
    faulty: wholeNumber,
    success: wholeNumber,
    changed: wholeNumber,
    same: wholeNumber,
    failed: wholeNumber,
    removed: wholeNumber,
    undone: wholeNumber,
    kept: wholeNumber,
  }),
  /** What the pending rows without a fault will do. */
  planned: z.object({ new: wholeNumber, change: wholeNumber, same: wholeNumber }),
  /** Number of people whose field will change, by field. */
  fields: z.array(z.object({ field: z.string(), count: wholeNumber })),
  problem: z.enum(importProblems).nullable(),
  /** Until when it can be taken back. Null: nothing was imported, or it was taken back. */
  undo_until: instant().nullable(),
  /** Number of people whom the user limit of the business unit still allows. */
  places: wholeNumber,
  /** Number of added people who got a mail with a link to set a password. */
  invited: wholeNumber,
  /** When the invitations of the added people go out; null: at once. */
  invite_at: instant().nullable(),
  created_at: instant(),
})

export const importRow = z.object({
  number: wholeNumber,
  cells: z.array(z.string()),
  faults: z.array(cellFault),
  state: z.enum(rowStates),
  plan: z.object({ kind: z.enum(planKinds), changes: z.array(fieldChange) }).nullable(),
  /** The name of the person whom the row added or changed; null: nobody yet. */
  person: z.string().nullable(),
})

export const uploadImport = call({
  method: 'POST',
  path: 'auth/users/import/upload',
  summary: `Sends a file of people: CSV, or the first sheet of an XLSX file, with at most ${String(userImports.rows)} rows, unless the operator set another number. It is kept until its columns are confirmed.`,
  access: 'user.add',
  does: 'outside',
  audit: null,
  personal: true,
  input: z.object({ name: text(userImports.fileName) }),
  answers: added,
})

export const readImportLimits = call({
  method: 'GET',
  path: 'auth/users/import/limits',
  summary: 'The largest file that can be imported: its rows.',
  access: 'user.add',
  personal: true,
  does: 'read',
  input: z.object({}),
  answers: z.object({ rows: wholeNumber }),
})

export const readImportAgain = call({
  method: 'POST',
  path: 'auth/users/import/read',
  summary: 'Reads the file in another encoding or with another delimiter, before its columns are confirmed.',
  access: 'user.add',
  personal: true,
  does: 'outside',
  audit: null,
  input: z.object({ id: id(), ...csvForm.shape }),
  answers: done,
})

export const setImportHeading = call({
  method: 'POST',
  path: 'auth/users/import/heading',
  summary:
    'Says which of the first lines has the headings, before the columns are confirmed. The rows below it are the people. 0: no line has them.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: null,
  input: z.object({ id: id(), line: z.number().int().min(0).max(10_000_000) }),
  answers: done,
})

export const readImport = call({
  method: 'GET',
  path: 'auth/users/import/get',
  summary: 'An import with its columns and its progress.',
  access: 'user.add',
  personal: true,
  does: 'read',
  input: z.object({ id: id() }),
  answers: userImport,
})

/** The imports that wait for their review or run, so that a person who left the page can continue them. */
export const listOpenImports = call({
  method: 'GET',
  path: 'auth/users/import/open',
  summary: 'The imports of the business unit that are not finished.',
  access: 'user.add',
  personal: true,
  does: 'read',
  input: z.object({}),
  answers: z.array(z.object({ id: id(), name: z.string(), state: z.enum(importStates), created_at: instant() })),
})

export const mapImport = call({
  method: 'POST',
  path: 'auth/users/import/map',
  summary:
    'Says which field each column fills and what happens to people who exist, and checks all rows. Changes of people need the permission to change them.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: null,
  input: z.object({
    id: id(),
    columns: z.array(columnTarget).max(userImports.columns),
    existing: z.enum(existingChoices).default('skip'),
    matched_by: z.enum(matchFields).default('email'),
  }),
  answers: done,
})

/**
 * The filters of the rows. Pending rows: `valid` without a fault, `faulty` with one, `new`, `change` and `same` by what they will do. `failed`:
 * rows that were not imported. `kept`: rows that were not taken back. `every`: all rows, whatever happened to them.
 */
export const rowFilters = ['valid', 'faulty', 'all', 'new', 'change', 'same', 'failed', 'kept', 'every'] as const

export const listImportRows = call({
  method: 'GET',
  path: 'auth/users/import/rows/all',
  summary: 'Rows of an import, with what is wrong with each.',
  access: 'user.add',
  personal: true,
  does: 'read',
  input: listInput(['number'], { id: id(), show: z.enum(rowFilters).default('all') }),
  answers: listAnswer(importRow),
})

export const exportImportRows = exportCall(listImportRows)

export const editImportCell = call({
  method: 'POST',
  path: 'auth/users/import/rows/edit',
  summary: 'Corrects one cell before the import starts, and checks the rows again.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: null,
  input: z.object({
    id: id(),
    number: z.number().int().min(1).max(10_000_000),
    column: z
      .number()
      .int()
      .min(0)
      .max(userImports.columns - 1),
    value: line(userImports.cellLength),
  }),
  answers: done,
})

const cellValue = z.object({
  id: id(),
  column: z
    .number()
    .int()
    .min(0)
    .max(userImports.columns - 1),
  value: line(userImports.cellLength),
})

export const countImportCells = call({
  method: 'GET',
  path: 'auth/users/import/rows/alike',
  summary: 'Counts the pending rows that have a value in a column, before all of them are corrected.',
  access: 'user.add',
  personal: true,
  does: 'read',
  input: z.object({
    ...cellValue.shape,
    column: z.coerce
      .number()
      .int()
      .min(0)
      .max(userImports.columns - 1),
  }),
  answers: z.object({ count: wholeNumber, numbers: z.array(wholeNumber) }),
})

/** `count`: the number of rows that the person saw. Another number changes nothing. */
export const mendImportCells = call({
  method: 'POST',
  path: 'auth/users/import/rows/mend',
  summary: 'Corrects a value in all pending rows that have it, and checks the rows again.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: null,
  input: z.object({
    ...cellValue.shape,
    replacement: line(userImports.cellLength),
    count: z.number().int().min(1).max(userImports.mostRows),
  }),
  answers: done,
})

export const listImportEdits = call({
  method: 'GET',
  path: 'auth/users/import/edits',
  summary: 'The last corrections of an import, the newest first.',
  access: 'user.add',
  personal: true,
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.array(
    z.object({
      id: id(),
      column: wholeNumber,
      before: z.string(),
      after: z.string(),
      number: wholeNumber,
      count: wholeNumber,
    }),
  ),
})

export const undoImportEdit = call({
  method: 'POST',
  path: 'auth/users/import/edits/undo',
  summary: 'Takes a correction back in the rows that still have its value, and checks the rows again.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: null,
  input: z.object({ id: id(), edit_id: id() }),
  answers: done,
})

export const removeImportRows = call({
  method: 'POST',
  path: 'auth/users/import/rows/remove',
  summary: 'Removes rows before the import starts: those with these numbers, or all that have a fault.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: null,
  input: z.object({
    id: id(),
    numbers: z.array(z.number().int().min(1).max(10_000_000)).max(userImports.rows),
    faulty: flag(),
  }),
  answers: done,
})

export const startImport = call({
  method: 'POST',
  path: 'auth/users/import/start',
  summary:
    'Adds and changes the people of the rows in the background. Rows with a fault fail. If a row would have another effect than in the review, nothing starts, and the review shows it.',
  access: 'user.add',
  does: 'outside',
  audit: 'user.imported',
  personal: true,
  /** `invite_at`: the local time at which the invitations of the added people go out; absent: at once. */
  input: z.object({ id: id(), invite_at: localMoment().nullable().optional() }),
  answers: done,
})

export const pauseImport = call({
  method: 'POST',
  path: 'auth/users/import/pause',
  summary: 'Pauses a running import after its present batch.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: 'user.import_paused',
  input: z.object({ id: id() }),
  answers: done,
})

export const continueImport = call({
  method: 'POST',
  path: 'auth/users/import/continue',
  summary: 'Continues a paused import with the rows that are left.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: 'user.import_continued',
  input: z.object({ id: id() }),
  answers: done,
})

export const cancelImport = call({
  method: 'POST',
  path: 'auth/users/import/cancel',
  summary:
    'Stops a running or paused import. What was imported stays, or is taken back with `take_back`, which needs the permission to remove people.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: 'user.import_cancelled',
  input: z.object({ id: id(), take_back: flag().default(false) }),
  answers: done,
})

/** `name`: the name of the file as the person typed it. */
export const undoImport = call({
  method: 'POST',
  path: 'auth/users/import/undo',
  summary: `Takes an import back in the background, at most ${String(userImports.undoDays)} days after its start: removes the people whom it added and nobody touched since, and changes the others back. The rest is listed. \`name\` is the name of the file as typed: capitals, spaces as underscores.`,
  access: 'user.remove',
  personal: true,
  does: 'write',
  audit: 'user.import_undone',
  input: z.object({ id: id(), name: line(userImports.fileName) }),
  answers: done,
})

export const reviewImportAgain = call({
  method: 'POST',
  path: 'auth/users/import/review',
  summary: 'Returns the rows of a finished or stopped import that were not imported to the review.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: null,
  input: z.object({ id: id() }),
  answers: done,
})

export const discardImport = call({
  method: 'POST',
  path: 'auth/users/import/discard',
  summary:
    'Erases an import that does not run, with its rows. What was imported stays, and cannot be taken back any more.',
  access: 'user.add',
  personal: true,
  does: 'write',
  audit: null,
  input: z.object({ id: id() }),
  answers: done,
})

export const exportImportTemplate = call({
  method: 'GET',
  path: 'auth/users/import/template',
  summary: 'A file with the headings of all fields and one example.',
  access: 'user.add',
  personal: true,
  does: 'outside',
  audit: 'list.exported',
  input: z.object({ format: z.enum(exportFormats), columns: z.string().max(100).optional() }),
  answers: z.unknown(),
})
