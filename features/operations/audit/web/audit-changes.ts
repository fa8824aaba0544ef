export type Change = { field: string; before?: unknown; after?: unknown }
/** A change of a field. `name`: the name of a custom field, which the business unit chose. */
export type NamedChange = Change & { name?: string }

/** Splits the values of custom fields, which an entry stores together by name, into separate changes. */
export function fieldByField(change: Change): NamedChange[] {
  if (change.field !== 'custom') return [change]
  const [before, after] = [valuesOf(change.before), valuesOf(change.after)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({ field: 'custom', name, before: before[name], after: after[name] }))
}

const valuesOf = (storedValues: unknown): Record<string, unknown> =>
  typeof storedValues === 'object' && storedValues !== null && !Array.isArray(storedValues)
    ? (storedValues as Record<string, unknown>)
    : {}
