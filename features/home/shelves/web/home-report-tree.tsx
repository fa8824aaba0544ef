// The tree of reports in the side menu, if the business unit shows it: groups, subgroups, and the reports a person may open.
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useOnApp } from '#platform/web/ui/use-on-app.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { imageOf, useActiveTheme } from '#platform/web/theme/active-theme.ts'
import { GroupIcon } from '#features/reports/groups/web/exports.tsx'
import { readMenu } from '../contract.ts'
import classes from './home-report-tree.module.css'

/** Milliseconds for which the menu is cached: it rarely changes, and a changed grant refreshes it. */
const freshForMs = 60_000

/** Called when a person opens a report, for instance to close the drawer. */
export function ReportTree({ onGo }: { onGo?: () => void }) {
  const { t } = useTranslation()
  const mayOpen = useCan('report.open')
  const { data } = useCallQuery(readMenu, useOnApp() ? { app: true } : {}, { enabled: mayOpen, freshFor: freshForMs })
  if (!data?.show_menu_report || data.groups.length === 0) return null
  return (
    <nav className={classes.tree} aria-label={t('home.shelves.tree')}>
      <h2 className={classes.title}>{t('home.shelves.tree')}</h2>
      {data.groups.map((group) => (
        <Group key={group.id} group={group} onGo={onGo} />
      ))}
    </nav>
  )
}

type MenuGroup = ReceivedOf<typeof readMenu>['groups'][number]

function Group({ group, onGo }: { group: MenuGroup; onGo: (() => void) | undefined }) {
  const icon = imageOf(useActiveTheme().icon_report)
  return (
    <details className={classes.group} open>
      <summary className={classes.name}>
        <IconChevronRight className={classes.chevron} size={14} stroke={2} aria-hidden />
        {group.icon === null ? null : <GroupIcon icon={group.icon} size={16} className={classes.groupIcon} />}
        {group.name}
      </summary>
      {group.subgroups.map((subgroup) => (
        <details key={subgroup.id} className={classes.subgroup}>
          <summary className={classes.name}>
            <IconChevronRight className={classes.chevron} size={14} stroke={2} aria-hidden />
            {subgroup.name}
          </summary>
          <ul className={classes.reports}>
            {subgroup.reports.map(({ id, name, cover }) => (
              <li key={id}>
                <PathLink
                  to={`/${id}/reports/view`}
                  className={classes.report}
                  activeProps={{ 'data-active': true }}
                  {...(onGo ? { onClick: onGo } : {})}
                >
                  {(cover ?? icon) === null ? null : <MenuPicture cover={cover} icon={icon} />}
                  {name}
                </PathLink>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </details>
  )
}

/** The cover of the report, or the icon of the theme. It has no alternative text, because the name is beside it. */
function MenuPicture({ cover, icon }: { cover: string | null; icon: string | null }) {
  if (cover !== null) return <img className={classes.cover} src={cover} alt="" loading="lazy" />
  return icon === null ? null : <img className={classes.icon} src={icon} alt="" />
}
