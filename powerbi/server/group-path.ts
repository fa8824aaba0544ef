import { PowerBiError } from './power-bi-error.ts'

/** `groups/<workspace>/…` below `/v1.0/myorg`. */
export function inGroup(...parts: string[]): string {
  return ['groups', ...parts.map(segment)].join('/')
}

/** An id as a part of a path. It is checked, not only encoded: `..` would lead to another operation. */
export function segment(id: string): string {
  if (!/^[\w-]{1,100}$/.test(id)) throw new PowerBiError('not_found', 'path', { reason: 'IdOfWrongShape' })
  return id
}
