import { type Route, rows } from '#platform/server/http/route.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { resource } from '#platform/server/resource.ts'
import { inLanguage, type Texts } from '#catalogue/languages.ts'
import { changelogEntry, changelogEntryCalls, readChangelog } from '../contract.ts'
import { timelineQuery } from './store.ts'

const { routes: ofEntries } = resource(changelogEntry, changelogEntryCalls, {
  table: 'changelog_entries',
  written: { title: (title: Texts, { language }) => inLanguage(title, language) },
})

const timeline = rows(readChangelog, timelineQuery, (found, _, options) =>
  pageOf(found, options, ({ total: _total, ...entry }) => entry),
)

export const routes: Route[] = [...ofEntries, timeline]
