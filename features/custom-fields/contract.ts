// Custom fields: what a business unit wants to know of its people beyond what the product asks. The values stand with the people
// (features/users). Next: server/rules.ts (what a value of each kind may be), web/custom-values.tsx (how it is asked).
import { z } from 'zod'
import { flag, id, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'

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
  computed: { people: z.number().int() },
  sorts: ['name', 'kind', 'people', 'created_at'],
  filters: {},
})

export const customFieldCalls = crudCalls('auth/custom_fields', customField)

export const askedField = z.object({
  id: id(),
  name: z.string(),
  kind: z.enum(fieldKinds),
  options: z.array(z.string()),
  required: flag(),
})
export type AskedField = z.output<typeof askedField>

export const listAskedFields = call({
  method: 'GET',
  path: 'auth/custom_fields/asked',
  summary: 'All custom fields of the business unit, as the form of a person asks them.',
  access: 'custom_field.read',
  screens: ['custom_fields', 'user'],
  does: 'read',
  input: z.object({}),
  answers: z.array(askedField),
})

export const customValue = z.union([z.string().max(500), z.number(), z.array(z.string().max(80)).max(100)])
export type CustomValue = z.output<typeof customValue>

/** By the field's id; null takes a value away. */
export const customValues = z.record(id(), customValue.nullable())
export type CustomValues = z.output<typeof customValues>
