// Custom fields: additional fields of people, defined by a business unit, or by a partner for all its business units (global).
// The values are stored with the people (features/people/users). Next: server/routes.ts (ownership), web/exports.tsx (inputs of a form).
import { z } from 'zod'
import { flag, id, isOneLine, line, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { plain } from '#platform/contract/plain.ts'

/** `list` is a drop-down list, `single` a group of radio buttons, `multiple` allows several options. */
export const fieldKinds = ['text', 'number', 'date', 'list', 'single', 'multiple'] as const
export type CustomKind = (typeof fieldKinds)[number]

/** Kinds whose values are chosen from the field's options. */
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
    /** S: the form of self-registration has an input for the field. */
    in_registration: flag(),
  },
  computed: {
    people: z.number().int(),
    /** S: a partner defined the field for all its business units, which cannot change it. */
    global: flag(),
    /** Name of the partner for a global field; otherwise null. */
    partner: z.string().nullable(),
  },
  sorts: ['name', 'kind', 'people', 'created_at'],
  filters: { parceiro_id: id().optional() },
})

const calls = crudCalls('auth/custom_fields', customField)
const add = {
  ...calls.add,
  summary:
    'Adds a custom field: to the business unit, or for staff without one a global field of the partner. Staff of the platform must choose `parceiro_id`.',
  input: z.object({ ...customField.fields, parceiro_id: id().optional() }),
}
export const customFieldCalls = { ...calls, add }

export const fieldDefinition = z.object({
  id: id(),
  name: z.string(),
  kind: z.enum(fieldKinds),
  options: z.array(z.string()),
  required: flag(),
  /** S: the field is a global field of the partner. */
  of_partner: flag(),
})
export type FieldDefinition = z.output<typeof fieldDefinition>

/** Marks a global field with `ofPartner` if a field of the business unit has the same name. */
export function withDistinctNames<Field extends Pick<FieldDefinition, 'name' | 'of_partner'>>(
  fields: readonly Field[],
  ofPartner: (name: string) => string,
): Field[] {
  const own = new Set(fields.filter((field) => !field.of_partner).map(({ name }) => plain(name)))
  return fields.map((field) =>
    field.of_partner && own.has(plain(field.name)) ? { ...field, name: ofPartner(field.name) } : field,
  )
}

export const listFieldDefinitions = call({
  method: 'GET',
  path: 'auth/custom_fields/asked',
  summary: 'All custom fields of the business unit and of its partner, in the order of the form.',
  access: 'custom_field.read',
  screens: ['custom_fields', 'user', 'reports'],
  does: 'read',
  input: z.object({}),
  answers: z.array(fieldDefinition.extend({ in_registration: flag() })),
})

export const customValue = z.union([line(500), z.number(), z.array(z.string().max(80)).max(100)])
export type CustomValue = z.output<typeof customValue>

/** Values by field id; null removes a value. */
export const customValues = z.record(id(), customValue.nullable())
export type CustomValues = z.output<typeof customValues>

/** Key of the list column of a field. Column keys contain no hyphens. */
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
 * Merges sent values into the stored ones, removes empty values, and checks them. Browser and server use this function. `faults` are by
 * field id. An unchanged stored value is not checked again, because its option may have been removed. A missing required value is a fault
 * only for a new person, or if the value was sent.
 */
export function mergeValues(
  fields: readonly FieldDefinition[],
  stored: CustomValues,
  input: CustomValues,
  { isNew }: { isNew: boolean },
): { values: CustomValues; faults: Record<string, 'required' | 'invalid'> } {
  const values: CustomValues = { ...stored }
  const faults: Record<string, 'required' | 'invalid'> = {}
  for (const [id, value] of Object.entries(input)) {
    const field = fields.find((each) => each.id === id)
    if (field === undefined) faults[id] = 'invalid'
    else if (value === null || isEmpty(value)) delete values[id]
    else if (fits[field.kind](value, field.options)) values[id] = value
    else if (JSON.stringify(stored[id]) !== JSON.stringify(value)) faults[id] = 'invalid'
  }
  for (const { id, required } of fields) {
    if (required && !(id in values) && !(id in faults) && (isNew || id in input)) faults[id] = 'required'
  }
  return { values, faults }
}
