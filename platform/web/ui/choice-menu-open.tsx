// The menu of choice-menu.tsx, loaded on first use: it opens at once, and again as often as needed.
import { Menu } from '@mantine/core'
import { type ReactElement, useRef } from 'react'
import type { Choices, MenuButton } from './choice-menu.tsx'

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
