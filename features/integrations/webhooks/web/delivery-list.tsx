import { Button, Group, Menu } from '@mantine/core'
import { IconRefresh, IconRepeat, IconWebhook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation, useCallQuery, useRefresh, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { CellNote } from '#platform/web/ui/plain-table.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { deliveryStates, exportDeliveries, listDeliveries, sendAgain, sentTypes, webhookCalls } from '../contract.ts'
import { changesSoon } from './changes-soon.ts'
import { webhookPlace } from './webhook-place.ts'
import { WebhookState } from './webhook-state.tsx'
import { ToList } from './webhook-ways.tsx'

type Row = RowOf<typeof listDeliveries>

/** The log of what was sent. */
export function DeliveryList() {
  const { t } = useTranslation()
  const maySend = useCan('webhook.update')
  return (
    <ListPage
      list={listDeliveries}
      file={exportDeliveries}
      phrasePrefix="integrations.webhooks.deliveries"
      path={`${webhookPlace.path}/deliveries`}
      pageKey="page_webhook_deliveries"
      icon={IconWebhook}
      beginsAbove
      renderBegin={(list) => <Ways list={list} />}
      nameOf={({ event_type, webhook }) => `${t(`integrations.webhooks.events.${event_type}`)}: ${webhook.name}`}
      columns={useColumns()}
      renderFilters={(list) => <Filters list={list} />}
      {...(maySend && { renderActions: ({ id }: Row) => [<AgainItem key="again" id={id} />] })}
    />
  )
}

function Ways({ list }: { list: List<typeof listDeliveries> }) {
  const { t } = useTranslation()
  const refresh = useRefresh(listDeliveries)
  useRefreshWhile(list.answer?.data.some(changesSoon) === true, listDeliveries)
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden />} onClick={refresh}>
        {t('integrations.webhooks.deliveries.refresh')}
      </Button>
      <ToList />
    </Group>
  )
}

function AgainItem({ id }: { id: string }) {
  const { t } = useTranslation()
  const again = useCallMutation(sendAgain, { onDone: () => toastDone(t('integrations.webhooks.againSent')) })
  return (
    <Menu.Item
      leftSection={<IconRepeat size={16} aria-hidden />}
      disabled={again.isPending}
      onClick={() => again.mutate({ id })}
    >
      {t('integrations.webhooks.again')}
    </Menu.Item>
  )
}

function Filters({ list: { options, change } }: { list: List<typeof listDeliveries> }) {
  const { t } = useTranslation()
  const { data: webhooks = [] } = useCallQuery(webhookCalls.select, { search: '' })
  return (
    <>
      <FilterChip
        label={t('integrations.webhooks.field.state')}
        value={options.state}
        options={deliveryStates.map((value) => ({ value, label: t(`integrations.webhooks.states.${value}`) }))}
        onChange={(state) => change({ state })}
      />
      <FilterChip
        label={t('integrations.webhooks.field.webhook_id')}
        value={options.webhook_id}
        options={webhooks}
        onChange={(webhook_id) => change({ webhook_id })}
      />
      <FilterChip
        label={t('integrations.webhooks.field.event_type')}
        value={options.event_type}
        options={sentTypes.map((value) => ({
          value,
          label: t(`integrations.webhooks.events.${value}`),
        }))}
        onChange={(event_type) => change({ event_type })}
      />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const field = (name: Exclude<keyof Row, 'id' | 'name'>) => t(`integrations.webhooks.field.${name}`)
  const instant = (at: Date | null) => (at === null ? null : dateTime(at))
  return [
    {
      key: 'created_at',
      title: field('created_at'),
      sort: 'created_at',
      width: '11rem',
      cell: ({ created_at }) => dateTime(created_at),
    },
    {
      key: 'event_type',
      title: field('event_type'),
      cell: ({ event_type }) => (
        <>
          {t(`integrations.webhooks.events.${event_type}`)}
          <CellNote code>{event_type}</CellNote>
        </>
      ),
    },
    { key: 'webhook', title: field('webhook'), labelled: true, cell: ({ webhook }) => webhook.name },
    {
      key: 'state',
      title: field('state'),
      width: '14rem',
      cell: ({ state, problem }) => (
        <>
          <WebhookState state={state} />
          {problem === null ? null : <CellNote>{t(`integrations.webhooks.problems.${problem}`)}</CellNote>}
        </>
      ),
    },
    { key: 'status', title: field('status'), labelled: true, width: '7rem', cell: ({ status }) => status },
    {
      key: 'attempts',
      title: field('attempts'),
      width: '7rem',
      align: 'end',
      cell: ({ attempts }) => number(attempts),
    },
    {
      key: 'next_at',
      title: field('next_at'),
      labelled: true,
      width: '11rem',
      cell: ({ next_at }) => instant(next_at),
    },
    {
      key: 'ms',
      title: field('ms'),
      chosenOnly: true,
      align: 'end',
      cell: ({ ms }) => (ms === null ? null : number(ms)),
    },
    { key: 'ended_at', title: field('ended_at'), chosenOnly: true, cell: ({ ended_at }) => instant(ended_at) },
    { key: 'event_id', title: field('event_id'), chosenOnly: true, cell: ({ event_id }) => event_id },
  ]
}
