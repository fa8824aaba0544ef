// The day from which relative dates count: today, or the last day of a model whose data end in the past.
import type { SemanticModel } from '../model/model.ts'

/** The last day of the data of a model whose data have ended, as `2013-12-31`. */
export const dataUntil = ({ relativeDatesUntil }: SemanticModel, now: number): string | null =>
  relativeDatesUntil !== undefined && Date.parse(`${relativeDatesUntil}T00:00:00Z`) < now ? relativeDatesUntil : null

/** Both in milliseconds. */
export const todayOf = ({ relativeDatesUntil }: SemanticModel, now: number): number =>
  relativeDatesUntil === undefined ? now : Math.min(now, Date.parse(`${relativeDatesUntil}T00:00:00Z`))
