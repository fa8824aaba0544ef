// One notification. Opening it marks it as read.
import { Anchor, Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconMail, IconTrash } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { RichText } from '#platform/web/ui/rich-text.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { deleteNotifications, markNotifications, readNotification } from '../contract.ts'
import classes from './notification-page.module.css'
import { useNotificationText } from './notification-text.ts'

export function NotificationPage() {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const id = usePathPart('id')
  const go = useGo()
  const textOf = useNotificationText()
  const { data, error, refetch } = useCallQuery(readNotification, { id })
  const { mutate: mark } = useCallMutation(markNotifications)
  const isThere = data !== undefined
  const markOpened = useEffectEvent((opened: string) => {
    if (data?.read === false) mark({ ids: [opened], read: true })
  })
  // The effect runs only when the notification is opened, because the person may mark it as unread afterwards.
  useEffect(() => {
    if (isThere) markOpened(id)
  }, [id, isThere])
  const toList = () => go('/notifications')
  const remove = useCallMutation(deleteNotifications, {
    onDone: () => {
      toastDone(t('messaging.notifications.deleted'))
      toList()
    },
  })
  const keep = useCallMutation(markNotifications, { onDone: toList })
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton sections={1} />
  const { title, text } = textOf(data)
  const from =
    data.author === null
      ? t('messaging.notifications.byPortal')
      : t('messaging.notifications.by', { author: data.author })
  return (
    <article className={classes.page}>
      <Anchor className={classes.back} renderRoot={(props) => <PathLink to="/notifications" {...props} />}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden /> {t('messaging.notifications.back')}
      </Anchor>
      <PageHeader title={title} text={`${from} · ${dateTime(data.at)}`} />
      {text === null ? null : <p className={classes.text}>{text}</p>}
      {data.body === null ? null : <RichText html={data.body} />}
      <div className={classes.actions}>
        {data.path === null ? null : (
          <Button
            renderRoot={(props) => <PathLink to={data.path ?? '/'} {...props} />}
            rightSection={<IconArrowRight size={16} stroke={2} aria-hidden />}
          >
            {t('messaging.notifications.openTarget')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconMail size={16} stroke={1.8} aria-hidden />}
          onClick={() => keep.mutate({ ids: [id], read: false })}
        >
          {t('messaging.notifications.markUnread')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.8} aria-hidden />}
          onClick={() => remove.mutate({ ids: [id] })}
        >
          {t('messaging.notifications.delete')}
        </Button>
      </div>
    </article>
  )
}
