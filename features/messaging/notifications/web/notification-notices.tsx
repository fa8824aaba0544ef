// The login notices: one dialog with the unread notifications that are also shown after a sign-in.
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { RichText } from '#platform/web/ui/rich-text.tsx'
import { listLoginNotices, markNotifications } from '../contract.ts'
import classes from './notification-notices.module.css'

/**
 * Shows the dialog; `onClose` opens the next dialog after the sign-in. A closed notice stays unread, so that it appears again after the
 * next sign-in.
 */
export function LoginNotices({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { data, isError } = useCallQuery(listLoginNotices, {}, { once: true })
  const mark = useCallMutation(markNotifications, { quiet: true })
  const isNothing = isError || data?.length === 0
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isNothing) close()
  }, [isNothing])
  if (!data || data.length === 0) return null
  const markAsRead = () => {
    mark.mutate({ ids: data.map(({ id }) => id), read: true })
    onClose()
  }
  return (
    <Modal
      opened
      centered
      size="lg"
      title={t('messaging.notifications.notices', { count: data.length })}
      onClose={onClose}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      <Stack gap="lg">
        {data.map(({ id, title, body, author, at }) => (
          <article key={id} className={classes.notice}>
            <h3 className={classes.title}>{title}</h3>
            <p className={classes.facts}>
              {author === null ? dateTime(at) : `${t('messaging.notifications.by', { author })} · ${dateTime(at)}`}
            </p>
            {body === null ? null : <RichText html={body} />}
          </article>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('messaging.notifications.later')}
          </Button>
          <Button onClick={markAsRead} data-autofocus>
            {t('messaging.notifications.markRead')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
