// Decisions about the order of questions: pure functions, no I/O.

/** The wished order; questions that it does not name follow as before. Null when it names an unknown one, or one twice. */
export function orderedBy(present: readonly string[], wished: readonly string[]): string[] | null {
  const named = new Set(wished)
  if (named.size !== wished.length || wished.some((id) => !present.includes(id))) return null
  return [...wished, ...present.filter((id) => !named.has(id))]
}
