import { Tooltip } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { MenuGroup, MenuItem } from './menu.ts'
import classes from './navigation.module.css'

type NavigationProps = {
  groups: readonly MenuGroup[]
  /** Icons only; each shows its name on hover and focus and to screen readers. */
  collapsed?: boolean
  onGo?: () => void
}

export function Navigation({ groups, collapsed = false, onGo }: NavigationProps) {
  const { t } = useTranslation()
  const open = useOpenPath(groups)
  return (
    <nav aria-label={t('frame.navigation')} className={classes.navigation} data-collapsed={collapsed || undefined}>
      {groups.map(({ section, items }) => (
        <section key={section} className={classes.group} aria-labelledby={`section-${section}`}>
          <h2 id={`section-${section}`} className={classes.section}>
            {t(`frame.section.${section}`)}
          </h2>
          <ul className={classes.items}>
            {items.map((item) => (
              <li key={item.path}>
                <Item item={item} isOpen={item.path === open} collapsed={collapsed} onGo={onGo} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** The item of the open screen: between `/powerbi` and `/powerbi/workspace`, the more specific one. */
function useOpenPath(groups: readonly MenuGroup[]): string | undefined {
  const { pathname } = useLocation()
  return groups
    .flatMap(({ items }) => items.map(({ path }) => path))
    .filter((path) => path === pathname || (path !== '/' && pathname.startsWith(`${path}/`)))
    .toSorted((one, other) => other.length - one.length)[0]
}

type ItemProps = { item: MenuItem; isOpen: boolean; collapsed: boolean; onGo: (() => void) | undefined }

function Item({ item: { path, icon: Icon, label }, isOpen, collapsed, onGo }: ItemProps) {
  const { t } = useTranslation()
  const words = t(label)
  return (
    <Tooltip label={words} position="right" disabled={!collapsed} events={{ hover: true, focus: true, touch: false }}>
      <PathLink
        to={path}
        className={classes.item}
        activeOptions={{ exact: true, includeSearch: false }}
        data-active={isOpen || undefined}
        aria-current={isOpen ? 'page' : undefined}
        {...(collapsed ? { 'aria-label': words } : {})}
        {...(onGo ? { onClick: onGo } : {})}
      >
        <Icon size={19} stroke={1.7} />
        {collapsed ? null : <span className={classes.label}>{words}</span>}
      </PathLink>
    </Tooltip>
  )
}
