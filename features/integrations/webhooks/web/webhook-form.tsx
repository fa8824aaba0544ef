import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { LinkToHandOver } from '#platform/web/ui/link-to-hand-over.tsx'
import { eventTypes, webhookCalls } from '../contract.ts'
import { TestButton } from './webhook-test.tsx'
import { webhookPlace } from './webhook-place.ts'
import { SecretSection } from './webhook-secret.tsx'
import { SpanAgain } from './span-again.tsx'
import { ToLog } from './webhook-ways.tsx'

type Webhook = ReceivedOf<typeof webhookCalls.read>

export function AddWebhook() {
  const { t } = useTranslation()
  return (
    <AddPage
      call={webhookCalls.add}
      {...webhookPlace}
      blank={{ name: '', url: '', event_types: [], active: true }}
      renderDone={({ secret }, _, goBack) => (
        <LinkToHandOver
          label={t('integrations.webhooks.field.secret')}
          text={t('integrations.webhooks.secretOnce')}
          link={secret}
        >
          <Button variant="default" onClick={goBack}>
            {t('integrations.webhooks.toList')}
          </Button>
        </LinkToHandOver>
      )}
    >
      <Fields />
    </AddPage>
  )
}

export const EditWebhook = () => (
  <EditPage
    read={webhookCalls.read}
    update={webhookCalls.update}
    {...webhookPlace}
    renderWays={(webhook) => (
      <>
        {webhook.can.includes('update') ? (
          <>
            <TestButton id={webhook.id} />
            <SpanAgain webhook={webhook} />
          </>
        ) : null}
        <ToLog id={webhook.id} />
      </>
    )}
  >
    {(webhook) => (
      <>
        <Standing webhook={webhook} />
        <Fields />
        <SecretSection webhook={webhook} />
      </>
    )}
  </EditPage>
)

/** Why the webhook sends nothing, or not everything. */
function Standing({ webhook: { disabled_at, failing_since, waiting } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  if (disabled_at !== null) {
    return (
      <Alert color="red" variant="light" c="var(--ink)">
        {t('integrations.webhooks.disabledNote', { time: dateTime(disabled_at) })}
      </Alert>
    )
  }
  if (failing_since === null) return null
  return (
    <Alert color="orange" variant="light" c="var(--ink)">
      {t('integrations.webhooks.failingNote', { time: dateTime(failing_since) })}{' '}
      {waiting === 0 ? null : t('integrations.webhooks.waitingNote', { count: waiting })}
    </Alert>
  )
}

function Fields() {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('integrations.webhooks.noun')} text={t('integrations.webhooks.section.whatText')}>
        <Field name="name" />
        <Field name="url">{(input) => <Address {...input} />}</Field>
        <Field name="active" />
      </FormSection>
      <FormSection
        title={t('integrations.webhooks.field.event_types')}
        text={t('integrations.webhooks.section.eventsText')}
      >
        <Field name="event_types">{(input) => <EventTypes {...input} />}</Field>
      </FormSection>
    </>
  )
}

function Address({ value, onChange, ...field }: FieldInput) {
  return (
    <TextInput
      {...field}
      type="url"
      inputMode="url"
      maxLength={500}
      placeholder="https://"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function EventTypes({ name, label, error, value, onChange }: FieldInput) {
  const { t } = useTranslation()
  const chosen = value as string[]
  return (
    <Checkbox.Group id={name} label={label} error={error} value={chosen} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {eventTypes.map((type) => (
          <Checkbox
            key={type}
            value={type}
            label={
              <Group gap="xs">
                {t(`integrations.webhooks.events.${type}`)}
                <Text span size="xs" c="dimmed">
                  {type}
                </Text>
              </Group>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
