// The texts and the history of a KPI. Pure. kpi.ts shows them in the browser, and ../../drawing/draw-card.ts in an export.
import { formatCompact, formatLabel } from '../format/format-value.ts'
import type { Drawing } from './renderer.ts'

export type KpiFigures = {
  short: string
  full: string | null
  /** The goal and the distance to it; null without a goal. */
  goal: { text: string; isGood: boolean } | null
  history: number[]
}

export function kpiFigures(drawing: Drawing): KpiFigures {
  const { answer, speech } = drawing
  const at = (role: string) => answer.columns.findIndex((column) => column.role === role)
  const [indicator, goal] = [at('Indicator'), at('Goal')]
  const last = answer.rows.at(-1) ?? []
  const column = answer.columns[indicator]
  const value = last[indicator] ?? null
  const target = goal < 0 ? null : (last[goal] ?? null)
  return {
    short: column && value !== null ? formatCompact(value, column, speech.writing, 10_000) : '–',
    full: column ? formatLabel(value, column, speech.writing) : null,
    goal: goalOf(drawing, value, target, goal),
    history: answer.rows.map((row) => row[indicator] ?? null).filter((entry) => typeof entry === 'number'),
  }
}

function goalOf({ answer, speech }: Drawing, value: unknown, target: unknown, goal: number): KpiFigures['goal'] {
  const column = answer.columns[goal]
  if (!column || typeof target !== 'number' || typeof value !== 'number') return null
  const share = target === 0 ? null : (value - target) / Math.abs(target)
  const signed = new Intl.NumberFormat(speech.writing.locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'always',
  })
  const sentence = `${speech.phrases.goal}: ${formatCompact(target, column, speech.writing, 100_000)}`
  return { text: share === null ? sentence : `${sentence} (${signed.format(share)})`, isGood: value >= target }
}

/** Points of the history in a box of 100 by 40. */
export function sparklinePoints(values: number[]): [number, number][] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return values.map((value, index) => [
    (index / (values.length - 1)) * 100,
    high === low ? 20 : 38 - ((value - low) / (high - low)) * 36,
  ])
}
