import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import classes from './report-tools.module.css'

type Icon = ComponentType<{ size?: number; stroke?: number }>
type ToolProps = {
  label: string
  icon: Icon
  /** On a wide screen the label stands beside the icon, because people do not know the icon. */
  named?: boolean
  pressed?: boolean
  disabled?: boolean
  onClick?: () => void
}

/** The button of one tool above a report. */
export function Tool({ label, icon: Icon, named = false, pressed, disabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.tool}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={label}
        data-named={named || undefined}
        disabled={disabled}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed, 'data-on': pressed || undefined })}
        {...(onClick ? { onClick } : {})}
      >
        <Icon size={18} stroke={1.7} />
        {named ? <span className={classes.word}>{label}</span> : null}
      </ActionIcon>
    </Tooltip>
  )
}

type ToolMenuProps = Pick<ToolProps, 'label' | 'icon' | 'named'> & { disabled: boolean; children: ReactNode }

/** A button that opens a menu of tools. */
export function ToolMenu({ label, icon: Icon, named = false, disabled, children }: ToolMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.tool}
          variant="subtle"
          color="gray"
          size={40}
          aria-label={label}
          title={label}
          data-named={named || undefined}
          disabled={disabled}
        >
          <Icon size={18} stroke={1.7} />
          {named ? <span className={classes.word}>{label}</span> : null}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
