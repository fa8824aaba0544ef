import { Button, Group, Menu } from '@mantine/core'
import { IconListCheck, IconPlus, IconWebhook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { webhookCalls } from '../contract.ts'
import { webhookPlace } from './webhook-place.ts'
import { stateOf, WebhookState } from './webhook-state.tsx'
import { ToEvents, ToLog } from './webhook-ways.tsx'
import classes from './webhook.module.css'

export const WebhookList = () => (
  <ListPage
    {...recordList(webhookCalls, webhookPlace)}
    icon={IconWebhook}
    columns={useColumns()}
    renderBegin={() => <Begin />}
    renderActions={({ id }) => [<LogItem key="log" id={id} />]}
  />
)

function Begin() {
  const { t } = useTranslation()
  const mayAdd = useCan('webhook.add')
  return (
    <Group gap="xs">
      <ToEvents />
      <ToLog />
      {mayAdd ? (
        <Button
          renderRoot={(link) => <PathLink to={`${webhookPlace.path}/add`} {...link} />}
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        >
          {t('integrations.webhooks.add')}
        </Button>
      ) : null}
    </Group>
  )
}

function LogItem({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Menu.Item
      component={PathLink}
      to={`${webhookPlace.path}/deliveries?webhook_id=${id}`}
      leftSection={<IconListCheck size={16} aria-hidden />}
    >
      {t('integrations.webhooks.toLog')}
    </Menu.Item>
  )
}

function useColumns(): Column<RowOf<typeof webhookCalls.list>>[] {
  const { t } = useTranslation()
  const { date, number } = useFormats()
  return [
    { key: 'name', title: t('integrations.webhooks.field.name'), sort: 'name', width: '22%', cell: ({ name }) => name },
    {
      key: 'url',
      title: t('integrations.webhooks.field.url'),
      wideOnly: true,
      cell: ({ url }) => <span className={classes.text}>{url}</span>,
    },
    {
      key: 'event_types',
      title: t('integrations.webhooks.field.event_types'),
      labelled: true,
      cell: ({ event_types }) => event_types.map((type) => t(`integrations.webhooks.events.${type}`)).join(', '),
    },
    {
      key: 'active',
      title: t('integrations.webhooks.field.state'),
      width: '12rem',
      cell: (webhook) => <WebhookState state={stateOf(webhook)} />,
    },
    {
      key: 'waiting',
      title: t('integrations.webhooks.field.waiting'),
      width: '7rem',
      align: 'end',
      cell: ({ waiting }) => number(waiting),
    },
    {
      key: 'created_at',
      title: t('general.list.createdAt'),
      sort: 'created_at',
      chosenOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}
