import { useRovingIndex } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { readPlain, writePlain } from '#platform/web/session/plain-storage.ts'
import type { MenuGroup, MenuItem, MenuSpot } from './menu.ts'
import classes from './navigation.module.css'

/** Only the collapsed navigation needs it. */
const RailTooltip = lazy(() => import('./rail-tooltip.tsx').then((module) => ({ default: module.RailTooltip })))

type NavigationProps = {
  groups: readonly MenuGroup[]
  spot: MenuSpot | null
  /** Icons only; each shows its name on hover and focus and to screen readers. */
  collapsed?: boolean
  onGo?: () => void
  /** The tree of reports. It is last: it arrives later than the entries and may be long, and so it moves none of them. */
  children?: ReactNode
}

/** One tab stop: the arrow keys, Home and End move between the entries. A section folds, and its open entry stays. */
export function Navigation({ groups, spot, collapsed = false, onGo, children }: NavigationProps) {
  const { t } = useTranslation()
  const open = spot?.item.id
  const [folded, fold] = useFolded()
  const isFolded = (section: string) => !collapsed && groups.length > 1 && folded.includes(section)
  const visible = groups.map((group) => ({
    ...group,
    items: isFolded(group.section) ? group.items.filter(({ id }) => id === open) : group.items,
  }))
  const ids = visible.flatMap(({ items }) => items.map(({ id }) => id))
  const stopOf = useTabStop(ids, open)
  const navigation = useRef<HTMLElement>(null)
  useInSight(navigation, open)
  return (
    <nav
      ref={navigation}
      aria-label={t('frame.navigation')}
      className={classes.navigation}
      data-collapsed={collapsed || undefined}
    >
      {visible.map(({ section, items }) => (
        <section key={section} className={classes.group} aria-labelledby={`section-${section}`}>
          {/* A person with one section needs no title above it. */}
          <h2 id={`section-${section}`} className={classes.section} data-alone={groups.length === 1 || undefined}>
            {collapsed || groups.length === 1 ? (
              t(`frame.section.${section}`)
            ) : (
              <button type="button" aria-expanded={!isFolded(section)} onClick={() => fold(section)}>
                {t(`frame.section.${section}`)}
                <IconChevronRight size={14} stroke={2} aria-hidden />
              </button>
            )}
          </h2>
          <ul className={classes.items}>
            {items.map((item) => (
              <li key={item.id}>
                <Item
                  {...{ item, collapsed }}
                  current={item.id === open ? currentOf(spot) : undefined}
                  stop={stopOf({ index: ids.indexOf(item.id), ...(onGo && { onClick: onGo }) })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {children}
    </nav>
  )
}

/**
 * Scrolls the open entry into sight: a low window may hide it. The list gets its height with the style sheet, the fonts and the window, which
 * may come after the entry, so it scrolls again when that changes, until the person scrolls the list.
 */
function useInSight(list: RefObject<HTMLElement | null>, open: string | undefined): void {
  useEffect(() => {
    const navigation = list.current
    const scroller = navigation?.parentElement
    if (open === undefined || !navigation || !scroller) return
    const show = () => navigation.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    const observer = new ResizeObserver(show)
    const stop = () => observer.disconnect()
    const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    observer.observe(navigation)
    observer.observe(scroller)
    for (const move of moves) scroller.addEventListener(move, stop, { passive: true })
    return () => {
      stop()
      for (const move of moves) scroller.removeEventListener(move, stop)
    }
  }, [list, open])
}

/** The entry is the page itself, or leads to the tabs of which one is the page, or to the list with the open app. */
function currentOf(spot: MenuSpot | null): 'true' | 'page' {
  if (spot?.screen) return spot.item.screens.length > 1 ? 'true' : 'page'
  return spot?.item.overview === null ? 'true' : 'page'
}

/** The folded sections. Stored in the browser, as the width of the menu is. */
function useFolded(): [readonly string[], (section: string) => void] {
  const [folded, setFolded] = useState(() => readPlain('navigation-folded')?.split(' ') ?? [])
  return [
    folded,
    (section) => {
      const next = folded.includes(section) ? folded.filter((each) => each !== section) : [...folded, section]
      writePlain('navigation-folded', next.join(' '))
      setFolded(next)
    },
  ]
}

/** The tab stop is the open entry, until the keyboard moves it; another open entry takes it back. */
function useTabStop(ids: string[], open: string | undefined) {
  const [moved, setMoved] = useState<{ from: string | undefined; to: number } | null>(null)
  const focusedIndex = moved !== null && moved.from === open ? moved.to : Math.max(0, ids.indexOf(open ?? ''))
  const onFocusChange = (to: number) => setMoved({ from: open, to })
  return useRovingIndex({ total: ids.length, orientation: 'vertical', focusedIndex, onFocusChange }).getItemProps
}

type ItemProps = {
  item: MenuItem
  current: 'page' | 'true' | undefined
  collapsed: boolean
  /** Tab index, key and click handlers of useRovingIndex. */
  stop: ReturnType<ReturnType<typeof useTabStop>>
}

function Item({ item: { path, icon: Icon, label, jump }, current, collapsed, stop }: ItemProps) {
  const { t } = useTranslation()
  const text = t(label)
  const link = (
    <PathLink
      to={path}
      className={classes.item}
      activeOptions={{ exact: true, includeSearch: false }}
      data-active={current !== undefined || undefined}
      data-jump={`g ${jump}`}
      aria-current={current}
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
