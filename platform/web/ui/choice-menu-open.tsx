// The menu of choice-menu.tsx, loaded on first use: it opens at once, and again as often as needed.
import { Menu } from '@mantine/core'
import { type ReactElement, type Ref, useRef } from 'react'

export type Choices = {
  value: string
  options: readonly { value: string; label: string; lang?: string }[]
  onChoose: (value: string) => void
}

/** The properties of a button that opens a menu. */
export type MenuButton = {
  ref?: Ref<HTMLButtonElement>
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onPointerEnter?: () => void
  onFocus?: () => void
  onClick?: () => void
}

type ChoiceMenuOpenProps = Choices & { button: (props: MenuButton) => ReactElement }

export function ChoiceMenuOpen({ value, options, onChoose, button }: ChoiceMenuOpenProps) {
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
        <Menu.RadioGroup value={value} onChange={onChoose}>
          {options.map(({ value: option, label, lang }) => (
            <Menu.RadioItem key={option} value={option} {...(lang ? { lang } : {})} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
