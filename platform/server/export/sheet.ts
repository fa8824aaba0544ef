// A table to be written into a file of any format: its columns, and instants as local time of a zone.
import type { Language } from '#catalogue/languages.ts'

export type Cell = string | number | Date | Day | null

/** A calendar day without a zone: `YYYY-MM-DD` as on the wire. Example: `{ day: '2026-11-21' }`. */
export type Day = { day: string }

/**
 * `key` is the key of the same column in the list: the file leaves out columns that the person has hidden there. Titles are in the
 * caller's language. Give an instant as a Date; the file shows it in the zone of the business unit.
 */
export type SheetColumn<Row> = { key: string; title: string; value: (row: Row) => Cell }

export type Sheet = {
  /** The title of the list. */
  name: string
  titles: string[]
  parts: AsyncIterable<Cell[][]>
  language: Language
  timezone: string
}

/** DD/MM/YYYY, as on every screen. */
export const dayText = ({ day }: Day): string => day.split('-').toReversed().join('/')

/** `2026-11-21 09:30:00` in a zone: it sorts as text, and every spreadsheet recognises it as a time. */
export function wallClock(timezone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  return (instant) => format.format(instant)
}
