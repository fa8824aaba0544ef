/**
 * Is nothing there where the schema found a fault? Then the field is said to be needed, and not to be wrong. `path` is the fault's own;
 * within a list it is the list that counts, which is there.
 */
export function isAbsent(sent: unknown, path: readonly PropertyKey[]): boolean {
  const place = path.some((part) => typeof part === 'number') ? path.slice(0, 1) : path
  const value = place.reduce<unknown>(partOf, sent)
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

const partOf = (whole: unknown, part: PropertyKey): unknown =>
  typeof whole === 'object' && whole !== null ? (whole as Record<PropertyKey, unknown>)[part] : undefined
