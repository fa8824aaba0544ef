import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RowOf } from '#platform/web/pages/list-page.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { type listReportsPerUser, type listUsersPerReport, readerWays } from '../contract.ts'

type Row = RowOf<typeof listUsersPerReport>

/** The columns of both lists. `first` is the column by which the list is sorted. */
export function useReaderColumns(first: 'report' | 'person'): Column<Row>[] {
  const { t } = useTranslation()
  const report: Column<Row> = {
    key: 'report',
    title: t('reports.readers.field.report'),
    sort: 'report',
    cell: ({ report: name }) => name,
  }
  const unitColumn: Column<Row> = {
    key: 'place',
    title: t('reports.readers.field.place'),
    sort: 'place',
    wideOnly: true,
    cell: ({ place: name }) => name,
  }
  const person: Column<Row> = {
    key: 'person',
    title: t('reports.readers.field.person'),
    sort: 'person',
    cell: ({ person: name }) => name,
  }
  const email: Column<Row> = {
    key: 'email',
    title: t('reports.readers.field.email'),
    sort: 'email',
    wideOnly: true,
    cell: ({ email: emailAddress }) => emailAddress,
  }
  return [
    ...(first === 'report' ? [report, unitColumn, person, email] : [person, email, report, unitColumn]),
    {
      key: 'way',
      title: t('reports.readers.field.way'),
      width: '14rem',
      cell: ({ way, groups }) =>
        groups.length === 0
          ? t(`reports.readers.choice.way.${way}`)
          : `${t(`reports.readers.choice.way.${way}`)} · ${groups.join(', ')}`,
    },
    {
      key: 'opens',
      title: t('reports.readers.field.opens'),
      width: '8rem',
      cell: ({ opens }) => (
        <Badge variant="light" tt="none" color={opens ? 'green' : 'gray'}>
          {t(opens ? 'reports.readers.yes' : 'reports.readers.hidden')}
        </Badge>
      ),
    },
  ]
}

/** The path of the grants of a report. */
export const grantsPath = ({ report_id }: Row): string => `/report/${report_id}/access`

type Readers = List<typeof listUsersPerReport> | List<typeof listReportsPerUser>

export function ReaderFilters({ list: { options, change } }: { list: Readers }) {
  const { t } = useTranslation()
  return (
    <>
      <FilterChip
        label={t('reports.readers.field.way')}
        value={options.way}
        options={readerWays.map((source) => ({ value: source, label: t(`reports.readers.choice.way.${source}`) }))}
        onChange={(source) => change({ way: source })}
      />
      <FilterChip
        label={t('reports.readers.field.opens')}
        value={options.opens === undefined ? undefined : options.opens ? 'S' : 'N'}
        options={[
          { value: 'S', label: t('reports.readers.yes') },
          { value: 'N', label: t('reports.readers.hidden') },
        ]}
        onChange={(opens) => change({ opens: opens === undefined ? undefined : opens === 'S' })}
      />
    </>
  )
}
