// What stands in the way of building a model's database.

/** A model whose data cannot be made into a database, told in one sentence. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
