// What features/users asks of custom fields when a person's values are written.
import type { Database } from '#platform/server/database/kysely.ts'
import type { CustomValues } from '../contract.ts'
import { mergeValues } from './rules.ts'
import { askedFields } from './store.ts'

export type Judged = {
  values: CustomValues
  /** By the field's id. */
  faults: Record<string, 'required' | 'invalid'>
  /** What a person calls each field, by `custom.<id>`. */
  labels: Record<string, string>
  /** For the trail: the values by the name a person gave the field. */
  named: (values: CustomValues) => Record<string, unknown>
}

/** Judges values for a person by the fields of the business unit. */
export async function judgeValues(
  db: Database,
  standing: CustomValues,
  given: CustomValues,
  { isNew }: { isNew: boolean },
): Promise<Judged> {
  const fields = await askedFields(db)
  const named = (values: CustomValues) =>
    Object.fromEntries(fields.flatMap(({ id, name }) => (id in values ? [[name, values[id]]] : [])))
  const labels = Object.fromEntries(fields.map(({ id, name }) => [`custom.${id}`, name]))
  return { ...mergeValues(fields, standing, given, { isNew }), labels, named }
}
