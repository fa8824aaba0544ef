// The bell in the header: the number of unread notifications, updated by live events, and the link to the list.
import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { maxUnreadShown } from '#catalogue/limits.ts'
import { giveWay } from '#platform/web/client/give-way.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { nounOf } from '#platform/web/client/query-keys.ts'
import { useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { countUnread, markOpened } from '../contract.ts'
import classes from './notification-bell.module.css'

export function NotificationBell() {
  const { can, screens } = useSession()
  return can.has('notification.read') && screens.has('notifications') ? <Bell /> : null
}

/** The page of a record, such as a report or a ticket. */
const recordPage = /\/[\da-f]{8}-[\da-f-]{27}(?:\/|$)/

/** Opening a record reads the notifications that lead to it. */
function useMarkOpened(unread: number | undefined): void {
  const { pathname } = useLocation()
  const { mutate } = useCallMutation(markOpened, { quiet: true })
  const isKnown = unread !== undefined
  const mark = useEffectEvent((path: string) => {
    if (unread !== undefined && unread > 0 && recordPage.test(path)) mutate({ path })
  })
  useEffect(() => {
    if (isKnown) mark(pathname)
  }, [pathname, isKnown])
}

function Bell() {
  const { t } = useTranslation()
  const answers = useQueryClient()
  const { data } = useCallQuery(countUnread, {}, { freshFor: 60_000, after: giveWay })
  useSpreadLiveEvent('notifications_changed', () => {
    void answers.invalidateQueries({ queryKey: [nounOf(countUnread)] })
  })
  const unread = data?.unread ?? 0
  useMarkOpened(data?.unread)
  const isAboveMax = unread >= maxUnreadShown
  const label = isAboveMax
    ? t('messaging.notifications.bellMany', { count: maxUnreadShown - 1 })
    : t('messaging.notifications.bell', { count: unread })
  return (
    <Indicator
      classNames={{ indicator: classes.count }}
      label={isAboveMax ? `${maxUnreadShown - 1}+` : unread}
      color="var(--highlight)"
      size={17}
      offset={7}
      disabled={unread === 0}
      aria-hidden={false}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--ink-quiet)"
        size={36}
        aria-label={label}
        renderRoot={(props) => <PathLink to="/notifications" {...props} />}
      >
        <IconBell size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <output className={classes.spoken}>{data === undefined ? null : label}</output>
    </Indicator>
  )
}
