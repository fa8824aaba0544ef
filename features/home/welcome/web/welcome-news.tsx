import { useTranslation } from 'react-i18next'
import { maxUnreadShown } from '#catalogue/limits.ts'
import { countUnread } from '#features/messaging/notifications/contract.ts'
import { giveWay } from '#platform/web/client/give-way.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import classes from './welcome.module.css'

/** What is new for the person, as links in the line below the greeting. */
export function WelcomeNews({ reports }: { /** Reports that the person has never opened. */ reports: number }) {
  const { t } = useTranslation()
  const { can, screens } = useSession()
  const mayRead = can.has('notification.read') && screens.has('notifications')
  const { data } = useCallQuery(countUnread, {}, { enabled: mayRead, freshFor: 60_000, after: giveWay })
  const unread = data?.unread ?? 0
  return (
    <>
      {reports > 0 && screens.has('all/reports') ? (
        <>
          {' · '}
          <PathLink to="/all/reports?sort=created_at&order=desc" className={classes.news}>
            {t('home.welcome.reports', { count: reports })}
          </PathLink>
        </>
      ) : null}
      {unread > 0 ? (
        <>
          {' · '}
          <PathLink to="/notifications" className={classes.news}>
            {unread >= maxUnreadShown
              ? t('home.welcome.unreadMany', { count: maxUnreadShown - 1 })
              : t('home.welcome.unread', { count: unread })}
          </PathLink>
        </>
      ) : null}
    </>
  )
}
