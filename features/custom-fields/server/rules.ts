import { z } from 'zod'
import { type AskedField, type CustomKind, type CustomValue, type CustomValues, isChosen } from '../contract.ts'

/** Choices need something to choose from, each of them once. */
export function optionsFault({ kind, options }: { kind: CustomKind; options: readonly string[] }) {
  if (!isChosen(kind)) return null
  if (options.length === 0) return 'required' as const
  return new Set(options).size === options.length ? null : ('invalid' as const)
}

const fits: Record<CustomKind, (value: CustomValue, options: readonly string[]) => boolean> = {
  text: (value) => typeof value === 'string' && !value.includes('\0') && value.isWellFormed(),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  date: (value) => z.iso.date().safeParse(value).success,
  list: (value, options) => typeof value === 'string' && options.includes(value),
  single: (value, options) => typeof value === 'string' && options.includes(value),
  multiple: (value, options) =>
    Array.isArray(value) && new Set(value).size === value.length && value.every((each) => options.includes(each)),
}

const isEmpty = (value: CustomValue | null | undefined) =>
  value === null || value === undefined || (typeof value !== 'number' && value.length === 0)

/**
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
