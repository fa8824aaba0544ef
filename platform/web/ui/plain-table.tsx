import type { CSSProperties, ReactNode } from 'react'
import classes from './plain-table.module.css'
import { TableBox } from './table-box.tsx'

type PlainTableProps = {
  label: string
  columns: readonly string[]
  /** Rows. */
  children: ReactNode
}

/** On a phone two columns fit beside each other, and more than six would make long cards. */
const cards = { from: 3, upTo: 6 }

/**
 * A short table inside of a form: no sorting, no selection, no pages. On a phone each row of three to six columns is a card, with the name of
 * the column beside each value; a wider table scrolls beside its first column. Next: record-table.tsx (lists of records).
 */
export function PlainTable({ label, columns, children }: PlainTableProps) {
  const isCards = columns.length >= cards.from && columns.length <= cards.upTo
  return (
    <TableBox label={label}>
      <table className={classes.table} {...(isCards && { 'data-cards': true, style: cardLabels(columns) })}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableBox>
  )
}

/** The names of the columns for the style sheet, which writes them into the cards: the rows come from the caller. */
export function cardLabels(columns: readonly string[]): CSSProperties {
  // JSON and CSS escape quotation marks and backslashes in the same way. A name has no line breaks.
  const names = columns.map((column, index) => [`--column-${index + 1}`, JSON.stringify(column.replace(/\s+/g, ' '))])
  return Object.fromEntries(names) as CSSProperties
}

/** A sentence below the state of a row; `code`: what another service answered, small. */
export function CellNote({ code = false, children }: { code?: boolean; children: ReactNode }) {
  return <p className={code ? classes.code : classes.note}>{children}</p>
}
