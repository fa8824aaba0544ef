// The content of the palette: for a search, the results of the server and of the menu; without a search, recent choices and screens.
import { IconUserCircle } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useState } from 'react'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { besideLabel } from '#platform/web/routing/beside-label.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { kinds, readKnown, searchEverything } from '../contract.ts'
import { type Choice, recentChoices } from './search-recent.ts'
import { findScreens } from './search-screens.ts'
import { type Setting, settingsOf } from './search-settings.ts'

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>
type FoundRecord = ReceivedOf<typeof searchEverything>[number]

/** A screen that the person may open, and its entry of the menu. */
export type OpenScreen = { path: string; label: ParseKeys; icon: Icon; entry: ParseKeys }

/** A create action with the label of its button, and the screen that has the button. */
export type OpenAction = { path: string; label: ParseKeys; place: ParseKeys }

export type Result = {
  key: string
  kind: FoundRecord['kind'] | 'screen' | 'setting' | 'action'
  name: string
  detail: string | null
  path: string
  choice: Choice
  icon?: Icon
}

export type ResultGroup = { title: string; results: Result[] }

type ResultsInput = {
  /** The text in the field, which filters screens at once. */
  search: string
  /** The delayed text, which is sent to the server. */
  searchedText: string
  screens: readonly OpenScreen[]
  actions: readonly OpenAction[]
}

/** Maximum settings of a search: many fields have words in common. */
const maxSettings = 6

/** Maximum screens that are shown without a search. */
const maxAtFirst = 6
const maxActionsAtFirst = 3

export function useResults({ search, searchedText, screens, actions }: ResultsInput) {
  const { t, i18n } = useTranslation()
  const { can, user } = useSession()
  const [recent] = useState(() => recentChoices(user.id))
  const ids = recent.flatMap((choice) => ('id' in choice ? [choice.id] : []))
  const known = useCallQuery(readKnown, { ids }, { enabled: ids.length > 0, freshFor: 5_000 })
  // The previous answer stays until the next one, so lines do not flicker. An outdated request is cancelled.
  const found = useCallQuery(
    searchEverything,
    { search: searchedText },
    { enabled: searchedText !== '', keep: true, freshFor: 5_000 },
  )
  const own = screens.map((screen) => screenResult(screen, t(screen.label), t(screen.entry)))
  const settings = settingsOf(i18n, { can, paths: new Set(screens.map(({ path }) => path)) }).map((setting) => ({
    ...settingResult(setting),
    text: setting.name,
    words: setting.words,
  }))
  const begun = actions.map(({ path, label, place }) => actionResult(path, t(label), t(place)))
  const account = { ...actionResult('/profile', t('frame.account'), t('home.search.account')), icon: IconUserCircle }
  const doable = [
    ...begun.map((result) => ({ ...result, text: `${result.name} ${result.detail} ${t('home.search.words.add')}` })),
    { ...account, text: `${account.name} ${account.detail} ${t('home.search.words.account')}` },
  ]
  const wordsOf = (screen: OpenScreen | undefined) =>
    screen ? `${t(screen.entry)} ${besideLabel(i18n, screen.label, 'synonyms')}` : ''
  const toResult = (record: FoundRecord) => recordResult(record, can)
  if (search === '') {
    const choices = recent.map((choice) =>
      resultOf(choice, { own: [...own, ...begun, account, ...settings], found: (known.data ?? []).map(toResult) }),
    )
    const chosen = choices.filter((result) => result !== undefined)
    const rest = own.filter(({ key }) => !chosen.some((result) => result.key === key)).slice(0, maxAtFirst)
    const begins = [...begun, account].filter(({ key }) => !chosen.some((result) => result.key === key))
    const groups = [
      group(t('home.search.recent'), chosen),
      group(t('home.search.kind.action'), begins.slice(0, maxActionsAtFirst)),
      group(t('home.search.kind.screen'), rest),
    ]
    return { groups: groups.filter(hasResults), busy: known.isLoading, failure: null }
  }
  // A cleared field has no results, so that old ones are not shown under the next search.
  const results = (searchedText === '' ? [] : (found.data ?? [])).map(toResult)
  const groups = [
    ...kinds.map((kind) =>
      group(
        t(`home.search.kind.${kind}`),
        results.filter((result) => result.kind === kind),
      ),
    ),
    group(t('home.search.kind.action'), findScreens(doable, search)),
    group(
      t('home.search.kind.screen'),
      findScreens(
        own.map((result, index) => ({ ...result, text: result.name, words: wordsOf(screens[index]) })),
        search,
      ),
    ),
    group(t('home.search.kind.setting'), findScreens(settings, search).slice(0, maxSettings)),
  ]
  const failure = searchedText !== '' && !found.isPlaceholderData && found.error ? found.error.message : null
  return { groups: groups.filter(hasResults), busy: found.isFetching || searchedText !== search, failure }
}

const group = (title: string, results: Result[]): ResultGroup => ({ title, results })
const hasResults = ({ results }: ResultGroup) => results.length > 0

const screenResult = ({ path, icon }: OpenScreen, name: string, entry: string): Result => ({
  key: path,
  kind: 'screen',
  name,
  detail: entry === name ? null : entry,
  path,
  icon,
  choice: { path },
})

const settingResult = ({ path, name, form }: Setting): Result => ({
  key: path,
  kind: 'setting',
  name,
  detail: form,
  path,
  choice: { path },
})

const actionResult = (path: string, name: string, screenName: string): Result => ({
  key: path,
  kind: 'action',
  name,
  detail: screenName,
  path,
  choice: { path },
})

type Can = ReturnType<typeof useSession>['can']

const recordResult = (record: FoundRecord, can: Can): Result => ({
  ...record,
  key: record.page === null ? record.id : `${record.id}-${encodeURIComponent(record.page)}`,
  path: pathOf(record, can),
  choice: { id: record.id },
})

function pathOf({ kind, id, name, page }: FoundRecord, can: Can): string {
  switch (kind) {
    case 'report':
      return `/${id}/reports/view`
    case 'page':
      return `/${id}/reports/view?${new URLSearchParams({ page: page ?? '' })}`
    case 'external_report':
      return `/${id}/reports/external`
    case 'app':
      return `/${id}/apps/view`
    case 'playlist':
      return can.has('playlist.read') ? `/playlists/${id}` : `/${id}/playlist/view`
    case 'report_subgroup':
      return `/${id}/reports`
    case 'report_group':
      return can.has('report_group.read') ? `/group_reports?${new URLSearchParams({ search: name })}` : '/reports'
    case 'tag':
      return `/all/reports?tag_id=${id}`
    case 'task':
      return `/auto_actions/${id}`
    case 'user':
      return `/user/${id}`
    case 'user_group':
      return `/group_users/${id}`
    case 'tenant':
      return `/companies/${id}`
  }
}

function resultOf(choice: Choice, { own, found }: { own: Result[]; found: Result[] }): Result | undefined {
  const key = 'path' in choice ? choice.path : choice.id
  return [...own, ...found].find((result) => result.key === key)
}
