import { Alert, Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { LinkToHandOver } from '#platform/web/ui/link-to-hand-over.tsx'
import { rotateSecret, type webhookCalls } from '../contract.ts'

/** The secret is shown after a rotation only. */
export function SecretSection({ webhook }: { webhook: ReceivedOf<typeof webhookCalls.read> }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const confirm = useConfirm()
  const [rotated, setRotated] = useState<ReceivedOf<typeof rotateSecret> | null>(null)
  const rotate = useCallMutation(rotateSecret, { onDone: setRotated })
  const oldUntil = rotated?.old_secret_until ?? webhook.old_secret_until
  const ask = async () => {
    const title = t('integrations.webhooks.rotateTitle')
    if (await confirm({ title, text: t('integrations.webhooks.rotateText') })) rotate.mutate({ id: webhook.id })
  }
  return (
    <FormSection title={t('integrations.webhooks.section.secret')} text={t('integrations.webhooks.section.secretText')}>
      {rotated === null ? (
        <Text size="sm">{t('integrations.webhooks.secretKept')}</Text>
      ) : (
        <Alert color="orange" variant="light" c="var(--ink)">
          <LinkToHandOver
            label={t('integrations.webhooks.field.secret')}
            text={t('integrations.webhooks.secretOnce')}
            link={rotated.secret}
          />
        </Alert>
      )}
      {oldUntil === null ? null : (
        <Text size="sm">{t('integrations.webhooks.oldUntil', { time: dateTime(oldUntil) })}</Text>
      )}
      {webhook.can.includes('update') ? (
        <Group>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden />}
            loading={rotate.isPending}
            onClick={() => void ask()}
          >
            {t('integrations.webhooks.rotate')}
          </Button>
        </Group>
      ) : null}
    </FormSection>
  )
}
