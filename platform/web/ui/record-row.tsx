// One row of a table of records, and its placeholder until it is loaded. Next: record-table.tsx.
import { Checkbox } from '@mantine/core'
import { memo, type MouseEvent, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink, useGo } from '../routing/path.tsx'
import { speaks } from './card-label.ts'
import type { Column } from './column.ts'
import classes from './record-table.module.css'

type RowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  rowPath?: ((row: Row) => string) | undefined
  renderMenu?: ((row: Row) => ReactNode) | undefined
  /** Undefined when there are no bulk actions. */
  selected?: boolean | undefined
  onPick?: ((row: Row, isRange: boolean) => void) | undefined
  rowName?: ((row: Row) => string) | undefined
  /** The record was just added: its row says so. */
  added?: boolean | undefined
  /** Position among all rows, when only some are rendered. */
  index?: number
  ref?: Ref<HTMLTableRowElement>
}

/** Renders again only when its properties change: in a list of many rows few change. */
export const RecordRow = memo(PlainRow) as typeof PlainRow

function PlainRow<Row>({ row, columns, rowPath, renderMenu, selected, onPick, ...props }: RowProps<Row>) {
  const { rowName, added = false, index, ref } = props
  const { t } = useTranslation()
  const go = useGo()
  const path = rowPath?.(row)
  const flags = [t('general.action.yes'), t('general.action.no')]
  const open = (event: MouseEvent<HTMLElement>) => {
    const isOwn =
      event.target instanceof Element && event.target.closest('a, button, input, [data-pick], [role="menu"]') !== null
    // Selecting text is not a click, and neither is a click in a menu.
    if (path !== undefined && !isOwn && window.getSelection()?.isCollapsed !== false) go(path)
  }
  return (
    // A row without a link can still take the focus, for keyboard navigation.
    <tr
      ref={ref}
      onClick={open}
      data-open={path !== undefined || undefined}
      data-selected={selected || undefined}
      tabIndex={path === undefined ? -1 : undefined}
      {...placed(index)}
    >
      {selected === undefined ? null : (
        <td className={classes.pick} data-pick>
          <Checkbox
            aria-label={t('general.bulk.select', { name: rowName?.(row) ?? '' })}
            checked={selected}
            onChange={({ nativeEvent }) =>
              onPick?.(row, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      {columns.map(({ key, title, cell, align, wideOnly, labelled }, index) => {
        const value = cell(row)
        const label = index > 0 && (labelled || !speaks(value, flags)) ? title : undefined
        return (
          <td
            key={key}
            data-first={index === 0 || undefined}
            data-align={align}
            data-wide={wideOnly}
            data-label={label}
          >
            {/* Before the text, so that it stands beside its first line and the row keeps its height. */}
            {index === 0 && added ? <span className={classes.added}>{t('general.list.added')}</span> : null}
            {index === 0 && path !== undefined ? (
              <PathLink to={path} className={classes.link}>
                {value}
              </PathLink>
            ) : (
              value
            )}
          </td>
        )
      })}
      {renderMenu === undefined ? null : <td className={classes.menu}>{renderMenu(row)}</td>}
    </tr>
  )
}

/** The heading is the first row of a table, and screen readers count from one. */
const placed = (index: number | undefined) =>
  index === undefined ? {} : { 'data-index': index, 'aria-rowindex': index + 2 }

/** The widths of placeholders: they resemble text and stay the same between renders. */
const skeletonWidths = ['70%', '55%', '80%', '62%', '48%']

type SkeletonProps<Row> = {
  columns: readonly Column<Row>[]
  at: number
  picks: boolean
  menu: boolean
  /** Height in pixels, when the row is a placeholder for one of known height. */
  height?: number
}

export const SkeletonRow = memo(PlainSkeleton) as typeof PlainSkeleton

function PlainSkeleton<Row>({ columns, at, picks, menu, height }: SkeletonProps<Row>) {
  return (
    <tr aria-hidden style={height === undefined ? undefined : { height }}>
      {picks ? (
        <td className={classes.pick}>
          <Bone box />
        </td>
      ) : null}
      {columns.map(({ key, wideOnly }, position) => (
        <td key={key} data-first={position === 0 || undefined} data-wide={wideOnly}>
          <Bone width={skeletonWidths[(at + position) % skeletonWidths.length]} />
        </td>
      ))}
      {menu ? (
        <td className={classes.menu}>
          <Bone width="0" />
        </td>
      ) : null}
    </tr>
  )
}

function Bone({ width, box = false }: { width?: string | undefined; box?: boolean }) {
  return (
    <span className={classes.bone} data-pick={box || undefined} style={width === undefined ? undefined : { width }} />
  )
}
