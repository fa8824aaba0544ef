// The error type for invalid DAX. Every error of a query is a DaxError, with a position in its text if known.
// A bug of the engine is a plain Error.
// Next: engine.ts.

export type Position = { line: number; column: number }

export type DaxErrorCode = 'syntax' | 'binding' | 'unsupported' | 'identity' | 'limit'

/**
 * `syntax`: invalid DAX. `binding`: names or types do not fit the model. `unsupported`: valid DAX that the engine does not support.
 * `identity`: missing or invalid identity for a model with roles. `limit`: too long, too deep, too slow, or aborted.
 */
export class DaxError extends Error {
  readonly code: DaxErrorCode
  readonly position: Position | null
  /** The message without the position. */
  readonly sentence: string
  constructor(code: DaxErrorCode, sentence: string, position: Position | null = null) {
    super(position ? `(${position.line}, ${position.column}) ${sentence}` : sentence)
    this.name = 'DaxError'
    this.code = code
    this.position = position
    this.sentence = sentence
  }
}
