import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { useIsEmbedded } from '#platform/web/session/use-session.ts'
import { RecordTable } from '#platform/web/ui/record-table.tsx'
import { type CardReport, FavouriteButton, reportPath } from './home-card.tsx'

type HomeTableProps = { reports: readonly (CardReport & { created_at: Date; description: string | null })[] }

/** Sort options that change nothing: the page above the table sorts. */
const unsorted = { sort: '', order: 'asc', onSort: () => undefined } as const

/** The reports as rows of a table, with description and date. */
export function HomeTable({ reports }: HomeTableProps) {
  const { t } = useTranslation()
  const { date } = useFormats()
  const isEmbedded = useIsEmbedded()
  return (
    <RecordTable
      label={t('home.shelves.all.title')}
      rows={reports}
      rowKey={({ id }) => id}
      rowPath={({ id }) => reportPath(id, isEmbedded)}
      renderMenu={(report) => <FavouriteButton report={report} inRow />}
      columns={[
        { key: 'name', title: t('home.shelves.all.sort.name'), cell: ({ name }) => name },
        {
          key: 'group',
          title: t('home.shelves.all.sort.group'),
          cell: ({ group, subgroup }) => `${group} › ${subgroup}`,
        },
        {
          key: 'description',
          title: t('home.shelves.library.description'),
          wideOnly: true,
          cell: ({ description }) => description,
        },
        {
          key: 'created_at',
          title: t('general.list.createdAt'),
          width: '9rem',
          wideOnly: true,
          cell: ({ created_at }) => date(created_at),
        },
      ]}
      {...unsorted}
    />
  )
}
