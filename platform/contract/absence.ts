/**
 * Is the value missing at the path of a schema fault? Then the error says “required” instead of “invalid”. For a fault inside a list the
 * list itself is looked at, and it is present.
 */
export function isAbsent(sent: unknown, path: readonly PropertyKey[]): boolean {
  const checked = path.some((part) => typeof part === 'number') ? path.slice(0, 1) : path
  const value = checked.reduce<unknown>(partOf, sent)
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

const partOf = (whole: unknown, part: PropertyKey): unknown =>
  typeof whole === 'object' && whole !== null ? (whole as Record<PropertyKey, unknown>)[part] : undefined
