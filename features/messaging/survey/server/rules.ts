// Decisions about an answer: pure functions, no I/O.
import { type Position, positions } from '../contract.ts'

export type Answer = { position: Position; detail: string | null }

/** Returns a listed position; any other text becomes the detail of the position `outro`. */
export function answerOf(sent: string): Answer {
  const position = positions.find((candidate) => candidate === sent && candidate !== 'outro')
  return position === undefined ? { position: 'outro', detail: sent } : { position, detail: null }
}
