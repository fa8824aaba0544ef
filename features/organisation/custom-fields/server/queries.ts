// Queries on custom fields for other features: check, export and show the values of people. In SQL, `m` is the membership.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Cell, SheetColumn } from '#platform/server/export/sheet.ts'
import {
  columnOfField,
  type CustomKind,
  type CustomValue,
  type CustomValues,
  mergeValues,
  withDistinctNames,
} from '../contract.ts'
import { lockFieldDefinitions, fieldDefinitionsQuery } from './store.ts'

export type CheckedValues = {
  values: CustomValues
  /** Faults of the values, by field id. */
  faults: Record<string, 'required' | 'invalid'>
  /** Names of the fields, by `custom.<id>`. */
  labels: Record<string, string>
  /** Values by field name, for the audit trail. */
  named: (values: CustomValues) => Record<string, unknown>
}

/** Checks values of a person against the fields of the business unit and of its partner. */
export async function checkValues(
  db: Database,
  stored: CustomValues,
  input: CustomValues,
  { isNew }: { isNew: boolean },
): Promise<CheckedValues> {
  const fields = await lockFieldDefinitions(db)
  return { ...mergeValues(fields, stored, input, { isNew }), labels: labelsOf(fields), named: namedBy(fields) }
}

/** The fields of the business unit and of its partner, protected against changes until the transaction ends: for the check of many people. */
export { lockFieldDefinitions as askedFields } from './store.ts'

/** The query for the fields of the business unit and of its partner, without a lock. */
export { fieldDefinitionsQuery as fieldsQuery } from './store.ts'

/** Names of the fields, by `custom.<id>`. */
export const labelsOf = (fields: readonly { id: string; name: string }[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ id, name }) => [`custom.${id}`, name]))

/** Values by field name, for the audit trail. */
export const namedBy =
  (fields: readonly { id: string; name: string }[]) =>
  (values: CustomValues): Record<string, unknown> =>
    byName(fields, values)

/**
 * Returns the values by field name. If the business unit and its partner use the same field name, that name has an array of both values.
 */
function byName(fields: readonly { id: string; name: string }[], values: CustomValues): Record<string, unknown> {
  const alike = Map.groupBy(fields, ({ name }) => name)
  const present = [...alike].filter(([, those]) => those.some(({ id }) => id in values))
  return Object.fromEntries(
    present.map(([name, those]) => {
      const all = those.map(({ id }) => values[id] ?? null)
      return [name, all.length === 1 ? all[0] : all]
    }),
  )
}

/** The searchable values that match a pattern, each with its field name. Example: `Matrícula: 1234`. */
export const matchedValues = (patterns: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select string_agg(f.name || ': ' || left(shown.value, 80), ' · ' order by f.name)
    from jsonb_each(m.custom) v join custom_fields f on f.id::text = v.key
   cross join lateral (select case
     when jsonb_typeof(v.value) = 'array' then (select string_agg(each, ', ') from jsonb_array_elements_text(v.value) each)
     when f.kind = 'date' then concat_ws('/', split_part(v.value #>> '{}', '-', 3), split_part(v.value #>> '{}', '-', 2), split_part(v.value #>> '{}', '-', 1))
     else v.value #>> '{}' end as value) shown
   where f.searchable and app.plain(v.value #>> '{}') like any (${patterns}))`

/** The fields as columns for an export of people. `ofPartner` is the template for names of global fields that need a mark. */
export async function valueColumns(db: Database, ofPartner: string): Promise<SheetColumn<{ custom: CustomValues }>[]> {
  const { rows } = await db.executeQuery(fieldDefinitionsQuery().compile())
  return withDistinctNames(rows, (name) => ofPartner.replace('{{name}}', () => name)).map(({ id, name, kind }) => ({
    key: columnOfField(id),
    title: name,
    value: ({ custom }) => cellOf(kind, custom[id] ?? null),
  }))
}

function cellOf(kind: CustomKind, value: CustomValue | null): Cell {
  if (Array.isArray(value)) return value.join(', ')
  return kind === 'date' && typeof value === 'string' ? { day: value } : value
}

/**
 * The fields whose value may name a reader in row-level security: they have one value, and people do not fill them in themselves at
 * registration, because they would choose whose rows they see.
 */
export const identityFields = sql<{ id: string; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', f.id, 'name', f.name) order by app.plain(f.name), f.id) from custom_fields f
   where f.kind in ('text', 'number', 'list', 'single') and not f.in_registration), '[]')`

/** Whether the values of all fields in `ids` may name a reader in row-level security. */
export async function areIdentityFields(db: Database, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const { rows } = await sql<{ fields: { id: string }[] }>`select ${identityFields} as fields`.execute(db)
  return ids.every((id) => rows[0]?.fields.some((field) => field.id === id))
}

/** Whether the values of all fields in `ids` may filter a report: people do not fill them in themselves at registration. */
export async function areFilterFields(db: Database, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const found = await db
    .selectFrom('custom_fields')
    .select('id')
    .where('id', 'in', [...ids])
    .where('in_registration', '=', false)
    .execute()
  return new Set(ids).size === found.length
}

/** A field and the values of one person: none, one, or several of a multiple choice. */
export type FieldValues = { name: string; values: (string | number)[] }

/**
 * The values of a person for the fields of `ids` (a query of their ids), by field id, as one JSON value. `tenantId`: their business unit. The
 * expressions may name any table of the caller with one letter.
 */
export const valuesOf = (
  ids: RawBuilder<unknown>,
  person: { tenantId: RawBuilder<unknown>; id: RawBuilder<unknown> },
): RawBuilder<Record<string, FieldValues>> => sql`coalesce((
  select json_object_agg(field.id, json_build_object('name', field.name, 'values', case jsonb_typeof(held.value)
           when 'array' then held.value when 'string' then jsonb_build_array(held.value) when 'number' then jsonb_build_array(held.value)
           else '[]' end))
    from custom_fields field
    left join memberships holder on holder.tenant_id = ${person.tenantId} and holder.user_id = ${person.id}
   cross join lateral (select holder.custom->(field.id::text) as value) held
   where field.id in (${ids}) and not field.in_registration), '{}')`
