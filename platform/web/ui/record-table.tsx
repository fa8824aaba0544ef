// A table of records: real rows and headers, sorting, a skeleton of the same height, a card per record on phones. It knows no record: a
// list defines the cells. Next: ../routing/use-list.ts (what it shows), page-bar.tsx (which part), record-row.tsx, virtual-rows.tsx (ten
// thousand rows).
import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './column.ts'
import { isJustAdded } from './just-added.ts'
import { RecordRow, SkeletonRow } from './record-row.tsx'
import classes from './record-table.module.css'
import { useCompactRows } from './row-density.ts'
import { TableBox } from './table-box.tsx'

export type Selection<Row> = {
  has: (row: Row) => boolean
  /** Selects or deselects a row. `isRange`: also the rows between this one and the last selected one. */
  toggle: (row: Row, isRange: boolean) => void
  /** The selected ones of the visible rows. */
  all: boolean | 'some'
  toggleAll: () => void
}

type Order = { sort: string; order: 'asc' | 'desc' }

type RecordTableProps<Row> = Order & {
  /** The subject of the table, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows?: readonly Row[] | undefined
  skeletonRows?: number
  /** The number of records on all pages, by which long lists are compact. */
  total?: number
  /** The visible rows answer the previous question. */
  stale?: boolean
  rowKey: (row: Row) => string
  /** The link target of a row; the first cell is a link to it. */
  rowPath?: (row: Row) => string
  renderMenu?: (row: Row) => ReactNode
  onSort: (order: Order) => void
  /** The selected rows; absent when there are no bulk actions. */
  selection?: Selection<Row>
  /** The row's name, for its checkbox. */
  rowName?: (row: Row) => string
  ref?: Ref<HTMLTableElement>
  /** Renders the rows in another way: their number and the renderer. `rows` is then absent. */
  body?: { count: number; rows: ReactNode }
}

export function RecordTable<Row>({ columns, rows, skeletonRows = 8, stale = false, ...props }: RecordTableProps<Row>) {
  const { t } = useTranslation()
  const isCompact = useCompactRows(props.total ?? 0)
  const { label, sort, order, onSort, rowKey, rowPath, renderMenu, selection, rowName, ref, body } = props
  return (
    <TableBox label={label}>
      <table
        ref={ref}
        className={classes.table}
        aria-label={label}
        aria-busy={(rows === undefined && body === undefined) || stale}
        aria-rowcount={body && body.count + 1}
        data-scrolling={body !== undefined || undefined}
        data-stale={stale || undefined}
        data-compact={isCompact || undefined}
        style={{ '--columns': columns.length } as CSSProperties}
      >
        <thead>
          <tr aria-rowindex={body && 1}>
            {selection === undefined ? null : (
              <th className={classes.pick}>
                <Checkbox
                  aria-label={t(body ? 'general.bulk.allLoaded' : 'general.bulk.all')}
                  checked={selection.all === true}
                  indeterminate={selection.all === 'some'}
                  // A click before the rows are there would do nothing.
                  disabled={rows === undefined && body === undefined}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column, index) => (
              <Heading key={column.key} column={column} first={index === 0} sort={sort} order={order} onSort={onSort} />
            ))}
            {renderMenu === undefined ? null : (
              <th className={classes.menu}>
                <span className={classes.hidden}>{t('general.action.more')}</span>
              </th>
            )}
          </tr>
        </thead>
        {body?.rows ?? (
          <tbody>
            {rows === undefined
              ? Array.from({ length: skeletonRows }, (_, index) => (
                  <SkeletonRow
                    key={index}
                    columns={columns}
                    at={index}
                    picks={selection !== undefined}
                    menu={renderMenu !== undefined}
                  />
                ))
              : rows.map((row) => (
                  <RecordRow
                    key={rowKey(row)}
                    {...{ row, columns, rowPath, renderMenu, rowName }}
                    added={isJustAdded(rowKey(row))}
                    selected={selection?.has(row)}
                    onPick={selection?.toggle}
                  />
                ))}
          </tbody>
        )}
      </table>
    </TableBox>
  )
}

type HeadingProps<Row> = Order & { column: Column<Row>; first: boolean; onSort: (order: Order) => void }

function Heading<Row>({ column, first, sort, order, onSort }: HeadingProps<Row>) {
  const { title, sort: by, width, align, wideOnly } = column
  const isSorted = by !== undefined && by === sort
  const Icon = isSorted ? (order === 'asc' ? IconArrowUp : IconArrowDown) : IconSelector
  return (
    <th
      scope="col"
      data-first={first || undefined}
      data-align={align}
      data-wide={wideOnly}
      style={width === undefined ? undefined : { width }}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {by === undefined ? (
        title
      ) : (
        <button
          type="button"
          className={classes.sort}
          data-sorted={isSorted || undefined}
          onClick={() => onSort({ sort: by, order: isSorted && order === 'asc' ? 'desc' : 'asc' })}
        >
          {title}
          <Icon size={14} stroke={1.8} aria-hidden />
        </button>
      )}
    </th>
  )
}
