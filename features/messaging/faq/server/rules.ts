// Decisions about the order of questions: pure functions, no I/O.

/** The wished order; questions that it does not name follow as before. Null when it names an unknown one, or one twice. */
export function orderedBy(present: readonly string[], requested: readonly string[]): string[] | null {
  const requestedIds = new Set(requested)
  if (requestedIds.size !== requested.length || requested.some((id) => !present.includes(id))) return null
  return [...requested, ...present.filter((id) => !requestedIds.has(id))]
}
