// The menu of profile-menu.tsx, loaded on first use: it opens at once, and again as often as needed.
import { Menu } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { type ReactElement, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import type { MenuButton } from '#platform/web/ui/choice-menu-open.tsx'
import classes from './profile-menu.module.css'

const profiles = ['a2m', 'master', 'admin', 'user'] as const

type ProfileMenuOpenProps = {
  onSignOut: () => void
  button: (props: MenuButton) => ReactElement
}

export function ProfileMenuOpen({ onSignOut, button }: ProfileMenuOpenProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const target = useRef<HTMLButtonElement>(null)
  const profile = profiles.find((known) => known === user.profile)
  return (
    // The pressed button was replaced by this one, so the focus must be restored.
    <Menu
      position="bottom-end"
      withinPortal
      width={260}
      defaultOpened
      returnFocus={false}
      onClose={() => target.current?.focus({ preventScroll: true })}
    >
      <Menu.Target>{button({ ref: target })}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <p className={classes.name}>{user.name}</p>
          <p className={classes.quiet}>{user.email}</p>
          {profile ? <p className={classes.quiet}>{t(`frame.profile.${profile}`)}</p> : null}
        </div>
        <Menu.Divider />
        <Menu.Item
          renderRoot={(props) => <PathLink to="/profile" {...props} />}
          leftSection={<IconUserCircle size={16} stroke={1.7} aria-hidden />}
        >
          {t('frame.account')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} aria-hidden />} onClick={onSignOut}>
          {t('frame.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
