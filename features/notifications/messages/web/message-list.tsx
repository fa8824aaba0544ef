import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { listMessages, withdrawMessage } from '../contract.ts'
import { messagePlace } from './message-place.ts'

export type Message = RowOf<typeof listMessages>

export function MessageList() {
  return (
    <ListPage
      list={listMessages}
      remove={withdrawMessage}
      {...messagePlace}
      pageKey="page_messages"
      add="notification.add"
      columns={useColumns()}
    />
  )
}

function useColumns(): Column<Message>[] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const addressees = useAddressees()
  return [
    { key: 'title', title: t('notifications.messages.field.title'), width: '32%', cell: ({ name }) => name },
    {
      key: 'target',
      title: t('notifications.messages.field.target'),
      cell: (row) => addressees(row),
    },
    {
      key: 'readers',
      title: t('notifications.messages.readers'),
      width: '10rem',
      labelled: true,
      cell: ({ readers, receipts, published_at }) =>
        published_at === null ? (
          <Badge variant="light" tt="none" color="gray">
            {t('notifications.messages.scheduled')}
          </Badge>
        ) : (
          t('notifications.messages.readBy', { readers: number(readers), receipts: number(receipts) })
        ),
    },
    {
      key: 'author',
      title: t('notifications.messages.author'),
      wideOnly: true,
      cell: ({ author }) => author,
    },
    {
      key: 'created_at',
      title: t('general.list.createdAt'),
      sort: 'created_at',
      width: '11.5rem',
      wideOnly: true,
      cell: ({ created_at }) => dateTime(created_at),
    },
  ]
}

/** Whom a message reaches, in words. */
export function useAddressees(): (of: Pick<Message, 'target' | 'named'>) => string {
  const { t } = useTranslation()
  return ({ target, named }) =>
    target === 'chosen' ? named.join(', ') : t(`notifications.messages.choice.target.${target}`)
}
