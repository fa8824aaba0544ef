import type { ReactNode } from 'react'

/** A column of a table of records (record-table.tsx). */
export type Column<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The server's name for sorting; absent when the column cannot be sorted. */
  sort?: string
  /** CSS width; the other columns share the rest. */
  width?: string
  align?: 'end'
  /** Hidden on phones. */
  wideOnly?: boolean
  /** On a phone its title is always shown before its value, for values that are unclear without it. */
  labelled?: boolean
  /** Hidden until a person chooses it. */
  chosenOnly?: boolean
}
