// The menu of a pinned visual, loaded on first use: menus and their positioning are large.
import { Menu } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconPinnedOff } from '@tabler/icons-react'
import { type ReactElement, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import type { MenuButton } from '#platform/web/ui/choice-menu-open.tsx'
import { orderPins, removePin } from '../contract.ts'
import type { Pin } from './pin.ts'
import { movedBy } from './pin-kinds.ts'

type PinMenuOpenProps = {
  pin: Pin
  pins: readonly Pin[]
  isFirst: boolean
  isLast: boolean
  button: (props: MenuButton) => ReactElement
}

export function PinMenuOpen({ pin: { id }, pins, isFirst, isLast, button }: PinMenuOpenProps) {
  const { t } = useTranslation()
  const order = useCallMutation(orderPins)
  const remove = useCallMutation(removePin)
  const move = (step: -1 | 1) => order.mutate({ ids: movedBy(pins, id, step) })
  const target = useRef<HTMLButtonElement>(null)
  return (
    // The pressed button was replaced by this one, so the focus must be restored.
    <Menu
      position="bottom-end"
      withinPortal
      defaultOpened
      returnFocus={false}
      onClose={() => target.current?.focus({ preventScroll: true })}
    >
      <Menu.Target>{button({ ref: target })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={isFirst} leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={() => move(-1)}>
          {t('reports.pins.earlier')}
        </Menu.Item>
        <Menu.Item disabled={isLast} leftSection={<IconArrowRight size={16} aria-hidden />} onClick={() => move(1)}>
          {t('reports.pins.later')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPinnedOff size={16} aria-hidden />} onClick={() => remove.mutate({ id })}>
          {t('reports.pins.unpin')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
