// The frame around every screen: the top bar, navigation at the left (a drawer on phones), the content; in this order for the keyboard. It
// knows no feature: the menu is built from the features' screens. Next: menu.ts, navigation.tsx, place-bar.tsx, profile-menu.tsx.
import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportTree } from '#features/home/shelves/web/home-report-tree.tsx'
import { NotificationBell } from '#features/messaging/notifications/web/notification-bell.tsx'
import { SearchButton } from '#features/home/search/web/search-button.tsx'
import { useKeptLanguage } from '#features/identity/sessions/web/session-language.ts'
import { RemoteStrip } from '#features/identity/remote-access/web/remote-strip.tsx'
import { ShiftStrip } from '#features/identity/sessions/web/session-shift-strip.tsx'
import { SwitchBack } from '#features/identity/unit-switch/web/switch-back.tsx'
import { SwitchMenu } from '#features/identity/unit-switch/web/switch-menu.tsx'
import { LanguageMenu } from '#platform/web/language/language-menu.tsx'
import { MenuKeysContext } from '#platform/web/routing/menu-keys.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import { SchemeMenu } from '#platform/web/theme/scheme-menu.tsx'
import { BrandMark } from '#platform/web/ui/brand-mark.tsx'
import { aboveToasts } from '#platform/web/ui/above-toasts.ts'
import { contentId, navigationId } from './content.ts'
import { KeyJumps } from './key-jumps.tsx'
import classes from './frame.module.css'
import { type MenuAction, type MenuGroup, type MenuSpot, screensOf, spotOf } from './menu.ts'
import { MenuContext } from './menu-context.ts'
import { Navigation } from './navigation.tsx'
import { isInApp, useCollapsed } from './use-collapsed.ts'
import { ProfileMenu } from './profile-menu.tsx'

type FrameProps = {
  groups: readonly MenuGroup[]
  actions: readonly MenuAction[]
  onSignOut: () => void
  children: ReactNode
}

/** Home, or another page of the business unit, which opens in a new tab. */
function LogoLink({ children }: { children: ReactNode }) {
  const { logoPage } = useSession()
  const props = { className: classes.brand, 'aria-label': useActiveTheme().title_page ?? 'Vitrine' }
  if (logoPage === null) {
    return (
      <PathLink to="/" {...props}>
        {children}
      </PathLink>
    )
  }
  return (
    <a href={logoPage} target="_blank" rel="noopener noreferrer" {...props}>
      {children}
    </a>
  )
}

/** Loaded on first opening: a wide screen never needs it. */
const PhoneDrawer = lazy(() => import('./phone-drawer.tsx').then((module) => ({ default: module.PhoneDrawer })))

/** Wide windows never need it. Its place is kept while the file loads. */
const PhoneBar = lazy(() => import('./phone-bar.tsx').then((module) => ({ default: module.PhoneBar })))

/** Loaded with the first screen that has tabs: the home page has none. */
const PlaceBar = lazy(() => import('./place-bar.tsx').then((module) => ({ default: module.PlaceBar })))

/** The screens beside the open one. The place is kept while the file loads, so that the page does not move. */
function Beside({ spot }: { spot: MenuSpot | null }) {
  if (!hasBeside(spot)) return null
  return (
    <div className={classes.place}>
      <Suspense>
        <PlaceBar item={spot.item} screen={spot.screen} />
      </Suspense>
    </div>
  )
}

const hasBeside = (spot: MenuSpot | null): spot is MenuSpot & { screen: NonNullable<MenuSpot['screen']> } =>
  spot !== null && spot.screen !== null && spot.item.screens.length > 1

/** The layout of the frame: without tabs, with tabs, or with a list of screens beside the page. */
function layoutOf(spot: MenuSpot | null): 'tabs' | 'list' | undefined {
  if (!hasBeside(spot)) return undefined
  return spot.item.overview === null ? 'tabs' : 'list'
}

export function Frame({ groups, actions, onSignOut, children }: FrameProps) {
  const { t } = useTranslation()
  const keepLanguage = useKeptLanguage()
  const [drawer, setDrawer] = useState<'untouched' | 'open' | 'closed'>('untouched')
  const { pathname } = useLocation()
  const [collapsed, setCollapsed] = useCollapsed(isInApp(pathname))
  // The width of frame.module.css at which the bar has a place.
  const hasPhoneBar = useMediaQuery('(width <= 30em)', false, { getInitialValueInEffect: false })
  const spot = spotOf(groups, pathname)
  const items = groups.flatMap((group) => group.items)
  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined} data-layout={layoutOf(spot)}>
      <a className={classes.skip} href={`#${contentId}`}>
        {t('frame.skip')}
      </a>
      <a className={`${classes.skip} ${classes.skipToSide}`} href={`#${navigationId}`}>
        {t('frame.skipToNavigation')}
      </a>
      <header className={classes.bar} aria-label={t('frame.bar')} {...aboveToasts}>
        <ActionIcon
          className={classes.burger}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('frame.openNavigation')}
          aria-expanded={drawer === 'open'}
          onClick={() => setDrawer('open')}
        >
          <IconMenu2 size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
        <SwitchMenu />
        <div className={classes.tools}>
          <search aria-label={t('frame.search')}>
            <SearchButton screens={screensOf(groups)} actions={actions} />
          </search>
          <NotificationBell />
          <LanguageMenu onChoose={keepLanguage} />
          <SchemeMenu />
          <ProfileMenu onSignOut={onSignOut} />
        </div>
      </header>
      <div id={navigationId} className={classes.side} tabIndex={-1}>
        <LogoLink>
          <BrandMark small={collapsed} />
        </LogoLink>
        <div className={classes.scroll}>
          <Navigation groups={groups} spot={spot} collapsed={collapsed}>
            {collapsed ? null : <ReportTree />}
          </Navigation>
        </div>
        <CollapseButton collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
      </div>
      <Beside spot={spot} />
      <main id={contentId} className={classes.content} aria-label={t('frame.content')} tabIndex={-1}>
        <ShiftStrip />
        <SwitchBack />
        <RemoteStrip />
        <MenuKeysContext value={items}>
          <MenuContext value={groups}>{children}</MenuContext>
        </MenuKeysContext>
      </main>
      <MenuKeysContext value={items}>
        <KeyJumps items={items} />
      </MenuKeysContext>
      <Suspense>
        {hasPhoneBar ? (
          <PhoneBar groups={groups} spot={spot} isMenuOpen={drawer === 'open'} onMenu={() => setDrawer('open')} />
        ) : null}
      </Suspense>
      <Suspense>
        {drawer === 'untouched' ? null : (
          <PhoneDrawer groups={groups} spot={spot} opened={drawer === 'open'} onClose={() => setDrawer('closed')} />
        )}
      </Suspense>
    </div>
  )
}

function CollapseButton({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <ActionIcon
      className={classes.collapse}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t(collapsed ? 'frame.expand' : 'frame.collapse')}
      onClick={onToggle}
    >
      <Icon size={19} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
