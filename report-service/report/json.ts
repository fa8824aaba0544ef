// Reads untrusted JSON. A missing value or a value of another type becomes undefined or null.

/** The value at a path of keys and indexes, or undefined. Reads only own properties. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

export const listAt = (value: unknown, ...path: (string | number)[]): unknown[] => {
  const found = dig(value, ...path)
  return Array.isArray(found) ? found : []
}

export const textAt = (value: unknown, ...path: (string | number)[]): string | null => {
  const found = dig(value, ...path)
  return typeof found === 'string' ? found : null
}

export const numberAt = (value: unknown, ...path: (string | number)[]): number | null => {
  const found = dig(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) ? found : null
}

/** The entries of the object at a path; empty if there is no object. */
export const entriesAt = (value: unknown, ...path: (string | number)[]): [string, unknown][] => {
  const found = dig(value, ...path)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? Object.entries(found) : []
}
