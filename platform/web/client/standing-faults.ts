type Values = Readonly<Record<string, unknown>>

/**
 * The faults whose fields still hold what was sent; one that was corrected is no fault until it is sent again. Faults carry the wire's
 * names, and of a field of fields a path: `custom.<id>`. One that belongs to no field of the draft stands.
 * @param wireNames of the draft's fields that the wire calls otherwise
 */
export function standingFaults(
  faults: Readonly<Record<string, string>>,
  sent: Values,
  present: Values,
  wireNames: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const draftNames = new Map(Object.keys(present).map((field) => [wireNames[field] ?? field, field]))
  const isAsSent = (name: string) => {
    const [first = '', ...rest] = name.split('.')
    const path = [draftNames.get(name) ?? draftNames.get(first) ?? first, ...(draftNames.has(name) ? [] : rest)]
    return JSON.stringify(valueAt(sent, path)) === JSON.stringify(valueAt(present, path))
  }
  return Object.fromEntries(Object.entries(faults).filter(([name]) => isAsSent(name)))
}

const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Values)[key] : undefined),
    values,
  )
