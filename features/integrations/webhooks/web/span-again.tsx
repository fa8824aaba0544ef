import { Button, NativeSelect, Switch, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { sendSpanAgain } from '../contract.ts'

const hours = { hour: 1, day: 24, week: 168, month: 720 } as const
type Span = keyof typeof hours
const spans = Object.keys(hours) as Span[]

type Webhook = { id: string; name: string }

/** The button and the dialog that send the events of a time span again. */
export function SpanAgain({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const [asked, setAsked] = useState<Webhook | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRepeat size={16} stroke={1.8} aria-hidden />}
        onClick={() => setAsked(webhook)}
      >
        {t('integrations.webhooks.spanAgain')}
      </Button>
      <FormDialog
        record={asked}
        call={sendSpanAgain}
        title={({ name }) => t('integrations.webhooks.spanTitle', { name })}
        initial={(): { span: Span; onlyFailed: boolean } => ({ span: 'day', onlyFailed: true })}
        inputOf={({ id }, { span, onlyFailed }) => ({
          webhook_id: id,
          from: new Date(now().getTime() - hours[span] * 3_600_000),
          to: now(),
          only_failed: onlyFailed,
        })}
        label={() => t('integrations.webhooks.span')}
        action={t('integrations.webhooks.again')}
        onAnswer={({ sent }) => {
          toastDone(t('integrations.webhooks.spanSent', { count: sent, shown: number(sent) }))
          close()
        }}
        onClose={close}
      >
        {({ values, set }) => (
          <>
            <Text size="sm">{t('integrations.webhooks.spanText')}</Text>
            <NativeSelect
              label={t('integrations.webhooks.span')}
              value={values.span}
              data={spans.map((value) => ({ value, label: t(`integrations.webhooks.spans.${value}`) }))}
              onChange={({ currentTarget }) => set({ span: currentTarget.value as Span })}
            />
            <Switch
              label={t('integrations.webhooks.field.only_failed')}
              checked={values.onlyFailed}
              onChange={({ currentTarget }) => set({ onlyFailed: currentTarget.checked })}
            />
          </>
        )}
      </FormDialog>
    </>
  )
}
