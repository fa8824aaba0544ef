// A table on its way into a file, whichever the format: what a column is, and instants on the wall clock of a zone.
import type { Language } from '#catalogue/languages.ts'

export type Cell = string | number | Date | Day | null

/** A day of the calendar, which has no zone: `YYYY-MM-DD` as the wire has it. Example: `{ day: '2026-11-21' }`. */
export type Day = { day: string }

/**
 * `key` is the list's column that shows the same: the file leaves out what a person has hidden there. Titles are in the caller's
 * language; an instant is given as a Date and shown in the business unit's zone.
 */
export type SheetColumn<Row> = { key: string; title: string; value: (row: Row) => Cell }

export type Sheet = {
  /** What the list is called. */
  name: string
  titles: string[]
  parts: AsyncIterable<Cell[][]>
  language: Language
  timezone: string
}

/** DD/MM/YYYY, as every screen shows it. */
export const dayText = ({ day }: Day): string => day.split('-').toReversed().join('/')

/** `2026-11-21 09:30:00` in a zone: sorts as text, and every spreadsheet knows it for a time. */
export function wallClock(timezone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  return (instant) => format.format(instant)
}
