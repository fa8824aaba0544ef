import { Avatar, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#platform/web/session/use-session.ts'
import type { MenuButton } from '#platform/web/ui/choice-menu-open.tsx'
import classes from './profile-menu.module.css'

/** Menus and their positioning are large: they are loaded on hover or focus, as in platform/web/ui/choice-menu.tsx. */
const load = () => import('./profile-menu-open.tsx')
const OpenMenu = lazy(() => load().then((module) => ({ default: module.ProfileMenuOpen })))
const comeNear = () => void load()

/** The signed-in person, the link to their account, and sign-out. */
export function ProfileMenu({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [used, setUsed] = useState(false)
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
  const closed = button({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: comeNear,
    onFocus: comeNear,
    onClick: () => setUsed(true),
  })
  if (!used) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenu onSignOut={onSignOut} button={button} />
    </Suspense>
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
