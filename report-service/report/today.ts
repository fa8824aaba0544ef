// The day from which relative dates count: today, or the last day of a model whose data end in the past.
import type { SemanticModel } from '../model/model.ts'

/** Both in milliseconds. */
export const todayOf = ({ relativeDatesUntil }: SemanticModel, now: number): number =>
  relativeDatesUntil === undefined ? now : Math.min(now, Date.parse(`${relativeDatesUntil}T00:00:00Z`))
