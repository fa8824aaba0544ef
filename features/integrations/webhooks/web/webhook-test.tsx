import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import { sendTest } from '../contract.ts'
import { webhookPlace } from './webhook-place.ts'

/** Sends a test, and leads to the page of its delivery, which shows the outcome when it is there. */
export function TestButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const go = useGo()
  const test = useCallMutation(sendTest, {
    onDone: ({ id: delivery }) => go(`${webhookPlace.path}/deliveries/${delivery}`),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} stroke={1.8} aria-hidden />}
      loading={test.isPending}
      onClick={() => test.mutate({ id })}
    >
      {t('integrations.webhooks.test')}
    </Button>
  )
}
