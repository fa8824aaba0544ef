import { Badge, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
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
      icon={IconSpeakerphone}
      pageKey="page_messages"
      add="notification.add"
      columns={useColumns()}
    />
  )
}

function useColumns(): Column<Message>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const stateOf = useMessageState()
  const addressees = useAddressees()
  return [
    {
      key: 'title',
      title: t('messaging.messages.field.title'),
      width: '32%',
      cell: ({ name, refusal }) => (
        <>
          {name}
          {refusal === null ? null : (
            <Text component="span" display="block" size="xs" c="dimmed">
              {t(`messaging.notifications.refusal.${refusal}`)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'target',
      title: t('messaging.messages.field.target'),
      cell: (row) => addressees(row),
    },
    {
      key: 'readers',
      title: t('messaging.messages.readers'),
      width: '10rem',
      labelled: true,
      cell: (row) => {
        const { color, text } = stateOf(row)
        if (row.published_at !== null) return text
        return (
          <Badge variant="light" tt="none" color={color}>
            {text}
          </Badge>
        )
      },
    },
    {
      key: 'author',
      title: t('messaging.messages.author'),
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

/** Returns the state of a message as a text: waiting, refused on its first day, or sent and read by some. */
export function useMessageState() {
  const { t } = useTranslation()
  const { number } = useFormats()
  return ({ refusal, published_at, readers, receipts }: Omit<Message, 'id'>) => {
    if (refusal !== null) return { color: 'amber', text: t('messaging.messages.refused') }
    if (published_at === null) return { color: 'gray', text: t('messaging.messages.scheduled') }
    const readShare = { readers: number(readers), receipts: number(receipts) }
    return { color: 'teal', text: t('messaging.messages.readBy', readShare) }
  }
}

/** Returns the addressees of a message as a text. */
export function useAddressees(): (message: Pick<Message, 'target' | 'named'>) => string {
  const { t } = useTranslation()
  return ({ target, named }) =>
    target === 'chosen' ? named.join(', ') : t(`messaging.messages.choice.target.${target}`)
}
