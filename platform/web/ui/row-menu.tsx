import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The actions of one record. Children are `Menu.Item`s; without children there is no button. */
export function RowMenu({ name, children }: { name: string; children: ReactNode[] }) {
  const { t } = useTranslation()
  const target = useRef<HTMLButtonElement>(null)
  const [used, setUsed] = useState(false)
  if (children.every((child) => child === null || child === false)) return null
  const buttonProps = {
    variant: 'subtle',
    color: 'gray',
    size: 'lg',
    'aria-label': `${t('general.action.more')}: ${name}`,
  }
  const dots = <IconDots size={18} stroke={1.8} aria-hidden />
  // A closed menu costs more than the rest of its row, so it is created on first use.
  if (!used) {
    return (
      <ActionIcon {...buttonProps} aria-haspopup="menu" aria-expanded={false} onClick={() => setUsed(true)}>
        {dots}
      </ActionIcon>
    )
  }
  return (
    // The pressed button was replaced by this one, so the focus must be restored.
    <Menu
      position="bottom-end"
      withinPortal
      defaultOpened
      returnFocus={false}
      onClose={() => target.current?.focus({ preventScroll: true })}
    >
      <Menu.Target>
        <ActionIcon ref={target} {...buttonProps}>
          {dots}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
