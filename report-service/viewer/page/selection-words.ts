// A selection in words: the names of its columns and its values. Pure.
import { formatLabel } from '../format/format-value.ts'
import type { Speech } from '../phrases/speech.ts'
import type { Selection } from '../state/selection.ts'
import { guessed } from './filter-summary.ts'

/** Values that are named; more are counted. */
const MOST_NAMED = 3

export function selectionWords({ points }: Selection, speech: Speech): { names: string; values: string } {
  const names = new Set(points.flatMap((point) => point.map(({ target }) => target.column ?? target.table)))
  const values = points.map((point) =>
    point.map(({ value }) => formatLabel(value, guessed(value), speech.writing)).join(' · '),
  )
  return {
    names: [...names].join(', '),
    values: values.length > MOST_NAMED ? speech.say('selectedCount', { count: values.length }) : values.join(', '),
  }
}
