import { IconTags } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import type { Column } from '#platform/web/ui/record-table.tsx'
import { tagCalls } from '../contract.ts'
import { TagChip } from './picker.tsx'

export function TagList() {
  return (
    <ListPage
      list={tagCalls.list}
      file={tagCalls.export}
      remove={tagCalls.remove}
      words="tags"
      path="/tags"
      pageKey="page_tags"
      add="tag.add"
      icon={IconTags}
      columns={useColumns()}
    />
  )
}

function useColumns(): Column<RowOf<typeof tagCalls.list>>[] {
  const { t } = useTranslation()
  const { number } = useFormats()
  return [
    { key: 'name', title: t('tags.field.name'), sort: 'name', cell: (tag) => <TagChip tag={tag} /> },
    {
      key: 'reports',
      title: t('tags.reports'),
      sort: 'reports',
      width: '10rem',
      cell: ({ reports }) => t('tags.used', { count: reports, shown: number(reports) }),
    },
  ]
}
