import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { screens } from '../features.ts'
import { menuFor } from './menu.ts'
import classes from './start-page.module.css'

/** The start page without a dashboard: the screens that the person may open. */
export function StartPage() {
  const { t } = useTranslation()
  const session = useSession()
  const name = session.user.name.split(' ')[0] ?? session.user.name
  const items = menuFor(screens, session).flatMap((group) => group.items)
  return (
    <>
      <PageHeader title={t('frame.start.title', { name })} text={t('frame.start.text')} />
      <ul className={classes.cards}>
        {items.map(({ path, icon: Icon, label }) => (
          <li key={path}>
            <PathLink to={path} className={classes.card}>
              <Icon size={22} stroke={1.6} />
              <span>{t(label)}</span>
            </PathLink>
          </li>
        ))}
      </ul>
    </>
  )
}
