/**
 * True when the value is missing at the path of a schema fault: the error is then “required” instead of “invalid”. For a fault inside a
 * list the path of the list is checked, and the list is present.
 */
export function isAbsent(sent: unknown, path: readonly PropertyKey[]): boolean {
  const checked = path.some((part) => typeof part === 'number') ? path.slice(0, 1) : path
  const value = checked.reduce<unknown>(partOf, sent)
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

const partOf = (whole: unknown, part: PropertyKey): unknown =>
  typeof whole === 'object' && whole !== null ? (whole as Record<PropertyKey, unknown>)[part] : undefined
