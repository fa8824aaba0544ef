// The one error that DAX text can cause. Everything a question may do wrong ends here, with a place in its text.
// A fault of ours is a plain Error, never this one.
// Next: engine.ts.

export type Position = { line: number; column: number }

export type DaxErrorCode = 'syntax' | 'binding' | 'unsupported' | 'identity' | 'limit'

/**
 * `syntax`: not DAX. `binding`: names or types that do not fit the model. `unsupported`: DAX that is not answered here.
 * `identity`: nobody, or somebody without a role, asks a model that has roles. `limit`: too long, too deep, too slow, stopped.
 */
export class DaxError extends Error {
  readonly code: DaxErrorCode
  readonly position: Position | null
  constructor(code: DaxErrorCode, sentence: string, position: Position | null = null) {
    super(position ? `(${position.line}, ${position.column}) ${sentence}` : sentence)
    this.name = 'DaxError'
    this.code = code
    this.position = position
  }
}
