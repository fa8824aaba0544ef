// What is kept of a failure with the job: enough to know what to do, nothing that names a person.
import { Failure } from '#platform/contract/failure.ts'

const longest = 200

/** An error that may be shown to people of the platform; the whole one is in the log. */
export function plainFault(error: unknown): Error {
  const plain = new Error(sentenceOf(error))
  plain.stack = ''
  return plain
}

function sentenceOf(error: unknown): string {
  if (error instanceof Failure) return error.code
  if (!(error instanceof Error)) return 'unknown'
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown }
  if (typeof constraint === 'string') return `database: ${constraint}`
  const marked = typeof code === 'string' ? `${code}: ` : ''
  return `${marked}${withoutNames(error.message)}`.slice(0, longest)
}

/** Addresses, quoted values and long numbers are where a message names somebody. */
export function withoutNames(message: string): string {
  return message
    .replace(/[^\s<>"'@]+@[^\s<>"']+/g, '•')
    .replace(/(["'`“«‘])[^"'`”»’]*["'`”»’]/g, '•')
    .replace(/\+?\d[\d .()-]{5,}\d/g, '•')
    .replace(/\s+/g, ' ')
}
