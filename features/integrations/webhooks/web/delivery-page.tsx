// One delivery: what was sent, and what the endpoint answered to each attempt.
import { Button, Code, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation, useCallQuery, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { readDelivery, sendAgain } from '../contract.ts'
import { changesSoon } from './changes-soon.ts'
import { WebhookState } from './webhook-state.tsx'
import { ToLog } from './webhook-ways.tsx'
import classes from './webhook.module.css'

type Delivery = ReceivedOf<typeof readDelivery>

export function DeliveryPage() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { data, error, refetch } = useCallQuery(readDelivery, { id })
  useRefreshWhile(data !== undefined && changesSoon(data), readDelivery)
  const again = useCallMutation(sendAgain, { onDone: () => toastDone(t('integrations.webhooks.againSent')) })
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  return (
    <>
      <PageHeader title={t(`integrations.webhooks.events.${data.event_type}`)}>
        {data.can.includes('again') ? (
          <Button
            leftSection={<IconRepeat size={16} stroke={1.8} aria-hidden />}
            loading={again.isPending}
            onClick={() => again.mutate({ id })}
          >
            {t('integrations.webhooks.again')}
          </Button>
        ) : null}
        <ToLog />
      </PageHeader>
      <Facts delivery={data} />
      <h2>{t('integrations.webhooks.deliveries.body')}</h2>
      <Code block className={classes.text}>
        {JSON.stringify(data.body, null, 2)}
      </Code>
      <h2>{t('integrations.webhooks.deliveries.attempts')}</h2>
      <Attempts attempted={data.attempted} />
    </>
  )
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const { webhook, url, state, event_id, attempts, next_at, ended_at, created_at } = delivery
  const facts = {
    state: <WebhookState state={state} />,
    webhook: webhook.name,
    url: <span className={classes.text}>{url}</span>,
    event_id: <Code>{event_id}</Code>,
    attempts: number(attempts),
    created_at: dateTime(created_at),
    next_at: next_at && dateTime(next_at),
    ended_at: ended_at && dateTime(ended_at),
  } as const
  const keys = Object.keys(facts) as (keyof typeof facts)[]
  return (
    <PlainTable
      label={t('integrations.webhooks.deliveries.facts')}
      columns={[t('integrations.webhooks.deliveries.facts'), t('integrations.webhooks.deliveries.value')]}
    >
      {keys
        .filter((key) => facts[key] !== null)
        .map((key) => (
          <tr key={key}>
            <th scope="row">{t(`integrations.webhooks.field.${key}`)}</th>
            <td>{facts[key]}</td>
          </tr>
        ))}
    </PlainTable>
  )
}

function Attempts({ attempted }: Pick<Delivery, 'attempted'>) {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  if (attempted.length === 0) return <Text c="dimmed">{t('integrations.webhooks.deliveries.noAttempt')}</Text>
  const columns = ['created_at', 'status', 'ms', 'answer', 'next_at'] as const
  return (
    <PlainTable
      label={t('integrations.webhooks.deliveries.attempts')}
      columns={columns.map((column) => t(`integrations.webhooks.field.${column}`))}
    >
      {attempted.map(({ id, created_at, status, problem, ms, answer, next_at }) => (
        <tr key={id}>
          <td>{dateTime(created_at)}</td>
          <td>{problem === null ? status : t(`integrations.webhooks.problems.${problem}`)}</td>
          <td>{number(ms)}</td>
          <td>
            {answer ? <Code className={classes.text}>{answer}</Code> : t('integrations.webhooks.deliveries.noAnswer')}
          </td>
          <td>{next_at && dateTime(next_at)}</td>
        </tr>
      ))}
    </PlainTable>
  )
}
