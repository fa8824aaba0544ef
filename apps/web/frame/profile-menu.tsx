import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import classes from './profile-menu.module.css'

const profiles = ['a2m', 'master', 'admin', 'user'] as const

/** The signed-in person, the link to their account, and sign-out. */
export function ProfileMenu({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const initials = initialsOf(user.name)
  const profile = profiles.find((known) => known === user.profile)
  return (
    <Menu position="bottom-end" withinPortal width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`${t('frame.profile.menu')}: ${user.name}, ${initials}`}>
          <Avatar size={32} radius="xl" aria-hidden className={classes.face}>
            {initials}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
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
          {t('profile.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} aria-hidden />} onClick={onSignOut}>
          {t('frame.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** First letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
