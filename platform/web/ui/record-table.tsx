// A table of records: real rows and headers, sorting, a skeleton of the same height, a card for each record on phones.
// It knows no record: a list says what a cell shows. Next: routing/use-list.ts (what it shows), page-bar.tsx (which part).
import { Checkbox, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink, useGo } from '../routing/path.tsx'
import classes from './record-table.module.css'

export type Column<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The name under which the server sorts; absent where it does not. */
  sort?: string
  /** CSS width; the others share what is left. */
  width?: string
  align?: 'end'
  /** Left out on phones. */
  wideOnly?: boolean
}

export type Selection<Row> = {
  has: (row: Row) => boolean
  /** With `isRange` also the rows between this one and the last. */
  toggle: (row: Row, isRange: boolean) => void
  /** Of the rows shown. */
  all: boolean | 'some'
  toggleAll: () => void
}

type Order = { sort: string; order: 'asc' | 'desc' }

type RecordTableProps<Row> = Order & {
  /** For screen readers: what the table lists. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  skeletonRows?: number
  /** The rows shown answer the former question. */
  stale?: boolean
  rowKey: (row: Row) => string
  /** Where a click on the row leads; the first cell is a link to it. */
  rowPath?: (row: Row) => string
  renderMenu?: (row: Row) => ReactNode
  onSort: (order: Order) => void
  /** Absent where nothing is done with several rows at once. */
  selection?: Selection<Row>
  /** What a person calls a row, for its checkbox. */
  rowName?: (row: Row) => string
  ref?: Ref<HTMLTableElement>
}

export function RecordTable<Row>({ columns, rows, skeletonRows = 8, stale = false, ...props }: RecordTableProps<Row>) {
  const { t } = useTranslation()
  const { label, sort, order, onSort, rowKey, renderMenu, selection, ref } = props
  return (
    <table
      ref={ref}
      className={classes.table}
      aria-label={label}
      aria-busy={rows === undefined || stale}
      data-stale={stale || undefined}
    >
      {' '}
      {/* prettier-ignore */}
      <thead>
        <tr>
          {selection === undefined ? null : (
            <th className={classes.pick}>
              <Checkbox
                aria-label={t('general.bulk.all')}
                checked={selection.all === true}
                indeterminate={selection.all === 'some'}
                onChange={selection.toggleAll}
              />
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.key} column={column} sort={sort} order={order} onSort={onSort} />
          ))}
          {renderMenu === undefined ? null : (
            <th className={classes.menu}>
              <span className={classes.hidden}>{t('general.action.more')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? Array.from({ length: skeletonRows }, (_, at) => (
              <SkeletonRow key={at} columns={columns} at={at} picks={selection !== undefined} />
            ))
          : rows.map((row) => <RecordRow key={rowKey(row)} row={row} columns={columns} {...props} />)}
      </tbody>
    </table>
  )
}

type HeadingProps<Row> = Order & { column: Column<Row>; onSort: (order: Order) => void }

function Heading<Row>({ column: { title, sort: by, width, align, wideOnly }, sort, order, onSort }: HeadingProps<Row>) {
  const isSorted = by !== undefined && by === sort
  const Icon = isSorted ? (order === 'asc' ? IconArrowUp : IconArrowDown) : IconSelector
  return (
    <th
      scope="col"
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

type RowProps<Row> = Pick<RecordTableProps<Row>, 'columns' | 'rowPath' | 'renderMenu' | 'selection' | 'rowName'> & {
  row: Row
}

function RecordRow<Row>({ row, columns, rowPath, renderMenu, selection, rowName }: RowProps<Row>) {
  const { t } = useTranslation()
  const go = useGo()
  const path = rowPath?.(row)
  const open = (event: MouseEvent<HTMLElement>) => {
    const isOwn =
      event.target instanceof Element && event.target.closest('a, button, input, [data-pick], [role="menu"]') !== null
    // Text that is being marked is no click, and neither is one for a menu.
    if (path !== undefined && !isOwn && window.getSelection()?.isCollapsed !== false) go(path)
  }
  return (
    // A row without a link of its own still takes the focus, for the keys that lead from row to row.
    <tr
      onClick={open}
      data-open={path !== undefined || undefined}
      data-selected={selection?.has(row) || undefined}
      tabIndex={path === undefined ? -1 : undefined}
    >
      {selection === undefined ? null : (
        <td className={classes.pick} data-pick>
          <Checkbox
            aria-label={t('general.bulk.select', { name: rowName?.(row) ?? '' })}
            checked={selection.has(row)}
            onChange={({ nativeEvent }) =>
              selection.toggle(row, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      {columns.map(({ key, cell, align, wideOnly }, at) => (
        <td key={key} data-first={at === 0 || undefined} data-align={align} data-wide={wideOnly}>
          {at === 0 && path !== undefined ? (
            <PathLink to={path} className={classes.link}>
              {cell(row)}
            </PathLink>
          ) : (
            cell(row)
          )}
        </td>
      ))}
      {renderMenu === undefined ? null : <td className={classes.menu}>{renderMenu(row)}</td>}
    </tr>
  )
}

/** Widths that look like text and stay the same from one drawing to the next. */
const skeletonWidths = ['70%', '55%', '80%', '62%', '48%']

function SkeletonRow<Row>({ columns, at, picks }: { columns: readonly Column<Row>[]; at: number; picks: boolean }) {
  return (
    <tr aria-hidden>
      {picks ? (
        <td className={classes.pick}>
          <Skeleton height={20} width={20} radius="sm" />
        </td>
      ) : null}
      {columns.map(({ key, wideOnly }, place) => (
        <td key={key} data-first={place === 0 || undefined} data-wide={wideOnly}>
          <Skeleton height={12} width={skeletonWidths[(at + place) % skeletonWidths.length] ?? '60%'} radius="xl" />
        </td>
      ))}
    </tr>
  )
}
