import { plain } from './plain.ts'

/** The first of `name`, `name 2`, `name 3` … that is not taken, within a length. Accents and case make no difference, as in the database. */
export function freeName(name: string, taken: readonly string[], longest: number): string {
  const known = new Set(taken.map(plain))
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` ${number}`
    const proposed = `${name.slice(0, longest - ending.length).trimEnd()}${ending}`
    if (!known.has(plain(proposed))) return proposed
  }
}
