// The catalogue of events, each with a sample of the body that a receiver gets.
import { Code, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { readEvents } from '../contract.ts'
import { ToList } from './webhook-ways.tsx'
import classes from './webhook.module.css'

export function EventList() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(readEvents, {})
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={t('integrations.webhooks.catalogue.title')}
        text={t('integrations.webhooks.catalogue.purpose')}
      >
        <ToList />
      </PageHeader>
      {data === undefined ? <FormSkeleton /> : null}
      {data?.map(({ type, sample }) => (
        <FormSection key={type} title={t(`integrations.webhooks.events.${type}`)} text={type}>
          <Text size="sm">{t('integrations.webhooks.catalogue.sample')}</Text>
          <Code block className={classes.text}>
            {JSON.stringify(sample, null, 2)}
          </Code>
        </FormSection>
      ))}
    </>
  )
}
