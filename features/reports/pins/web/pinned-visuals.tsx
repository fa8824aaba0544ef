// The pinned visuals of the home page. Each is a visual of its report, opened with the reader's own embed token when its card comes into
// sight. Next: pinned-visual.tsx.
import { Menu } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconPinnedOff } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { orderPins, removePin } from '../contract.ts'
import type { Pin } from './pin.ts'
import { movedBy, sortedBySize } from './pin-kinds.ts'
import { PinnedVisual } from './pinned-visual.tsx'
import classes from './pinned.module.css'

export function PinnedVisuals({ pins }: { pins: readonly Pin[] }) {
  const { t } = useTranslation()
  const title = useId()
  const { numbers, charts } = sortedBySize(pins)
  return (
    <section className={classes.pinned} aria-labelledby={title}>
      <h2 id={title} className={classes.title}>
        {t('reports.pins.title')}
      </h2>
      <Row className={classes.numbers} row={numbers} pins={pins} />
      <Row className={classes.charts} row={charts} pins={pins} />
    </section>
  )
}

type RowProps = { className: string | undefined; row: readonly Pin[]; pins: readonly Pin[] }

function Row({ className, row, pins }: RowProps) {
  if (row.length === 0) return null
  return (
    <ul className={className}>
      {row.map((pin, at) => (
        <li key={pin.id}>
          <PinnedVisual pin={pin} menu={<PinMenu pin={pin} pins={pins} at={at} count={row.length} />} />
        </li>
      ))}
    </ul>
  )
}

type MenuProps = { pin: Pin; pins: readonly Pin[]; at: number; count: number }

function PinMenu({ pin: { id, title }, pins, at, count }: MenuProps) {
  const { t } = useTranslation()
  const order = useCallMutation(orderPins)
  const remove = useCallMutation(removePin)
  const move = (step: -1 | 1) => order.mutate({ ids: movedBy(pins, id, step) })
  return (
    <RowMenu name={title}>
      {[
        <Menu.Item
          key="earlier"
          disabled={at === 0}
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => move(-1)}
        >
          {t('reports.pins.earlier')}
        </Menu.Item>,
        <Menu.Item
          key="later"
          disabled={at === count - 1}
          leftSection={<IconArrowRight size={16} aria-hidden />}
          onClick={() => move(1)}
        >
          {t('reports.pins.later')}
        </Menu.Item>,
        <Menu.Item
          key="unpin"
          leftSection={<IconPinnedOff size={16} aria-hidden />}
          onClick={() => remove.mutate({ id })}
        >
          {t('reports.pins.unpin')}
        </Menu.Item>,
      ]}
    </RowMenu>
  )
}
