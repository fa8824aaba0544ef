import type { ReactNode } from 'react'
import classes from './plain-table.module.css'
import { TableBox } from './table-box.tsx'

type PlainTableProps = {
  label: string
  columns: readonly string[]
  /** Rows. */
  children: ReactNode
}

/** A short table inside of a form: no sorting, no selection, no pages. Next: record-table.tsx (lists of records). */
export function PlainTable({ label, columns, children }: PlainTableProps) {
  return (
    <TableBox label={label}>
      <table className={classes.table}>
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

/** A sentence below the state of a row; `code`: what another service answered, small. */
export function CellNote({ code = false, children }: { code?: boolean; children: ReactNode }) {
  return <p className={code ? classes.code : classes.note}>{children}</p>
}
