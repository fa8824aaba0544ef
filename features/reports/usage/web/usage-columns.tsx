import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { useSeconds } from './usage-page.tsx'

type Count = 'views' | 'readers' | 'reports' | 'failed' | 'people' | 'opened_reports'
type Time = 'load_p50' | 'load_p95' | 'render_p50' | 'render_p95'

/** The columns that several lists of usage share. */
export function useUsageColumns() {
  const { t } = useTranslation()
  const { number, dateTime } = useFormats()
  const seconds = useSeconds()
  /** In seconds. The 95th percentiles are shown, the medians when chosen. */
  const time = <Key extends Time>(key: Key, sort?: Key): Column<Record<Key, number | null>> => ({
    key,
    title: t(`reports.usage.column.${key as Time}`), // oxlint-disable-line typescript/no-unnecessary-type-assertion -- the type of a phrase is too deep for a generic key
    width: '8.5rem',
    align: 'end',
    labelled: true,
    ...(sort ? { sort } : { chosenOnly: true }),
    cell: (row) => seconds(row[key]),
  })
  return {
    count: <Key extends Count>(key: Key, sort?: Key, wideOnly = false): Column<Record<Key, number>> => ({
      key,
      title: t(`reports.usage.field.${key as Count}`), // oxlint-disable-line typescript/no-unnecessary-type-assertion -- the type of a phrase is too deep for a generic key
      width: '7.5rem',
      align: 'end',
      labelled: true,
      ...(sort && { sort }),
      ...(wideOnly && { wideOnly }),
      cell: (row) => number(row[key]),
    }),
    /** How long reports take to load and to render. */
    times: () => [
      time('load_p50'),
      { ...time('load_p95', 'load_p95'), wideOnly: true },
      time('render_p50'),
      time('render_p95', 'render_p95'),
    ],
    last: <Row extends { last_view_at: Date | null }>(sort?: 'last_view_at'): Column<Row> => ({
      key: 'last_view_at',
      title: t('reports.usage.field.last_view_at'),
      width: '10.5rem',
      labelled: true,
      ...(sort && { sort }),
      cell: ({ last_view_at: lastView }) =>
        lastView === null ? t('reports.usage.choice.seen.never') : dateTime(lastView),
    }),
  }
}
