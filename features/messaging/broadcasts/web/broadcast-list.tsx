import { Badge } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { htmlText } from '#platform/web/ui/html-text.ts'
import { broadcastCalls } from '../contract.ts'
import { broadcastPlace } from './broadcast-place.ts'
import { stateOf } from './broadcast-days.ts'

export const BroadcastList = () => (
  <ListPage {...recordList(broadcastCalls, broadcastPlace)} icon={IconSpeakerphone} columns={useColumns()} />
)

type Row = RowOf<typeof broadcastCalls.list>

function useColumns(): Column<Row>[] {
  const { t, i18n } = useTranslation()
  const { day, number } = useFormats()
  return [
    {
      key: 'name',
      title: t('messaging.broadcasts.field.name'),
      sort: 'name',
      width: '16rem',
      cell: ({ name }) => name,
    },
    {
      key: 'message',
      title: t('messaging.broadcasts.field.message'),
      wideOnly: true,
      cell: ({ message }) => htmlText(inLanguage(message, i18n.language)),
    },
    {
      key: 'starts_on',
      title: t('messaging.broadcasts.field.starts_on'),
      sort: 'starts_on',
      width: '8rem',
      cell: ({ starts_on }) => day(starts_on),
    },
    {
      key: 'ends_on',
      title: t('messaging.broadcasts.field.ends_on'),
      sort: 'ends_on',
      width: '8rem',
      cell: ({ ends_on }) => (ends_on === null ? t('messaging.broadcasts.open') : day(ends_on)),
    },
    {
      key: 'dismissed',
      title: t('messaging.broadcasts.field.dismissed'),
      width: '9rem',
      align: 'end',
      wideOnly: true,
      cell: ({ dismissed }) => number(dismissed),
    },
    { key: 'state', title: t('messaging.broadcasts.state'), width: '8rem', cell: (row) => <State row={row} /> },
  ]
}

const colours = { planned: 'gray', present: 'green', past: 'gray' } as const

function State({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { timezone } = useSession()
  const state = stateOf(row, dayIn(timezone, now()))
  return (
    <Badge variant="light" tt="none" color={colours[state]}>
      {t(`messaging.broadcasts.states.${state}`)}
    </Badge>
  )
}
