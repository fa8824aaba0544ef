type Values = Readonly<Record<string, unknown>>

/**
 * The faults whose fields still have the value that was sent. A corrected field has no fault until it is sent again. Faults use wire
 * names, and a path for a nested field: `custom.<id>`. A fault of a field that is not in the draft stays. @param wireNames wire names of
 * draft fields that have another name on the wire
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
