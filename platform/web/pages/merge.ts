// Two people edited the same record: what the second one does with the first one's changes, field by field. Pure.

type Values = Record<string, unknown>

export type Difference = {
  field: string
  /** `theirs`: only somebody else changed it. `both`: so did this person, to something else. */
  kind: 'theirs' | 'both'
  mine: unknown
  theirs: unknown
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What somebody else changed since the draft began, as far as the draft does not say the same. */
export function differences(base: Values, mine: Values, theirs: Values): Difference[] {
  return Object.keys(theirs).flatMap((field) => {
    const values = { mine: mine[field], theirs: theirs[field] }
    if (same(values.mine, values.theirs) || same(base[field], values.theirs)) return []
    return [{ field, kind: same(base[field], values.mine) ? ('theirs' as const) : ('both' as const), ...values }]
  })
}

/** The draft over the newer record: this person's changes stay, but for the fields of which they took the other's value. */
export function merged(base: Values, mine: Values, theirs: Values, taken: ReadonlySet<string>): Values {
  const own = Object.keys(mine).filter((field) => !same(base[field], mine[field]) && !taken.has(field))
  return { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) }
}
