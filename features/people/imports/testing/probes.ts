import { typedName } from '#platform/contract/typed-name.ts'
import { addRecord, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

/** Adds an import with one valid row. */
const newImport = (state: string) => async (made: Made) => {
  const { db, unique } = made
  const id = await addRecord(db, 'user_imports', {
    tenant_id,
    name: `Quokka ${unique}.csv`,
    state,
    user_id: people.adminOfNorte.id,
    headings: ['Nome', 'E-mail'],
    columns: ['nome_usuario', 'email'],
    top_rows: JSON.stringify([
      { number: 1, cells: ['Nome', 'E-mail'] },
      { number: 2, cells: [`Quokka ${unique}`, `quokka-${unique}@example.com`] },
    ]),
    language: 'pt-BR',
    starter: JSON.stringify({ actorId: people.adminOfNorte.id }),
  })
  await db
    .insertInto('user_import_rows')
    .values({
      tenant_id,
      import_id: id,
      number: 2,
      cells: [`Quokka ${unique}`, `quokka-${unique}@example.com`],
      plan: JSON.stringify({ kind: 'new' }),
    })
    .execute()
  return id
}

/** An import of a CSV file whose columns are not confirmed. */
async function withFile(made: Made) {
  const id = await newImport('mapping')(made)
  const file = { file: Buffer.from('Nome;E-mail\nAna;a@example.com'), encoding: 'utf-8', delimiter: ';' }
  await made.db.updateTable('user_imports').set(file).where('id', '=', id).execute()
  return id
}

/** An import with a correction. */
async function edited(made: Made) {
  const import_id = await newImport('review')(made)
  const fields = { tenant_id, import_id, column_index: 0, before: 'A', after: 'B', numbers: [2] }
  return { id: import_id, edit_id: await addRecord(made.db, 'user_import_edits', fields) }
}

/** An import that added one person. */
async function imported(made: Made) {
  const id = await newImport('done')(made)
  await made.db.updateTable('user_imports').set({ started_at: new Date(), succeeded: 1 }).where('id', '=', id).execute()
  return id
}

const of = (state: string, more: object = {}) =>
  foreign(async (made) => ({ id: await newImport(state)(made), ...more }))

export const probes: Probes = {
  'auth/users/import/upload': own({ name: 'pessoas.csv' }),
  'auth/users/import/heading': of('mapping', { line: 0 }),
  'auth/users/import/get': of('review'),
  'auth/users/import/open': own(),
  'auth/users/import/limits': own(),
  'auth/users/import/read': foreign(async (made) => ({ id: await withFile(made), encoding: 'utf-8', delimiter: ';' })),
  'auth/users/import/rows/alike': of('review', { column: 0, value: 'Quokka' }),
  'auth/users/import/rows/mend': foreign(async (made) => ({
    id: await newImport('review')(made),
    column: 0,
    value: `Quokka ${made.unique}`,
    replacement: 'Wombat',
    count: 1,
  })),
  'auth/users/import/edits': of('review'),
  'auth/users/import/edits/undo': foreign(edited),
  'auth/users/import/map': of('mapping', { columns: ['nome_usuario', 'email'] }),
  'auth/users/import/rows/all': of('review'),
  'auth/users/import/rows/export': of('done', { format: 'csv' }),
  'auth/users/import/rows/edit': of('review', { number: 2, column: 0, value: 'Quokka' }),
  'auth/users/import/rows/remove': of('review', { numbers: [2], faulty: 'N' }),
  'auth/users/import/start': of('review'),
  'auth/users/import/pause': of('running'),
  'auth/users/import/continue': of('paused'),
  'auth/users/import/cancel': of('running'),
  'auth/users/import/undo': foreign(async (made) => ({
    id: await imported(made),
    name: typedName(`Quokka ${made.unique}.csv`),
  })),
  'auth/users/import/review': of('done'),
  'auth/users/import/discard': of('review'),
  'auth/users/import/template': own({ format: 'csv' }),
}
