// Decisions about the order of questions: pure functions, no I/O.

/**
 * Returns the ids in the requested order, followed by the ids that the request does not name, in their present order. Null: the request
 * names an unknown id, or an id twice.
 */
export function orderedBy(present: readonly string[], requested: readonly string[]): string[] | null {
  const requestedIds = new Set(requested)
  if (requestedIds.size !== requested.length || requested.some((id) => !present.includes(id))) return null
  return [...requested, ...present.filter((id) => !requestedIds.has(id))]
}
