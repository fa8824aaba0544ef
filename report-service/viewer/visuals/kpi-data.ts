// The texts and the history of a KPI. Pure. kpi.ts shows them in the browser, and ../../drawing/draw-card.ts in an export.
import type { VisualColumn } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import type { Speech } from '../phrases/speech.ts'
import { formatCompact, formatLabel } from '../format/format-value.ts'
import { isGrouping } from '../state/selection.ts'
import type { Drawing } from './renderer.ts'

export type KpiFigures = {
  /** The value of the last period that has one. */
  short: string
  full: string | null
  /** That period, such as a month; null without a trend axis. */
  period: string | null
  /** The distance to the goal in words, the same without the goal, and whether the goal is met; null without a goal. */
  goal: { text: string; short: string; isGood: boolean; status: string } | null
  /** The values of the trend line; empty if the report shows none. */
  history: number[]
  /** The trend in words, for screen readers. */
  trend: string
}

export function kpiFigures(drawing: Drawing): KpiFigures {
  const { answer, speech, visual } = drawing
  const at = (role: string) => answer.columns.findIndex((column) => column.role === role)
  const [indicator, goal] = [at('Indicator'), at('Goal')]
  const column = answer.columns[indicator]
  // A goal may be set for a period that is not over, or not even begun. Of rows that are cut off, the last one is not known.
  const valued = answer.truncated ? [] : answer.rows.filter((row) => typeof row[indicator] === 'number')
  const last = valued.at(-1) ?? []
  const value = last[indicator] ?? null
  const [from, to] = [valued[0], valued.at(-1)].map((row) => periodOf(row ?? [], drawing))
  return {
    short: column && value !== null ? formatCompact(value, column, speech.writing, 10_000) : '–',
    full: column ? formatLabel(value, column, speech.writing) : null,
    period: to ?? null,
    goal: goalOf(drawing, value, { target: last[goal] ?? null, column: answer.columns[goal] }),
    history: visual.kpi?.hidesTrend ? [] : valued.map((row) => Number(row[indicator])),
    trend: speech.say('trendOver', { from: from ?? '', to: to ?? '' }),
  }
}

function periodOf(row: readonly Value[], { answer, speech }: Drawing): string | null {
  const parts = answer.columns.flatMap((column, index) =>
    isGrouping(column) ? [formatLabel(row[index] ?? null, column, speech.writing)] : [],
  )
  return parts.length === 0 || row.length === 0 ? null : parts.join(' ')
}

/** Distances below this share of the goal are written as 0.0 %, so the goal is reached. */
const SMALLEST_SHARE = 0.0005

const withGoal = ['goalReached', 'goalAbove', 'goalBelow'] as const
const withoutGoal = ['atGoal', 'aboveGoal', 'belowGoal'] as const

type Goal = { target: Value; column: VisualColumn | undefined }

function goalOf({ speech, visual }: Drawing, value: Value, { target, column }: Goal): KpiFigures['goal'] {
  if (!column || typeof target !== 'number' || typeof value !== 'number') return null
  const { isLowGood, hidesGoal, hidesDistance } = visual.kpi ?? {}
  if (hidesGoal && hidesDistance) return null
  const goal = formatCompact(target, column, speech.writing, 10_000)
  const away = value - target
  const isReached = Math.abs(away) <= Math.abs(target) * SMALLEST_SHARE
  const isGood = isReached || (isLowGood ? away < 0 : away > 0)
  const status = isGood ? speech.phrases.goalMet : speech.phrases.goalMissed
  if (hidesDistance) return { text: speech.say('goalOnly', { goal }), short: goal, isGood, status }
  const distance = distanceText(Math.abs(away), Math.abs(target), column, speech)
  const say = ([reached, above, below]: typeof withGoal | typeof withoutGoal) =>
    speech.say(isReached ? reached : away > 0 ? above : below, { goal, distance })
  const short = say(withoutGoal)
  return { text: hidesGoal ? short : say(withGoal), short, isGood, status }
}

/** The distance as a share of the goal. That of percentages is a number of points, and to a goal of zero there is no share. */
function distanceText(distance: number, target: number, column: VisualColumn, { writing, say }: Speech): string {
  const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  if (column.formatString?.includes('%') === true)
    return say('points', { value: new Intl.NumberFormat(writing.locale, oneDigit).format(distance * 100) })
  return target === 0
    ? formatCompact(distance, column, writing, 10_000)
    : new Intl.NumberFormat(writing.locale, { style: 'percent', ...oneDigit }).format(distance / target)
}

/** The height of the box of the trend, whose width is 100. */
const TREND_HEIGHT = 40

/** Points of the history in a box of 100 by 40. */
export function sparklinePoints(values: number[]): [number, number][] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return values.map((value, index) => [
    (index / (values.length - 1)) * 100,
    high === low ? TREND_HEIGHT / 2 : TREND_HEIGHT - 2 - ((value - low) / (high - low)) * (TREND_HEIGHT - 4),
  ])
}

/** The outline of the area below the points, down to the bottom of the box. */
export const areaBelow = (points: [number, number][]): [number, number][] => [
  [0, TREND_HEIGHT],
  ...points,
  [100, TREND_HEIGHT],
]
