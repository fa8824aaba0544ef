import { Avatar, UnstyledButton } from '@mantine/core'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#platform/web/session/use-session.ts'
import type { MenuButton } from '#platform/web/ui/choice-menu-open.tsx'
import { LazyMenu } from '#platform/web/ui/lazy-menu.tsx'
import classes from './profile-menu.module.css'

const load = () => import('./profile-menu-open.tsx')
const OpenMenu = lazy(() => load().then((module) => ({ default: module.ProfileMenuOpen })))

/** The signed-in person, the link to their account, and sign-out. */
export function ProfileMenu({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const initials = initialsOf(user.name)
  const button = (props: MenuButton) => (
    <UnstyledButton
      className={classes.button}
      aria-label={`${t('frame.profile.menu')}: ${user.name}, ${initials}`}
      {...props}
    >
      <Avatar size={32} radius="xl" aria-hidden className={classes.face}>
        {initials}
      </Avatar>
    </UnstyledButton>
  )
  return (
    <LazyMenu button={button} load={load}>
      <OpenMenu onSignOut={onSignOut} button={button} />
    </LazyMenu>
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
