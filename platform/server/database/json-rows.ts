// Reads the rows of a query as one JSON text. The driver parses a row column by column in JavaScript; V8 parses one text several times faster.
// Used by session/gate.ts, which reads the rows of every list.
import pg from 'pg'

const {
  BOOL,
  INT2,
  INT4,
  INT8,
  TEXT,
  VARCHAR,
  UUID,
  JSON: JSON_TYPE,
  JSONB,
  TIMESTAMPTZ,
  DATE,
  INET,
} = pg.types.builtins

/** PostgreSQL has no names for the types of arrays. */
const arrays = { ofText: 1009, ofUuid: 2951 }

/** Types whose values are the same in JSON as the driver reads them (pool.ts). A NUMERIC is not: JSON would round it unseen. */
const equalInJson = new Set<number>([
  BOOL, INT2, INT4, INT8, TEXT, VARCHAR, UUID, JSON_TYPE, JSONB, DATE, INET, arrays.ofText, arrays.ofUuid,
]) // prettier-ignore

const dateTypes = new Set<number>([TIMESTAMPTZ])

type Row = Record<string, unknown>

/** The columns of a query that JSON carries as text and the driver as `Date`; null when JSON cannot carry its rows. */
export type JsonForm = { dates: readonly string[] } | null

/** Decides whether the rows of a query can be read as JSON, by the columns that PostgreSQL described. */
export function jsonFormOf(columns: readonly Pick<pg.FieldDef, 'name' | 'dataTypeID'>[]): JsonForm {
  const isDate = ({ dataTypeID }: { dataTypeID: number }) => dateTypes.has(dataTypeID)
  if (!columns.every((column) => isDate(column) || equalInJson.has(column.dataTypeID))) return null
  return { dates: columns.filter(isDate).map(({ name }) => name) }
}

/** Turns the dates of parsed rows into `Date`, in place. `infinity` becomes `Infinity`, as the driver reads it. */
export function withDates(rows: Row[], { dates }: NonNullable<JsonForm>): Row[] {
  for (const row of rows) {
    for (const name of dates) row[name] = dateOf(row[name])
  }
  return rows
}

function dateOf(value: unknown): Date | number | null {
  if (typeof value !== 'string') return null
  if (value === 'infinity') return Infinity
  return value === '-infinity' ? -Infinity : new Date(value)
}
