import { fail } from '#platform/contract/failure.ts'
import { differs, given } from '#platform/server/given.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { handle, outside, type Route, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { resource } from '#platform/server/resource.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { granteesOf } from '#features/people/groups/server/queries.ts'
import { setGrantees } from '#features/people/groups/server/commands.ts'
import { pagesOf } from '#features/reports/library/server/commands.ts'
import { resolvePages } from '#features/reports/access/server/queries.ts'
import * as calls from '../contract.ts'
import { app, appCalls, type AppSection } from '../contract.ts'
import {
  cleanedSections,
  hasRefusedHtml,
  hasSameIds,
  openableSections,
  playlistsIn,
  reportsIn,
  titledSections,
} from './rules.ts'
import * as store from './store.ts'

const {
  list,
  export: file,
  select,
  read,
  remove,
} = resource(app, appCalls, { table: 'apps', computed: store.computed })

const target = (id: string, name: string) => ({ type: 'app', id, name })

/** Contents that the app had before may have been removed since: they stay until somebody takes them out. */
async function mustBeRight(db: Database, sections: AppSection[], before: AppSection[] = []): Promise<void> {
  if (hasSameIds(sections)) fail('call.invalid', { fields: { sections: 'invalid' } })
  if (hasRefusedHtml(sections)) fail('app.html_refused', { fields: { sections: 'app.html_refused' } })
  const fresh = (idsIn: (of: AppSection[]) => string[]) => {
    const known = new Set(idsIn(before))
    return idsIn(sections).filter((id) => !known.has(id))
  }
  const [reports, playlists] = [fresh(reportsIn), fresh(playlistsIn)]
  if ((await store.count(db, 'reports', reports)) < reports.length) fail('call.not_found')
  if ((await store.count(db, 'playlists', playlists)) < playlists.length) fail('call.not_found')
}

const add = handle(appCalls.add, async (context, { user_ids, group_ids, sections, ...plain }) => {
  const { db, actor } = context
  await mustBeRight(db, sections)
  const fields = { ...plain, sections: cleanedSections(sections) }
  const id = await store.add(db, tenantOf(actor), fields)
  await setGrantees(db, store.grants, id, { user_ids, group_ids })
  await context.audit({ target: target(id, fields.name), after: { ...fields, user_ids, group_ids } })
  return { status: true as const, id }
})

const update = handle(appCalls.update, async (context, { id, version, user_ids, group_ids, sections, ...plain }) => {
  const { db } = context
  const found = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  mustBeCurrent(version, found.version)
  const grantees = await granteesOf(db, store.grants, id)
  const before = { ...found, ...grantees }
  if (sections) await mustBeRight(db, sections, found.sections)
  const fields = { ...plain, sections: sections && cleanedSections(sections) }
  const sent = { ...fields, user_ids: user_ids?.toSorted(), group_ids: group_ids?.toSorted() }
  if (!differs(before, sent)) return context.unchanged({ status: true as const })
  await store.update(db, id, fields)
  await setGrantees(db, store.grants, id, {
    user_ids: user_ids ?? grantees.user_ids,
    group_ids: group_ids ?? grantees.group_ids,
  })
  await context.audit({ target: target(id, found.name), before, after: { ...before, ...given(sent) } })
  return { status: true as const }
})

export const routes = ({ embedding }: { embedding: Embedding }): Route[] => [
  list,
  file,
  select,
  read,
  add,
  update,
  remove,
  rows(calls.selectAppContents, store.contentsQuery, (found) => found),
  rows(calls.listOpenableApps, store.openableQuery, (data) => ({ data })),
  rows(
    calls.openApp,
    ({ id }) => store.openQuery(id),
    ([found]) => {
      if (!found) fail('call.not_found')
      const { reports, playlists, sections, ...shown } = found
      const pages = new Map(reports.map(({ id, rights }) => [id, resolvePages(rights, rights.grants)]))
      const openable = openableSections(sections, { reports: pages, playlists })
      return { ...shown, sections: titledSections(openable, reports) }
    },
  ),
  outside(calls.listAppPages, (context, { report_id }) => pagesOf(context, embedding, report_id)),
]
