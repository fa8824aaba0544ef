// Decisions about an answer: pure functions, no I/O.
import { type Position, positions } from '../contract.ts'

export type Answer = { position: Position; detail: string | null }

/**
 * Returns a listed position, in any letter case; any other text becomes the detail of the position `outro`. Null: `outro` alone, without its
 * text.
 */
export function answerOf(sent: string): Answer | null {
  const position = positions.find((candidate) => candidate === sent.toLowerCase())
  if (position === 'outro') return null
  return position === undefined ? { position: 'outro', detail: sent } : { position, detail: null }
}
