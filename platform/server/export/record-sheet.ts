// The export columns of a plain entity, derived from its schemas: field labels as titles, values as a person writes them.
// It knows no noun. Next: export.ts (the route), ../resource.ts (the caller).
import { z } from 'zod'
import type { Reader } from './export.ts'
import type { Cell, SheetColumn } from './sheet.ts'

type Record = { [field: string]: unknown }

/** Formatters for fields that have no default format. */
export type Written = { [field: string]: (value: never, reader: Reader) => Cell }

/** One column per field, then the creation date. A structured value is left out unless `written` has a formatter for it. */
export function recordSheet(shape: z.ZodRawShape, written: Written, reader: Reader): SheetColumn<Record>[] {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const write = writerOf(name, schema, written[name], reader)
    return write
      ? [{ key: name, title: reader.word(`field.${name}`, name), value: (row: Record) => write(row[name]) }]
      : []
  })
  return [...fields, { key: 'created_at', title: reader.madeOn, value: (row) => row['created_at'] as Date }]
}

type CellWriter = (value: unknown) => Cell

function writerOf(
  name: string,
  schema: z.core.$ZodType,
  own: Written[string] | undefined,
  reader: Reader,
): CellWriter | null {
  if (own) return (value) => own(value as never, reader)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    const inner = writerOf(name, schema.unwrap(), undefined, reader)
    return inner && ((value) => (value === null || value === undefined ? null : inner(value)))
  }
  if (schema instanceof z.ZodCodec) return writerOf(name, schema.def.out, undefined, reader)
  if (schema instanceof z.ZodBoolean) return (value) => reader.yesNo(value === true)
  if (schema instanceof z.ZodEnum) return (value) => reader.word(`choice.${name}.${String(value)}`)
  if (schema instanceof z.ZodArray) return isPlain(schema.element) ? (value) => (value as string[]).join(', ') : null
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return null
  if (schema instanceof z.ZodISODate) return (value) => ({ day: value as string })
  return (value) => value as Cell
}

const isPlain = (schema: z.core.$ZodType) => !(schema instanceof z.ZodObject || schema instanceof z.ZodArray)
