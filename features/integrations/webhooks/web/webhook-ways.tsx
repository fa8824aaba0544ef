// Links between the pages of webhooks.
import { Button } from '@mantine/core'
import { IconArrowLeft, IconListCheck, IconListDetails } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { webhookPlace } from './webhook-place.ts'

/** The log; of one webhook, or of all. */
export function ToLog({ id }: { id?: string }) {
  const { t } = useTranslation()
  const filter = id === undefined ? '' : `?webhook_id=${id}`
  return (
    <Button
      variant="default"
      leftSection={<IconListCheck size={16} stroke={1.8} aria-hidden />}
      renderRoot={(link) => <PathLink to={`${webhookPlace.path}/deliveries${filter}`} {...link} />}
    >
      {t('integrations.webhooks.toLog')}
    </Button>
  )
}

export function ToEvents() {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconListDetails size={16} stroke={1.8} aria-hidden />}
      renderRoot={(link) => <PathLink to={`${webhookPlace.path}/events`} {...link} />}
    >
      {t('integrations.webhooks.toEvents')}
    </Button>
  )
}

export function ToList() {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
      renderRoot={(link) => <PathLink to={webhookPlace.path} {...link} />}
    >
      {t('integrations.webhooks.toList')}
    </Button>
  )
}
