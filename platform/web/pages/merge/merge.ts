// Merges two edits of the same record, field by field. Pure functions.

type Values = Record<string, unknown>

export type Difference = {
  field: string
  /** `theirs`: only the other person changed it. `both`: this person changed it, too, to another value. */
  kind: 'theirs' | 'both'
  mine: unknown
  theirs: unknown
}

/**
 * Spreads the business unit's custom fields (`custom.<id>`), so that each is compared separately. @param own names of all of them; an
 * empty one is null
 */
export function spread(values: Values, own: readonly string[]): Values {
  const groups = new Set(own.map((name) => name.split('.')[0]))
  const plain = Object.entries(values).filter(([field]) => !groups.has(field))
  return { ...Object.fromEntries(plain), ...Object.fromEntries(own.map((name) => [name, valueAt(values, name)])) }
}

/** The reverse: puts spread fields back into their groups. */
export function gather(spreadValues: Values, whole: Values, own: readonly string[]): Values {
  const plain = Object.entries(spreadValues).filter(([field]) => !own.includes(field))
  const values = { ...whole, ...Object.fromEntries(plain) }
  for (const name of own) {
    const [group = '', id = ''] = name.split('.')
    if (same(valueAt(values, name), spreadValues[name])) continue
    values[group] = { ...recordAt(values, group), [id]: spreadValues[name] }
  }
  return values
}

const recordAt = (values: Values, group: string) => (values[group] ?? {}) as Values

function valueAt(values: Values, name: string): unknown {
  const [group = '', id = ''] = name.split('.')
  return recordAt(values, group)[id] ?? null
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that the other person changed since the draft began, except changes that the draft has too. */
export function differences(base: Values, mine: Values, theirs: Values): Difference[] {
  return Object.keys(theirs).flatMap((field) => {
    const values = { mine: mine[field], theirs: theirs[field] }
    if (same(values.mine, values.theirs) || same(base[field], values.theirs)) return []
    return [{ field, kind: same(base[field], values.mine) ? ('theirs' as const) : ('both' as const), ...values }]
  })
}

/** The draft on top of the newer record: this person's changes stay, except for fields where they took the other's value. */
export function merged(base: Values, mine: Values, theirs: Values, taken: ReadonlySet<string>): Values {
  const own = Object.keys(mine).filter((field) => !same(base[field], mine[field]) && !taken.has(field))
  return { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) }
}
