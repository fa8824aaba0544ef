// A cover drawn from a name: the same name always gives the same drawing, and two names rarely give similar drawings.

export type CoverPattern = {
  kind: 'bars' | 'arcs' | 'steps' | 'dots'
  /** Shares between 0 and 1, as many as the drawing needs. */
  values: number[]
  /** Index of the highlighted value; never the first or last, which are at the edge. */
  lit: number
  /** Degrees on the colour wheel around the accent, so shelves vary in tone. */
  turn: number
}

const kinds = ['bars', 'arcs', 'steps', 'dots'] as const

export function coverPattern(name: string): CoverPattern {
  const next = sequence(hash(name.normalize('NFC')))
  const kind = kinds[Math.floor(next() * kinds.length)] ?? 'bars'
  return {
    kind,
    values: Array.from({ length: 9 }, () => 0.2 + next() * 0.8),
    lit: 1 + Math.floor(next() * 7),
    turn: Math.round(next() * 60 - 30),
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let state = 0x81_1c_9d_c5
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  return state >>> 0
}

/** Mulberry32: a small random generator, sufficient for a picture, the same in every browser. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
