import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { signedUrl } from '#platform/server/files/signed-address.ts'
import { type Author, cleanText, cleanTexts } from '#platform/server/html/cleaning.ts'
import { addPicture, dropPictures, takePictures, withSignedPictures } from '#platform/server/html/pictures.ts'
import {
  handle,
  handlePrepared,
  outside,
  type ReadContext,
  type Route,
  rows,
  upload,
} from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { resource } from '#platform/server/resource.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { grantedRecords } from '#features/people/grantees/server/commands.ts'
import { pagesOf } from '#features/reports/library/server/commands.ts'
import { appGrants, resolvePages } from '#features/reports/access/server/queries.ts'
import * as calls from '../contract.ts'
import { app, appCalls, type AppSection } from '../contract.ts'
import {
  changedPictures,
  cleanedSections,
  hasSameIds,
  openableSections,
  pageForm,
  playlistsIn,
  reportsIn,
  titledSections,
  withPages,
} from './rules.ts'
import * as store from './store.ts'

const {
  list,
  export: file,
  select,
  records: plainRecords,
} = resource(app, appCalls, { table: 'apps', computed: store.computed })

const records = grantedRecords({ type: 'app', grants: appGrants, add: store.add, update: store.update })

/**
 * Checks the sections of an app. Contents that the app had before may have been removed since; they stay until a person removes them from
 * the app.
 */
async function checkSections(db: Database, sections: AppSection[], before: AppSection[] = []): Promise<void> {
  if (hasSameIds(sections)) fail('call.invalid', { fields: { sections: 'invalid' } })
  const fresh = (idsIn: (list: AppSection[]) => string[]) => {
    const known = new Set(idsIn(before))
    return idsIn(sections).filter((id) => !known.has(id))
  }
  const [reports, playlists] = [fresh(reportsIn), fresh(playlistsIn)]
  if ((await store.count(db, 'reports', reports)) < reports.length) fail('call.not_found')
  if ((await store.count(db, 'playlists', playlists)) < playlists.length) fail('call.not_found')
}

/** Cleans the pages of the sections. */
const prepare = async <Input extends { sections?: AppSection[] | undefined }>(author: Author, input: Input) =>
  input.sections === undefined
    ? input
    : { ...input, sections: await cleanedSections(input.sections, (texts) => cleanTexts(author, texts)) }

/** Keeps the pictures of the pages that are stored now, and removes those of the pages before. */
async function keepPictures(db: Database, after: AppSection[], before: AppSection[] = []): Promise<void> {
  const { added, removed } = changedPictures(before, after)
  await takePictures(db, added, 'sections')
  await dropPictures(db, removed)
}

const add = handlePrepared(appCalls.add, prepare, async (context, { user_ids, group_ids, ...fields }) => {
  await checkSections(context.db, fields.sections)
  await keepPictures(context.db, fields.sections)
  const id = await records.add(context, fields, { user_ids, group_ids })
  return { status: true as const, id }
})

const update = handlePrepared(appCalls.update, prepare, async (context, changed) => {
  const { id, version, user_ids, group_ids, ...fields } = changed
  const found = (await store.findForUpdate(context.db, id)) ?? fail('call.not_found')
  mustBeCurrent(version, found.version)
  if (fields.sections) {
    await checkSections(context.db, fields.sections, found.sections)
    await keepPictures(context.db, fields.sections, found.sections)
  }
  await records.change(context, { id, ...found }, fields, { user_ids, group_ids })
  return { status: true as const }
})

const remove = handle(appCalls.remove, async (context, { id }) => {
  const { sections } = await plainRecords.remove(context, id)
  await keepPictures(context.db, [], sections as AppSection[])
  return { status: true as const }
})

/** The app with the sections and items that the person may open. */
function withOpenable<App extends store.OpenedApp>({ reports, playlists, ...found }: App) {
  const pages = new Map(reports.map(({ id, rights }) => [id, resolvePages(rights, rights.grants)]))
  const openable = openableSections(found.sections, { reports: pages, playlists })
  return { ...found, sections: titledSections(openable, reports) }
}

const can = (actor: Actor) => abilities(actor, { update: 'app.update', remove: 'app.remove' })

type Dependencies = { embedding: Embedding; secrets: Secrets; storage: FileStorage }

export const routes = ({ embedding, secrets, storage }: Dependencies): Route[] => {
  /** The app with pages whose pictures this session may open. */
  const signed = <App extends { sections: AppSection[] }>(found: App, { actor, clock }: ReadContext): App => ({
    ...found,
    sections: withPages(found.sections, (html) => withSignedPictures(html, actor.sessionId, { secrets, clock })),
  })
  return [
    list,
    file,
    select,
    rows(
      appCalls.read,
      ({ id }) => store.recordQuery(id),
      ([found], context) => ({ ...signed(found ?? fail('call.not_found'), context), can: can(context.actor) }),
    ),
    add,
    update,
    remove,
    rows(calls.selectAppContents, store.contentsQuery, (found) => found),
    rows(calls.listOpenableApps, store.openableQuery, (data) => ({ data })),
    rows(
      calls.openApp,
      ({ id }) => store.openQuery(id),
      ([found], context) => signed(withOpenable(found ?? fail('call.not_found')), context),
    ),
    rows(
      calls.previewApp,
      ({ id }) => store.previewQuery(id),
      ([found]) => {
        if (!found) fail('call.not_found')
        return found.reader === null ? { ...withOpenable(found), sections: [] } : withOpenable(found)
      },
    ),
    rows(
      calls.readMissingAccess,
      ({ id }) => store.missingAccessQuery(id),
      ([found]) => found ?? fail('call.not_found'),
    ),
    outside(calls.listAppPages, (context, { report_id }) => pagesOf(context, embedding, report_id)),
    upload(calls.addAppPicture, async (context, _, bytes) => {
      const { actor, clock } = context
      const path = await addPicture(context, bytes, { storage, type: 'app' })
      return { status: true as const, path: signedUrl(path, actor.sessionId, { secrets, clock }) }
    }),
    outside(calls.checkAppHtml, async (context, { html }) => ({
      html: await cleanText(context, html, 'html', pageForm),
    })),
  ]
}
