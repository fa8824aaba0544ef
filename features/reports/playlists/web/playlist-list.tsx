import { Menu } from '@mantine/core'
import { IconCast, IconDeviceTv, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { playlistCalls } from '../contract.ts'
import { playlistPlace } from './playlist-place.ts'

type Row = RowOf<typeof playlistCalls.list>

export function PlaylistList() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...recordList(playlistCalls, playlistPlace)}
      icon={IconDeviceTv}
      columns={useColumns()}
      renderActions={({ id }) => [
        <Menu.Item
          key="play"
          component={PathLink}
          to={`/${id}/playlist/view`}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
        >
          {t('reports.playlists.play')}
        </Menu.Item>,
        <Menu.Item
          key="pair"
          component={PathLink}
          to={`/playlists/${id}/screens?pair=S`}
          leftSection={<IconCast size={16} aria-hidden />}
        >
          {t('reports.playlists.screens.pair')}
        </Menu.Item>,
        <Menu.Item
          key="screens"
          component={PathLink}
          to={`/playlists/${id}/screens`}
          leftSection={<IconDeviceTv size={16} aria-hidden />}
        >
          {t('reports.playlists.screens.title')}
        </Menu.Item>,
      ]}
    />
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { number, date } = useFormats()
  return [
    { key: 'name', title: t('reports.playlists.field.name'), sort: 'name', width: '30%', cell: ({ name }) => name },
    {
      key: 'items',
      title: t('reports.playlists.field.items'),
      width: '9rem',
      cell: ({ items }) => t('reports.playlists.slides', { count: items.length, shown: number(items.length) }),
    },
    {
      key: 'screens',
      title: t('reports.playlists.screens.title'),
      width: '7rem',
      labelled: true,
      cell: ({ screens }) => number(screens),
    },
    {
      key: 'owner',
      title: t('reports.playlists.owner'),
      wideOnly: true,
      cell: ({ owner }) => owner ?? t('reports.playlists.noOwner'),
    },
    {
      key: 'created_at',
      title: t('reports.playlists.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}
