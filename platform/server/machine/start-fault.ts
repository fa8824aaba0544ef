/** A reason not to start, as one sentence for the operator. The main program prints it and exits with code 1. */
export class StartFault extends Error {
  override name = 'StartFault'
}

/** The `code` of a system error (`ENOSPC`, `EACCES`…), or null for anything else. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
