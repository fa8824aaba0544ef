// What the archive of a person contains, derived from the register of personal data. Pure functions, no I/O.
import { type PersonalTable, personalTables } from '#catalogue/personal-data.ts'

export type Column = { table: string; column: string; type: string }
/** Which rows of a table are the person's: those with their id, or those with their e-mail. */
export type ArchivedTable = {
  table: string
  columns: string[]
  key: { column: string; by: 'id' | 'email' }
  /** The rows belong to one business unit. Other rows are about the account of the person. */
  isOfUnit: boolean
  file: string | null
}

const words = (text = '') => text.split(' ').filter(Boolean)

/** Columns that no archive contains: credentials, other people, and keys of the platform. */
const hiddenIn = ({ columns, others = [], ofOthers }: PersonalTable) =>
  new Set([...words(columns.credential), ...others, ...words(ofOthers), 'tenant_id', 'partner_id'])

/** @param schema all columns that are stored, without generated ones. */
export function archivedTables(schema: readonly Column[]): ArchivedTable[] {
  return Object.entries(personalTables).flatMap(([table, entry]) => {
    const columnsOfTable = schema.filter((one) => one.table === table)
    const key = keyOf(entry)
    if (!key || columnsOfTable.length === 0) return []
    const hidden = hiddenIn(entry)
    const columns = columnsOfTable
      .filter(({ column, type }) => type !== 'bytea' && !hidden.has(column) && column !== entry.file)
      .map(({ column }) => column)
    const isOfUnit = columnsOfTable.some(({ column }) => column === 'tenant_id')
    return [{ table, columns, key, isOfUnit, file: entry.file ?? null }]
  })
}

function keyOf({ person, email }: PersonalTable): ArchivedTable['key'] | null {
  if (person) return { column: person, by: 'id' }
  return email ? { column: email, by: 'email' } : null
}

/** A name for a file in the archive that no other one has, without folders. */
export function fileNameOf(name: string, index: number): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}. _-]/gu, '_').replace(/^\.+/, '')
  return `files/${index + 1}-${plain || 'file'}`
}
