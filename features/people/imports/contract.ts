// Import of people from a file, step by step: send the file, say which column is which field, review the rows, add the people, read the
// results. The server keeps the rows between the steps. Next: server/rules.ts (what a row means), server/service.ts (the steps).
import { z } from 'zod'
import { flag, id, instant, line, text } from '#catalogue/fields.ts'
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

/** The fields without which a row cannot be added. Required custom fields come in addition. */
export const requiredFields: readonly ImportedField[] = ['nome_usuario', 'email']

/** A field as target of a column: one of `importedFields`, `custom.<id>`, or nothing. */
export const columnTarget = z.union([
  z.literal(''),
  z.enum(importedFields),
  z.string().regex(/^custom\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
])

export const importStates = ['mapping', 'review', 'running', 'done', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]

export const rowStates = ['pending', 'success', 'failed'] as const
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

export const userImport = z.object({
  id: id(),
  name: z.string(),
  state: z.enum(importStates),
  headings: z.array(z.string()),
  /** The first rows, for the choice of columns. */
  sample: z.array(z.array(z.string())),
  /** One target for each heading; before the first choice it is suggested from the heading. */
  columns: z.array(columnTarget),
  /** Numbers of rows by state; `faulty` counts the pending rows that have a fault. */
  rows: z.object({ pending: wholeNumber, faulty: wholeNumber, success: wholeNumber, failed: wholeNumber }),
  /** Number of people whom the user limit of the business unit still allows. */
  places: wholeNumber,
  /** Number of added people who got a mail with a link to set a password. */
  invited: wholeNumber,
  created_at: instant(),
})

export const importRow = z.object({
  number: wholeNumber,
  cells: z.array(z.string()),
  faults: z.array(cellFault),
  state: z.enum(rowStates),
})

export const uploadImport = call({
  method: 'POST',
  path: 'auth/users/import/upload',
  summary: `Sends a file of people: CSV, or the first sheet of an XLSX file, with headings and at most ${String(userImports.rows)} rows. It is read, and not kept.`,
  access: 'user.add',
  does: 'outside',
  audit: null,
  personal: true,
  input: z.object({ name: text(userImports.fileName) }),
  answers: added,
})

export const readImport = call({
  method: 'GET',
  path: 'auth/users/import/get',
  summary: 'An import with its columns and its progress.',
  access: 'user.add',
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
  does: 'read',
  input: z.object({}),
  answers: z.array(z.object({ id: id(), name: z.string(), state: z.enum(importStates), created_at: instant() })),
})

export const mapImport = call({
  method: 'POST',
  path: 'auth/users/import/map',
  summary: 'Says which field each column fills, and checks all rows.',
  access: 'user.add',
  does: 'write',
  audit: null,
  input: z.object({ id: id(), columns: z.array(columnTarget).max(userImports.columns) }),
  answers: done,
})

/** The filters of the rows. `valid`: rows without a fault; `faulty`: pending rows with a fault; `failed`: rows that were not added. */
export const rowFilters = ['valid', 'faulty', 'all', 'failed'] as const

export const listImportRows = call({
  method: 'GET',
  path: 'auth/users/import/rows/all',
  summary: 'Rows of an import, with what is wrong with each.',
  access: 'user.add',
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

export const removeImportRows = call({
  method: 'POST',
  path: 'auth/users/import/rows/remove',
  summary: 'Removes rows before the import starts: those with these numbers, or all that have a fault.',
  access: 'user.add',
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
  summary: 'Adds the people of the rows in the background. Rows with a fault fail; the others are added.',
  access: 'user.add',
  does: 'write',
  audit: 'user.imported',
  personal: true,
  input: z.object({ id: id() }),
  answers: done,
})

export const cancelImport = call({
  method: 'POST',
  path: 'auth/users/import/cancel',
  summary: 'Stops a running import. People who were added stay.',
  access: 'user.add',
  does: 'write',
  audit: 'user.import_cancelled',
  input: z.object({ id: id() }),
  answers: done,
})

export const reviewImportAgain = call({
  method: 'POST',
  path: 'auth/users/import/review',
  summary: 'Returns the rows of a finished or stopped import that were not added to the review.',
  access: 'user.add',
  does: 'write',
  audit: null,
  input: z.object({ id: id() }),
  answers: done,
})

export const discardImport = call({
  method: 'POST',
  path: 'auth/users/import/discard',
  summary: 'Erases an import that does not run, with its rows. People who were added stay.',
  access: 'user.add',
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
  does: 'outside',
  audit: 'list.exported',
  input: z.object({ format: z.enum(exportFormats), columns: z.string().max(100).optional() }),
  answers: z.unknown(),
})
