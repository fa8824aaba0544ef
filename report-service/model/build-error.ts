// Errors and helpers for building a model's database.

/** The data of a model cannot be loaded into a database. The message is one sentence. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
