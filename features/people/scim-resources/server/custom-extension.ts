// The custom fields of the unit as an extension of a person (RFC 7643, section 3.3): one attribute for each field. Pure functions.
import {
  columnOfField,
  type CustomKind,
  type CustomValue,
  type CustomValues,
  type FieldDefinition,
  mergeValues,
} from '#features/organisation/custom-fields/contract.ts'
import { fail } from '#platform/contract/failure.ts'
import type { PatchShape } from '#platform/server/scim/patch.ts'

/** The attribute of the extension in a patch. */
export const customShape = (fields: readonly FieldDefinition[]): PatchShape => ({
  kind: 'complex',
  parts: fields.map(({ id }) => columnOfField(id)),
})

/** The values of a person by the names of attributes; null: they have none. */
export function customPart(
  fields: readonly FieldDefinition[],
  values: CustomValues,
): Record<string, CustomValue> | null {
  const present = fields.flatMap(({ id }): [string, CustomValue][] => {
    const value = values[id] ?? null
    return value === null ? [] : [[columnOfField(id), value]]
  })
  return present.length === 0 ? null : Object.fromEntries(present)
}

/**
 * The values that a directory sends, merged into the stored ones. What it does not send stays: a directory maintains the fields that it maps.
 * An attribute that no field has is ignored, as RFC 7643 allows. Fails with `scim.value_invalid` for a value that does not fit the field.
 */
export function mergedValues(
  fields: readonly FieldDefinition[],
  stored: CustomValues,
  sent: Readonly<Record<string, unknown>>,
): CustomValues {
  const input: CustomValues = {}
  for (const { id, kind } of fields) {
    const name = columnOfField(id)
    if (Object.hasOwn(sent, name)) input[id] = valueIn(kind, sent[name])
  }
  const { values, faults } = mergeValues(fields, stored, input, { isNew: false })
  return Object.keys(faults).length === 0 ? values : fail('scim.value_invalid')
}

const numberForm = /^-?\d{1,15}(?:\.\d{1,15})?$/

/** A value as the form would send it. Directories send numbers as text, and values of a list as records with `value`. */
function valueIn(kind: CustomKind, sent: unknown): CustomValue | null {
  if (sent === null || sent === undefined) return null
  if (kind === 'multiple') return (Array.isArray(sent) ? sent : [sent]).slice(0, mostValues).map((each) => textIn(each))
  if (kind === 'number' && typeof sent === 'string')
    return numberForm.test(sent) ? Number(sent) : fail('scim.value_invalid')
  if (kind === 'number' && typeof sent === 'number') return sent
  const text = textIn(sent)
  return text.length > longestText ? fail('scim.value_invalid') : text
}

const mostValues = 101
const longestText = 500

const textIn = (sent: unknown): string => {
  const value = typeof sent === 'object' && sent !== null && 'value' in sent ? sent.value : sent
  return typeof value === 'string' ? value : fail('scim.value_invalid')
}

/** The attributes in the schema of the extension. */
export const customAttributes = (fields: readonly FieldDefinition[]) =>
  fields.map(({ id, name, kind, options }) => ({
    name: columnOfField(id),
    description: name,
    type: kind === 'number' ? 'decimal' : 'string',
    multiValued: kind === 'multiple',
    ...(options.length > 0 && { canonicalValues: options }),
  }))
