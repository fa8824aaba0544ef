// A change sends some fields of a record: which ones, and whether they differ from the stored values.
import { changesBetween } from './audit.ts'

export type DefinedFields<Sent> = { [Field in keyof Sent]?: Exclude<Sent[Field], undefined> }

/** The fields of the input that are not undefined. Without a prototype: a field that is not given inherits no value (U6). */
export function definedFields<Sent extends object>(sent: Sent): DefinedFields<Sent> {
  const fields = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.assign(Object.create(null) as object, Object.fromEntries(fields)) as DefinedFields<Sent>
}

/** True when a field of `sent` differs from the stored record. Absent fields stay unchanged. */
export const differs = (stored: object, sent: object): boolean =>
  Object.keys(changesBetween(stored, { ...stored, ...definedFields(sent) })).length > 0
