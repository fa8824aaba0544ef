// What others ask of custom fields: when a person's values are written, listed and searched; `m` is the membership.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Cell, SheetColumn } from '#platform/server/export/sheet.ts'
import {
  columnOfField,
  type CustomKind,
  type CustomValue,
  type CustomValues,
  mergeValues,
  toldApart,
} from '../contract.ts'
import { askedFields, askedQuery } from './store.ts'

export type CheckedValues = {
  values: CustomValues
  /** By the field's id. */
  faults: Record<string, 'required' | 'invalid'>
  /** What a person calls each field, by `custom.<id>`. */
  labels: Record<string, string>
  /** For the trail: the values by the name a person gave the field. */
  named: (values: CustomValues) => Record<string, unknown>
}

/** Judges values for a person by the fields of the business unit and of its partner. */
export async function checkValues(
  db: Database,
  standing: CustomValues,
  given: CustomValues,
  { isNew }: { isNew: boolean },
): Promise<CheckedValues> {
  const fields = await askedFields(db)
  const named = (values: CustomValues) => byName(fields, values)
  const labels = Object.fromEntries(fields.map(({ id, name }) => [`custom.${id}`, name]))
  return { ...mergeValues(fields, standing, given, { isNew }), labels, named }
}

/** One name may be the business unit's and its partner's: both values then stand under it. */
function byName(fields: readonly { id: string; name: string }[], values: CustomValues): Record<string, unknown> {
  const alike = Map.groupBy(fields, ({ name }) => name)
  const given = [...alike].filter(([, those]) => those.some(({ id }) => id in values))
  return Object.fromEntries(
    given.map(([name, those]) => {
      const all = those.map(({ id }) => values[id] ?? null)
      return [name, all.length === 1 ? all[0] : all]
    }),
  )
}

/** The values by which people are found, in one text; null where there are none. */
export const searchedValues: RawBuilder<string | null> = sql`case when m.custom <> '{}' then (
  select string_agg(v.value, ' ') from jsonb_each_text(m.custom) v join custom_fields f on f.id::text = v.key where f.searchable) end`

/** Of those values the ones that match any of some patterns, each behind what its field is called. Example: `Matrícula: 1234`. */
export const matchedValues = (patterns: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select string_agg(f.name || ': ' || left(shown.value, 80), ' · ' order by f.name)
    from jsonb_each(m.custom) v join custom_fields f on f.id::text = v.key
   cross join lateral (select case
     when jsonb_typeof(v.value) = 'array' then (select string_agg(each, ', ') from jsonb_array_elements_text(v.value) each)
     when f.kind = 'date' then concat_ws('/', split_part(v.value #>> '{}', '-', 3), split_part(v.value #>> '{}', '-', 2), split_part(v.value #>> '{}', '-', 1))
     else v.value #>> '{}' end as value) shown
   where f.searchable and app.plain(v.value #>> '{}') like any (${patterns}))`

/** The fields as columns of a file of people; `ofPartner` has the place of a `{{name}}` that needs to say whose it is. */
export async function valueColumns(db: Database, ofPartner: string): Promise<SheetColumn<{ custom: CustomValues }>[]> {
  const { rows } = await db.executeQuery(askedQuery().compile())
  return toldApart(rows, (name) => ofPartner.replace('{{name}}', () => name)).map(({ id, name, kind }) => ({
    key: columnOfField(id),
    title: name,
    value: ({ custom }) => cellOf(kind, custom[id] ?? null),
  }))
}

function cellOf(kind: CustomKind, value: CustomValue | null): Cell {
  if (Array.isArray(value)) return value.join(', ')
  return kind === 'date' && typeof value === 'string' ? { day: value } : value
}
