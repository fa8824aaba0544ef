// The pinned visuals of the home page. Each is a visual of its report, opened with the reader's own embed token when its card comes into
// sight. Next: pinned-visual.tsx.
import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type CSSProperties, lazy, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuButton } from '#platform/web/ui/choice-menu-open.tsx'
import { LazyMenu } from '#platform/web/ui/lazy-menu.tsx'
import { preloadSdk } from '#powerbi/web/report-session.ts'
import type { Pin } from './pin.ts'
import { evenColumns, sortedBySize } from './pin-kinds.ts'
import { PinnedVisual } from './pinned-visual.tsx'
import classes from './pinned.module.css'

const loadMenu = () => import('./pin-menu-open.tsx')
const OpenMenu = lazy(() => loadMenu().then((module) => ({ default: module.PinMenuOpen })))

export function PinnedVisuals({ pins }: { pins: readonly Pin[] }) {
  const { t } = useTranslation()
  const title = useId()
  const { numbers, charts } = sortedBySize(pins)
  useEffect(preloadSdk, [])
  return (
    <section className={classes.pinned} aria-labelledby={title}>
      <h2 id={title} className={classes.title}>
        {t('reports.pins.title')}
      </h2>
      <Row className={classes.numbers} row={numbers} pins={pins} style={columnsFor(numbers.length)} />
      <Row className={classes.charts} row={charts} pins={pins} />
    </section>
  )
}

/** The columns of the numbers in a place for up to five of them, as custom properties. */
const columnsFor = (count: number) =>
  Object.fromEntries([2, 3, 4, 5].map((max) => [`--columns-${max}`, evenColumns(count, max)])) as CSSProperties

type RowProps = {
  className: string | undefined
  row: readonly Pin[]
  pins: readonly Pin[]
  style?: CSSProperties
}

function Row({ className, row, pins, style }: RowProps) {
  if (row.length === 0) return null
  return (
    <ul className={className} style={style}>
      {row.map((pin, at) => (
        <li key={pin.id}>
          <PinnedVisual pin={pin} menu={<PinMenu pin={pin} pins={pins} at={at} count={row.length} />} />
        </li>
      ))}
    </ul>
  )
}

type PinMenuProps = { pin: Pin; pins: readonly Pin[]; at: number; count: number }

function PinMenu({ pin, pins, at, count }: PinMenuProps) {
  const { t } = useTranslation()
  const button = (props: MenuButton) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`${t('general.action.more')}: ${pin.title}`}
      {...props}
    >
      <IconDots size={18} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
  return (
    <LazyMenu button={button} load={loadMenu}>
      <OpenMenu pin={pin} pins={pins} isFirst={at === 0} isLast={at === count - 1} button={button} />
    </LazyMenu>
  )
}
