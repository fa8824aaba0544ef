import { IconTags } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { tagCalls } from '../contract.ts'
import { tagPlace } from './tag-place.ts'
import { TagChip } from './tag-chip.tsx'

export const TagList = () => <ListPage {...recordList(tagCalls, tagPlace)} icon={IconTags} columns={useColumns()} />

function useColumns(): Column<RowOf<typeof tagCalls.list>>[] {
  const { t } = useTranslation()
  const { number } = useFormats()
  return [
    { key: 'name', title: t('reports.tags.field.name'), sort: 'name', cell: (tag) => <TagChip tag={tag} /> },
    {
      key: 'reports',
      title: t('reports.tags.reports'),
      sort: 'reports',
      width: '10rem',
      cell: ({ reports }) => t('reports.tags.used', { count: reports, shown: number(reports) }),
    },
  ]
}
