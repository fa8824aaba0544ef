import { Menu } from '@mantine/core'
import { IconExternalLink, IconLayoutGrid } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { appCalls } from '../contract.ts'
import { appPlace } from './app-place.ts'

export function AppList() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...recordList(appCalls, appPlace)}
      icon={IconLayoutGrid}
      columns={useColumns()}
      renderActions={({ id }) => [
        <Menu.Item
          key="open"
          component={PathLink}
          to={`/${id}/apps/view`}
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('reports.apps.open')}
        </Menu.Item>,
      ]}
    />
  )
}

function useColumns(): Column<RowOf<typeof appCalls.list>>[] {
  const { t } = useTranslation()
  const { number, date } = useFormats()
  return [
    { key: 'name', title: t('reports.apps.field.name'), sort: 'name', width: '30%', cell: ({ name }) => name },
    {
      key: 'description',
      title: t('reports.apps.field.description'),
      wideOnly: true,
      cell: ({ description }) => description,
    },
    {
      key: 'items',
      title: t('reports.apps.items'),
      width: '7rem',
      labelled: true,
      cell: ({ items }) => number(items),
    },
    {
      key: 'created_at',
      title: t('reports.apps.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}
