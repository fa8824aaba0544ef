// The rows of an infinite-scroll list. Only rows near the view are requested and rendered. Next: use-scrolled-rows.ts (requests),
// ../../ui/virtual-rows.tsx (rendering).
import { Button } from '@mantine/core'
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scrolledRows } from '#catalogue/limits.ts'
import { ScrollBar } from '../../ui/page-bar.tsx'
import { isJustAdded } from '../../ui/just-added.ts'
import { RecordRow, SkeletonRow } from '../../ui/record-row.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { useCompactRows } from '../../ui/row-density.ts'
import type { VirtualRowsProps } from '../../ui/virtual-rows.tsx'
import classes from './scrolled-table.module.css'
import type { ScrolledRows } from './use-scrolled-rows.ts'

const VirtualRows = lazy(async () => ({ default: (await import('../../ui/virtual-rows.tsx')).VirtualRows }))

/** Shown until the row renderer is loaded. */
const firstRows = [0, 1, 2, 3, 4, 5, 6, 7]

type ScrolledTableProps<Row> = ComponentProps<typeof RecordTable<Row>> & {
  scrolled: ScrolledRows<Row>
  /** The number of all records, also beyond the last row. */
  total: number
  onSize: ComponentProps<typeof ScrollBar>['onChange']
}

export function ScrolledTable<Row>({ scrolled, total, onSize, ...table }: ScrolledTableProps<Row>) {
  const { t } = useTranslation()
  const { columns, rowKey, rowPath, renderMenu, selection, rowName } = table
  const { question, count, rowAt, come, retry } = scrolled
  const [range, setRange] = useState({ first: 0, last: 0 })
  const pick = useLatest(selection?.toggle)
  const onRange = useLatest((first: number, last: number) => {
    setRange((former) => (former.first === first && former.last === last ? former : { first, last }))
    come(first, last)
  })
  const isCompact = useCompactRows(total)
  const shape = { columns, picks: selection !== undefined, menu: renderMenu !== undefined }
  const renderRow: VirtualRowsProps['renderRow'] = (index, { measure, height, rushes }) => {
    const row = rushes ? undefined : rowAt(index)
    if (row === undefined) return <SkeletonRow key={index} {...shape} at={index} height={height} />
    const rowProps = { row, columns, rowPath, renderMenu, rowName, index, added: isJustAdded(rowKey(row)) }
    return <RecordRow {...rowProps} selected={selection?.has(row)} onPick={pick} ref={measure} />
  }
  useBeginning(question)
  const rows = (
    <Suspense
      fallback={
        <tbody>
          {firstRows.map((at) => (
            <SkeletonRow key={at} {...shape} at={at} />
          ))}
        </tbody>
      }
    >
      {/* The height of a row is measured once: other rows begin anew. */}
      <VirtualRows key={String(isCompact)} count={count} renderRow={renderRow} onRange={onRange} />
    </Suspense>
  )
  return (
    <>
      <RecordTable<Row> {...table} body={{ count, rows }} />
      {total > count ? <p className={classes.first}>{t('general.list.first', { count: scrolledRows })}</p> : null}
      <ScrollBar from={range.first + 1} to={Math.min(range.last + 1, count)} total={total} onChange={onSize}>
        {retry === null ? null : (
          <Button variant="default" size="xs" onClick={retry}>
            {t('general.state.failed')} {t('general.action.retry')}
          </Button>
        )}
      </ScrollBar>
    </>
  )
}

/** A new question starts at its first row. */
function useBeginning(question: string): void {
  const former = useRef(question)
  useEffect(() => {
    if (former.current !== question) window.scrollTo({ top: 0 })
    former.current = question
  }, [question])
}

/** Returns a stable function that calls the latest one. */
function useLatest<Args extends unknown[]>(
  act: ((...parameters: Args) => void) | undefined,
): (...parameters: Args) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...parameters: Args) => latest.current?.(...parameters), [])
}
