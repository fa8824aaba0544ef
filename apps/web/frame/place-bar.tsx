// The screens of the open menu entry: tabs above the page, or, for an entry with an overview, a list beside it. On narrow windows the list
// is a link back to the overview.
import { useRovingIndex } from '@mantine/hooks'
import { IconChevronLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { MenuItem, MenuScreen } from './menu.ts'
import classes from './place-bar.module.css'

type PlaceBarProps = { item: MenuItem; screen: MenuScreen }

export function PlaceBar({ item, screen }: PlaceBarProps) {
  const { t } = useTranslation()
  if (item.overview === null) return <Links item={item} screen={screen} orientation="horizontal" />
  return (
    <>
      <PathLink to={item.overview} className={classes.back}>
        <IconChevronLeft size={16} stroke={1.8} aria-hidden />
        {t(item.label)}
      </PathLink>
      <div className={classes.beside}>
        <PathLink to={item.overview} className={classes.title}>
          {t(item.label)}
        </PathLink>
        <Links item={item} screen={screen} orientation="vertical" />
      </div>
    </>
  )
}

/** One tab stop, the open screen; the arrow keys, Home and End move between the links. */
function Links({ item, screen, orientation }: PlaceBarProps & { orientation: 'horizontal' | 'vertical' }) {
  const { t } = useTranslation()
  const paths = item.screens.map(({ path }) => path)
  const [moved, setMoved] = useState<{ from: string; to: number } | null>(null)
  const { getItemProps } = useRovingIndex({
    total: paths.length,
    orientation,
    focusedIndex: moved?.from === screen.path ? moved.to : paths.indexOf(screen.path),
    onFocusChange: (to) => setMoved({ from: screen.path, to }),
  })
  const bar = useRef<HTMLElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    bar.current?.querySelector(`[href="${screen.path}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [screen.path])
  return (
    <nav
      ref={bar}
      className={classes[orientation]}
      aria-label={t(item.label)}
      data-scrolled={isScrolled || undefined}
      onScroll={({ currentTarget }) => setIsScrolled(currentTarget.scrollLeft > 0)}
    >
      <ul>
        {item.screens.map(({ path, tab }, index) => (
          <li key={path}>
            <PathLink
              to={path}
              className={classes.link}
              activeOptions={{ exact: true, includeSearch: false }}
              aria-current={path === screen.path ? 'page' : undefined}
              {...getItemProps({ index })}
            >
              {t(tab)}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
