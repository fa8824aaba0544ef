import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'
import classes from './report-tools.module.css'

type Icon = ComponentType<{ size?: number; stroke?: number }>
type ToolProps = {
  label: string
  icon: Icon
  /** Where the label stands beside the icon: on a screen of the usual width, or only on a wide one; false: nowhere. */
  named?: boolean | 'wide'
  pressed?: boolean
  disabled?: boolean
  onClick?: () => void
}

/** The button of one tool above a report. */
export function Tool({ label, icon: Icon, named = false, pressed, disabled = false, onClick }: ToolProps) {
  // The tooltip would cover what the click opens.
  const [isClicked, setClicked] = useState(false)
  return (
    <Tooltip label={label} disabled={isClicked}>
      <ActionIcon
        className={classes.tool}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={label}
        data-named={named === true ? 'usual' : named || undefined}
        disabled={disabled}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed, 'data-on': pressed || undefined })}
        onClick={() => {
          setClicked(true)
          onClick?.()
        }}
        onMouseLeave={() => setClicked(false)}
      >
        <Icon size={18} stroke={1.7} />
        {named ? <span className={classes.word}>{label}</span> : null}
      </ActionIcon>
    </Tooltip>
  )
}

type ToolMenuProps = Pick<ToolProps, 'label' | 'icon' | 'named'> & {
  /** The present choice, always beside the icon. */
  text?: string
  disabled: boolean
  children: ReactNode
}

/** A button that opens a menu of tools. */
export function ToolMenu({ label, icon: Icon, named = false, text, disabled, children }: ToolMenuProps) {
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
          data-named={named === true ? 'usual' : named || undefined}
          data-chosen={text === undefined ? undefined : true}
          disabled={disabled}
        >
          <Icon size={18} stroke={1.7} />
          {named ? <span className={classes.word}>{label}</span> : null}
          {text === undefined ? null : <span className={classes.choice}>{text}</span>}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
