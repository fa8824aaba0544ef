/** A reason not to start, in one sentence the operator can act on. The main file prints the sentence and exits with 1. */
export class StartFault extends Error {
  override name = 'StartFault'
}

/** The `code` of a system error (`ENOSPC`, `EACCES`…), or null for anything else. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
