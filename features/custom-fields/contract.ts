// Custom fields: what a business unit, or its partner for all of its units, wants to know of people beyond what the product asks.
// The values stand with the people (features/users). Next: server/routes.ts (whose field is whose), web/picker.tsx (how it is asked).
import { z } from 'zod'
import { flag, id, isOneLine, line, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { plain } from '#platform/contract/plain.ts'

/** `list` opens and closes, `single` shows its choices at once, `multiple` takes several of them. */
export const fieldKinds = ['text', 'number', 'date', 'list', 'single', 'multiple'] as const
export type CustomKind = (typeof fieldKinds)[number]

/** Kinds whose values are chosen from the field's own options. */
export const isChosen = (kind: CustomKind): boolean => kind === 'list' || kind === 'single' || kind === 'multiple'

export const customField = entity({
  noun: 'custom_field',
  title: ['custom field', 'custom fields'],
  fields: {
    name: text(60),
    kind: z.enum(fieldKinds),
    options: z.array(text(80)).max(100),
    required: flag(),
    searchable: flag(),
  },
  computed: {
    people: z.number().int(),
    /** A partner's, valid in all of its business units, which fill it in and do not change it. */
    global: flag(),
    /** Whose it is, of a global one. */
    partner: z.string().nullable(),
  },
  sorts: ['name', 'kind', 'people', 'created_at'],
  filters: { parceiro_id: id().optional() },
})

const calls = crudCalls('auth/custom_fields', customField)
const add = {
  ...calls.add,
  summary:
    'Adds a custom field: inside a business unit one of its own, outside a global one. `parceiro_id` is chosen by the platform’s staff.',
  input: z.object({ ...customField.fields, parceiro_id: id().optional() }),
}
export const customFieldCalls = { ...calls, add }

export const askedField = z.object({
  id: id(),
  name: z.string(),
  kind: z.enum(fieldKinds),
  options: z.array(z.string()),
  required: flag(),
  /** The partner's, and not the business unit's own. */
  of_partner: flag(),
})
export type AskedField = z.output<typeof askedField>

/** A partner's field that is called as one of the business unit's own says whose it is; `ofPartner` adds that to a name. */
export function toldApart<Field extends Pick<AskedField, 'name' | 'of_partner'>>(
  fields: readonly Field[],
  ofPartner: (name: string) => string,
): Field[] {
  const own = new Set(fields.filter((field) => !field.of_partner).map(({ name }) => plain(name)))
  return fields.map((field) =>
    field.of_partner && own.has(plain(field.name)) ? { ...field, name: ofPartner(field.name) } : field,
  )
}

export const listAskedFields = call({
  method: 'GET',
  path: 'auth/custom_fields/asked',
  summary: 'All custom fields of the business unit and of its partner, as the form of a person asks them.',
  access: 'custom_field.read',
  screens: ['custom_fields', 'user'],
  does: 'read',
  input: z.object({}),
  answers: z.array(askedField),
})

export const customValue = z.union([line().max(500), z.number(), z.array(z.string().max(80)).max(100)])
export type CustomValue = z.output<typeof customValue>

/** By the field's id; null takes a value away. */
export const customValues = z.record(id(), customValue.nullable())
export type CustomValues = z.output<typeof customValues>

/** The key of a list's column that shows the values of a field: a word, as keys of columns are. */
export const columnOfField = (fieldId: string): string => `custom_${fieldId.replaceAll('-', '')}`

const fits: Record<CustomKind, (value: CustomValue, options: readonly string[]) => boolean> = {
  text: (value) => typeof value === 'string' && isOneLine(value) && value.isWellFormed(),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  date: (value) => z.iso.date().safeParse(value).success,
  list: (value, options) => typeof value === 'string' && options.includes(value),
  single: (value, options) => typeof value === 'string' && options.includes(value),
  multiple: (value, options) =>
    Array.isArray(value) && new Set(value).size === value.length && value.every((each) => options.includes(each)),
}

const isEmpty = (value: CustomValue | null) =>
  value === null || (typeof value === 'string' ? value.trim() === '' : typeof value !== 'number' && value.length === 0)

/**
 * The rule of both sides: the form says it before it asks, and the server keeps it.
 * What becomes of a person's values: the given ones over those that stand, empty ones gone. `faults` by field id. A value that
 * stands is not judged again (its option may be gone by now), and a required field is missed only when it is touched or is new.
 */
export function mergeValues(
  fields: readonly AskedField[],
  standing: CustomValues,
  given: CustomValues,
  { isNew }: { isNew: boolean },
): { values: CustomValues; faults: Record<string, 'required' | 'invalid'> } {
  const values: CustomValues = { ...standing }
  const faults: Record<string, 'required' | 'invalid'> = {}
  for (const [id, value] of Object.entries(given)) {
    const field = fields.find((each) => each.id === id)
    if (field === undefined) faults[id] = 'invalid'
    else if (value === null || isEmpty(value)) delete values[id]
    else if (fits[field.kind](value, field.options)) values[id] = value
    else if (JSON.stringify(standing[id]) !== JSON.stringify(value)) faults[id] = 'invalid'
  }
  for (const { id, required } of fields) {
    if (required && !(id in values) && !(id in faults) && (isNew || id in given)) faults[id] = 'required'
  }
  return { values, faults }
}
