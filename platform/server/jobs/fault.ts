// The error that is stored with a failed job: enough to act on it, without personal data.
import { Failure } from '#platform/contract/failure.ts'

const longest = 200

/** The error as the platform's staff may see it. The complete error is in the log. */
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

/** Removes the parts of a message that may name a person: addresses, quoted values and long numbers. */
export function withoutNames(message: string): string {
  return message
    .replace(/[^\s<>"'@]+@[^\s<>"']+/g, '•')
    .replace(/(["'`“«‘])[^"'`”»’]*["'`”»’]/g, '•')
    .replace(/\+?\d[\d .()-]{5,}\d/g, '•')
    .replace(/\s+/g, ' ')
}
