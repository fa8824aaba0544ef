// The screens that a feature declares in web/routes.ts; apps/web builds routes and menu from them.
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import type { ComponentType } from 'react'
import type { Noun, Permission } from '#catalogue/access.ts'
import type { Screen } from '#catalogue/screens.ts'
import { withAllPhrases, withReaderPhrases } from '../language/language.ts'
import type { PhrasePrefix } from '../pages/use-phrases.ts'
import type { MenuEntryId } from './menu-entries.ts'

/** The place of a screen in the menu: a tab of an entry. */
export type MenuPlace = {
  entry: MenuEntryId
  /** Small numbers come first; leave gaps. */
  order: number
  /** The title of the screen. Beside it, the phrases may have `synonyms`, by which the search finds the screen. */
  label: ParseKeys
  /** A shorter title for the tab. */
  tab?: ParseKeys
}

/** A screen for people who are signed in. */
export type ScreenEntry = {
  /** The path in TanStack's format: `/user`, `/$id/reports/view`. */
  path: `/${string}`
  /** The specification's route name, used by profiles and `hidden_menu`. An add or edit page has that of its list. */
  screen: Screen
  /** Without it the page sets its own title; null when the screen's title is enough. */
  permission: Permission | null
  menu: MenuPlace | null
  /** True for the second of two nouns that have a screen at the same path: people without access to the first screen see this one. */
  fallback?: true
  /** The label of the button that starts an action there, and the title of the screen with that button. */
  action?: { label: ParseKeys; place: ParseKeys }
  component: RouteComponent
  /** True for a viewer or a player that fills the window, without the frame. */
  bare?: boolean
}

/**
 * A screen that needs no session. `framed`: everybody sees it in a frame. For a person who is signed in it is that of the screens, with the
 * screen of the same path; for others it is that of the sign-in page.
 */
export type PublicEntry = { path: `/${string}`; component: RouteComponent; framed?: true }

/** The path of a plain entity's records in the browser, for its menu, list and forms. Its file is part of the first page: no icon here. */
export type RecordPlace = {
  phrasePrefix: PhrasePrefix
  /** The path of the list; a record is at `path/id`, a new one at `path/add`. */
  path: ScreenEntry['path']
}

type RecordScreens = RecordPlace & {
  screen: Screen
  menu: Pick<MenuPlace, 'entry' | 'order' | 'tab'>
  noun: Noun
  list: RouteComponent
  add: RouteComponent
  edit: RouteComponent
}

/** The three screens of a record: the list at `path`, a new one at `path/add`, each at `path/$id`. The menu entry shows the list by its title. */
export function recordScreens({
  phrasePrefix,
  path,
  screen,
  menu,
  noun,
  list,
  add,
  edit,
}: RecordScreens): ScreenEntry[] {
  const [read, adding] = [`${noun}.read`, `${noun}.add`] as [Permission, Permission]
  const title = `${phrasePrefix}.title` as ParseKeys
  const menuPlace: MenuPlace = { ...menu, label: title }
  const action = { label: `${phrasePrefix}.add` as ParseKeys, place: title }
  return [
    { path, screen, permission: read, menu: menuPlace, component: list },
    { path: `${path}/add`, screen, permission: adding, menu: null, action, component: add },
    { path: `${path}/$id`, screen, permission: read, menu: null, component: edit },
  ]
}

/** A lazily loaded screen. Its phrases are loaded with it. Example: `component: lazyScreen(() => import('./user-list.tsx'), 'UserList')`. */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent {
  return lazyFirstScreen(withAllPhrases(load), name)
}

/** A lazily loaded screen that uses only phrases of the first page and of readers (`readerFeatures` of features/list.ts). */
export function lazyReaderScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent {
  return lazyFirstScreen(withReaderPhrases(load), name)
}

/** A lazily loaded screen that uses only phrases of the first page (`firstPageFeatures` of features/list.ts). */
export function lazyFirstScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(load as () => Promise<Record<string, ComponentType>>, name)
}
