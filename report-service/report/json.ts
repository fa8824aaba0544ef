// Walks untrusted JSON without believing its shape: what is not there, or is of another kind, is undefined or null.

/** The value at a path of keys and positions, or undefined. Never follows what the file does not own itself. */
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

/** The entries of an object at a path; none when there is no object. */
export const entriesAt = (value: unknown, ...path: (string | number)[]): [string, unknown][] => {
  const found = dig(value, ...path)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? Object.entries(found) : []
}
