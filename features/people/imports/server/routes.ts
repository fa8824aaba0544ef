import type { Language } from '#catalogue/languages.ts'
import { importReadings } from '#catalogue/limits.ts'
import { errorPhrases, errorSentence } from '#catalogue/phrases/sentence.ts'
import { generalPhrases } from '#catalogue/phrases/general.ts'
import type { GeneralCode } from '#catalogue/errors.ts'
import { fieldsQuery } from '#features/organisation/custom-fields/server/queries.ts'
import type { FieldDefinition } from '#features/organisation/custom-fields/contract.ts'
import { fail, type FieldFault } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { exported, type Reader } from '#platform/server/export/export.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { type Route, handle, outside, rows, upload } from '#platform/server/http/route.ts'
import * as calls from '../contract.ts'
import * as service from './service.ts'
import * as store from './store.ts'

const importRoute = rows(
  calls.readImport,
  ({ id }) => store.findQuery(id),
  ([found]) => {
    if (!found) return fail('call.not_found')
    const { counts, succeeded, changed, same, removed, undone, ...fields } = found
    const { pending, faulty, failed, kept } = counts
    return {
      ...fields,
      rows: { pending, faulty, failed, kept, success: succeeded, changed, same, removed, undone },
      planned: { new: counts.new, change: counts.change, same: counts.same },
    }
  },
)

const list = rows(calls.listImportRows, store.rowsQuery, (found, { caller: { language } }, { page, size }) => {
  if (found.length === 0) return fail('call.not_found')
  return {
    data: found.flatMap(({ number, cells, faults = {}, state = 'pending', plan, person = null }) =>
      typeof number === 'number'
        ? [{ number, cells: cells ?? [], state, faults: faultTexts(faults, language), plan: planOf(plan), person }]
        : [],
    ),
    page: String(page),
    size,
    total: found[0]?.total ?? 0,
  }
})

function planOf(plan: store.StoredRow['plan'] | undefined) {
  if (!plan) return null
  const changes = plan.kind === 'change' ? Object.entries(plan.changes) : []
  return { kind: plan.kind, changes: changes.map(([field, [before, after]]) => ({ field, before, after })) }
}

const faultTexts = (faults: Record<string, FieldFault>, language: Language) =>
  Object.entries(faults).map(([field, fault]) => faultText(field, fault, language))

function faultText(field: string, fault: FieldFault, language: Language): calls.CellFault {
  if (fault === 'required' || fault === 'invalid') return { field, kind: fault, message: null }
  return { field, kind: 'refused', message: sentenceOf(fault, language) }
}

/** Returns the sentence of a stored fault. A code that this version of the product does not know has a general sentence. */
const sentenceOf = (fault: string, language: Language) =>
  errorSentence(Object.hasOwn(errorPhrases[language], fault) ? (fault as GeneralCode) : 'call.failed', language)

/**
 * The rows as a file, with their result and faults in the last columns, so that a person can correct the file and send it again. The cells of
 * imported rows are deleted; their name and e-mail are those that the person has now.
 */
const rowsFile = exported(calls.exportImportRows, {
  target: 'user',
  query: store.rowsOfFile,
  columns: async (reader, db, { id }) => {
    const { headings, columns } = (await store.headingsOf(db, id)) ?? fail('call.not_found')
    const fields = await fieldsOf(db)
    return [
      ...headings.map((title, index) => ({
        key: `column_${String(index)}`,
        title,
        value: (row: store.RowListed) =>
          row.cells[index] ??
          ofPerson(row, columns.indexOf(columns[index] ?? '') === index ? columns[index] : undefined),
      })),
      { key: 'result', title: reader.word('field.result'), value: (row) => reader.word(resultOf(row)) },
      { key: 'reason', title: reader.word('field.reason'), value: ({ faults }) => reasonOf(faults, reader, fields) },
    ]
  },
})

function ofPerson({ person, email }: store.RowListed, target: string | undefined): string | null {
  if (target === 'nome_usuario') return person
  return target === 'email' ? email : null
}

const resultOf = ({ state, effect }: store.RowListed) =>
  `field.result_${state === 'success' ? (effect ?? 'added') : state}`

