import { useRovingIndex } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { MenuGroup, MenuItem } from './menu.ts'
import classes from './navigation.module.css'

/** Only the collapsed navigation needs it. */
const RailTooltip = lazy(() => import('./rail-tooltip.tsx').then((module) => ({ default: module.RailTooltip })))

type NavigationProps = {
  groups: readonly MenuGroup[]
  /** Icons only; each shows its name on hover and focus and to screen readers. */
  collapsed?: boolean
  onGo?: () => void
}

/** One tab stop: the arrow keys, Home and End move between the screens. */
export function Navigation({ groups, collapsed = false, onGo }: NavigationProps) {
  const { t } = useTranslation()
  const open = useOpenPath(groups)
  const paths = groups.flatMap(({ items }) => items.map(({ path }) => path))
  const stopOf = useTabStop(paths, open)
  const navigation = useRef<HTMLElement>(null)
  // The menu is longer than most windows. A screen that was opened by its address or by the search may have its item out of sight.
  useEffect(() => {
    if (open !== undefined) navigation.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    <nav
      ref={navigation}
      aria-label={t('frame.navigation')}
      className={classes.navigation}
      data-collapsed={collapsed || undefined}
    >
      {groups.map(({ section, items }) => (
        <section key={section} className={classes.group} aria-labelledby={`section-${section}`}>
          <h2 id={`section-${section}`} className={classes.section}>
            {t(`frame.section.${section}`)}
          </h2>
          <ul className={classes.items}>
            {items.map((item) => (
              <li key={item.path}>
                <Item
                  {...{ item, collapsed }}
                  isOpen={item.path === open}
                  stop={stopOf({ index: paths.indexOf(item.path), ...(onGo && { onClick: onGo }) })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** The tab stop is the open screen, until the keyboard moves it; another open screen takes it back. */
function useTabStop(paths: string[], open: string | undefined) {
  const [moved, setMoved] = useState<{ from: string | undefined; to: number } | null>(null)
  const focusedIndex = moved !== null && moved.from === open ? moved.to : Math.max(0, paths.indexOf(open ?? ''))
  const onFocusChange = (to: number) => setMoved({ from: open, to })
  return useRovingIndex({ total: paths.length, orientation: 'vertical', focusedIndex, onFocusChange }).getItemProps
}

/** The item of the open screen: between `/powerbi` and `/powerbi/workspace`, the more specific one. */
function useOpenPath(groups: readonly MenuGroup[]): string | undefined {
  const { pathname } = useLocation()
  return groups
    .flatMap(({ items }) => items.map(({ path }) => path))
    .filter((path) => path === pathname || (path !== '/' && pathname.startsWith(`${path}/`)))
    .toSorted((one, other) => other.length - one.length)[0]
}

type ItemProps = {
  item: MenuItem
  isOpen: boolean
  collapsed: boolean
  /** Tab index, key and click handlers of useRovingIndex. */
  stop: ReturnType<ReturnType<typeof useTabStop>>
}

function Item({ item: { path, icon: Icon, label }, isOpen, collapsed, stop }: ItemProps) {
  const { t } = useTranslation()
  const text = t(label)
  const link = (
    <PathLink
      to={path}
      className={classes.item}
      activeOptions={{ exact: true, includeSearch: false }}
      data-active={isOpen || undefined}
      aria-current={isOpen ? 'page' : undefined}
      {...(collapsed ? { 'aria-label': text } : {})}
      {...stop}
    >
      <Icon size={19} stroke={1.7} />
      {collapsed ? null : <span className={classes.label}>{text}</span>}
    </PathLink>
  )
  if (!collapsed) return link
  return (
    <Suspense fallback={link}>
      <RailTooltip label={text}>{link}</RailTooltip>
    </Suspense>
  )
}
