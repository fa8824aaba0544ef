// The bar at the bottom of a phone, for the thumb: destinations, the search and the menu. frame.module.css keeps its place and hides it.
import { UnstyledButton } from '@mantine/core'
import { IconDots, IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { pressSearchKeys } from '#platform/web/routing/search-keys.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import type { MenuGroup, MenuSpot } from './menu.ts'
import { underToasts } from '#platform/web/ui/above-toasts.ts'
import classes from './phone-bar.module.css'
import { phonePlaceAt, phonePlaces } from './phone-places.ts'

type PhoneBarProps = {
  groups: readonly MenuGroup[]
  spot: MenuSpot | null
  isMenuOpen: boolean
  onMenu: () => void
}

export function PhoneBar({ groups, spot, isMenuOpen, onMenu }: PhoneBarProps) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const places = phonePlaces(groups, useCan('report.favourite'))
  const open = phonePlaceAt(places, { pathname, search, item: spot?.item.id })
  return (
    <nav className={classes.bar} aria-label={t('frame.phone.label')} {...underToasts}>
      {places.map(({ id, path, search: query, label, icon: Icon }) => (
        <PathLink
          key={id}
          to={path}
          search={query}
          className={classes.place}
          activeOptions={{ exact: true }}
          aria-current={id === open ? 'page' : undefined}
        >
          <Icon size={22} stroke={1.7} aria-hidden />
          <span className={classes.label}>{t(label)}</span>
        </PathLink>
      ))}
      <UnstyledButton className={classes.place} aria-haspopup="dialog" onClick={pressSearchKeys}>
        <IconSearch size={22} stroke={1.7} aria-hidden />
        <span className={classes.label}>{t('frame.phone.search')}</span>
      </UnstyledButton>
      <UnstyledButton
        className={classes.place}
        aria-label={`${t('frame.phone.more')}: ${t('frame.openNavigation')}`}
        // Every page that has no place of its own is in the menu.
        data-active={open === undefined || undefined}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <IconDots size={22} stroke={1.7} aria-hidden />
        <span className={classes.label}>{t('frame.phone.more')}</span>
      </UnstyledButton>
    </nav>
  )
}