const fieldsOf = async (db: Database) => (await db.executeQuery<FieldDefinition>(fieldsQuery().compile())).rows

const reasonOf = (faults: Record<string, FieldFault>, reader: Reader, fields: readonly FieldDefinition[]) =>
  Object.entries(faults)
    .map(([field, fault]) =>
      fault === 'required' || fault === 'invalid'
        ? generalPhrases[reader.language].field[fault].replace('{{name}}', () => labelOf(field, reader, fields))
        : sentenceOf(fault, reader.language),
    )
    .join('; ')

const labelOf = (field: string, { word }: Reader, fields: readonly FieldDefinition[]) =>
  fields.find(({ id }) => `custom.${id}` === field)?.name ?? word(`field.${field}`)

const template = exported(calls.exportImportTemplate, {
  target: 'user',
  query: store.exampleQuery,
  columns: async (reader, db) => {
    const { word } = reader
    const example: Record<string, string> = {
      nome_usuario: 'Ana Souza',
      email: 'ana.souza@example.com',
      phone: '+5511987654321',
      perfil_usuario: word('profile.user'),
      language: reader.language,
    }
    const own = calls.importedFields.map((field) => ({ title: word(`field.${field}`), cell: example[field] ?? null }))
    const custom = (await fieldsOf(db)).map(({ name, options }) => ({ title: name, cell: options[0] ?? null }))
    return [...own, ...custom].map(({ title, cell }, index) => ({
      key: `column_${String(index)}`,
      title,
      value: () => cell,
    }))
  },
})

const done = { status: true as const }

export const routes = ({ importRows }: { importRows: number }, readings = createLimiter(importReadings)): Route[] => [
  importRoute,
  rows(calls.readImportLimits, store.exampleQuery, () => ({ rows: importRows })),
  rows(calls.listOpenImports, store.openQuery, (found) => found),
  list,
  rowsFile,
  template,
  upload(calls.uploadImport, async (context, { name }, bytes) => ({
    ...done,
    id: await service.upload(context, { name, bytes, mostRows: importRows }),
  })),
  outside(calls.readImportAgain, async (context, { id, ...form }) => {
    if (!readings.admits(context.actor.userId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
    await service.readAgain(context, { id, form, mostRows: importRows })
    return done
  }),
  handle(calls.setImportHeading, async (context, input) => {
    await service.setHeading(context, { ...input, mostRows: importRows })
    return done
  }),
  rows(calls.countImportCells, store.alikeQuery, ([found]) => found ?? fail('call.not_found')),
  rows(
    calls.listImportEdits,
    ({ id }) => store.editsQuery(id),
    (found) => {
      if (found.length === 0) return fail('call.not_found')
      return found.flatMap(({ id, ...edit }) => (id === null ? [] : [{ id, ...edit }]))
    },
  ),
  handle(calls.mendImportCells, async (context, input) => {
    await service.mend(context, input)
    return done
  }),
  handle(calls.undoImportEdit, async (context, { id, edit_id: editId }) => {
    await service.undoEdit(context, id, editId)
    return done
  }),
  handle(calls.mapImport, async (context, input) => {
    await service.map(context, input)
    return done
  }),
  handle(calls.editImportCell, async (context, input) => {
    await service.edit(context, input)
    return done
  }),
  handle(calls.removeImportRows, async (context, input) => {
    await service.removeRows(context, input)
    return done
  }),
  outside(calls.startImport, async (context, { id, invite_at: local = null }) => {
    await service.start(context, id, local)
    return done
  }),
  handle(calls.pauseImport, async (context, { id }) => {
    await service.pause(context, id)
    return done
  }),
  handle(calls.continueImport, async (context, { id }) => {
    await service.resume(context, id)
    return done
  }),
  handle(calls.cancelImport, async (context, { id, take_back: takesBack }) => {
    await service.cancel(context, id, takesBack)
    return done
  }),
  handle(calls.undoImport, async (context, { id, name }) => {
    await service.undo(context, id, name)
    return done
  }),
  handle(calls.reviewImportAgain, async (context, { id }) => {
    await service.reviewAgain(context, id)
    return done
  }),
  handle(calls.discardImport, async (context, { id }) => {
    await service.discard(context, id)
    return done
  }),
]
