import { PowerBiError } from './power-bi-error.ts'

/** The path `groups/<workspace>/…` below `/v1.0/myorg`. */
export function inGroup(...parts: string[]): string {
  return ['groups', ...parts.map(segment)].join('/')
}

/** An id as one path segment. Encoding is not enough, because `..` would lead to another operation, so the id is validated. */
export function segment(id: string): string {
  if (!/^[\w-]{1,100}$/.test(id)) throw new PowerBiError('not_found', 'path', { reason: 'IdOfWrongShape' })
  return id
}
