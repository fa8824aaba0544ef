import { playlists as limits } from '#catalogue/limits.ts'
import { watermarkOfScreen } from '#catalogue/watermark.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { handle, open, outside, type OutsideContext, type Route, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { resource } from '#platform/server/resource.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { makeToken } from '#platform/server/session/token.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { grantedRecords } from '#features/people/grantees/server/commands.ts'
import { columnsOfReport, pagesOf } from '#features/reports/library/server/commands.ts'
import type { EmbedTokens } from '#features/reports/view/server/commands.ts'
import { findToOpen } from '#features/reports/view/server/queries.ts'
import * as calls from '../contract.ts'
import { type PlaylistItem, playlist, playlistCalls } from '../contract.ts'
import { hasSameIds, hasWrongHours, reportsOf } from './rules.ts'
import { grants } from './queries.ts'
import { createScreenEntry, mustOwn, playingOf } from './commands.ts'
import * as store from './store.ts'
import type { Database } from '#platform/server/database/kysely.ts'

type PlaylistDependencies = { hosts: Hosts; embedding: Embedding; tokens: EmbedTokens }

const {
  list,
  export: file,
  select,
  read,
  remove,
} = resource(playlist, playlistCalls, { table: 'playlists', computed: store.computed })

const records = grantedRecords({ type: 'playlist', grants, add: store.add, update: store.update })

const target = (id: string, name: string) => ({ type: 'playlist', id, name })

/** A report that the playlist had before may have been removed since: it stays until somebody takes it out. */
async function checkItems(
  db: Database,
  items: readonly PlaylistItem[],
  before: readonly PlaylistItem[] = [],
): Promise<void> {
  if (hasSameIds(items)) fail('call.invalid', { fields: { items: 'invalid' } })
  if (hasWrongHours(items)) fail('shift.hours_overlap', { fields: { items: 'shift.hours_overlap' } })
  const known = new Set(reportsOf(before))
  const reportIds = reportsOf(items).filter((id) => !known.has(id))
  if ((await store.countReports(db, reportIds)) < reportIds.length) fail('call.not_found')
}

const add = handle(playlistCalls.add, async (context, { user_ids, group_ids, ...fields }) => {
  await checkItems(context.db, fields.items)
  const id = await records.add(context, fields, { user_ids, group_ids })
  return { status: true as const, id }
})

const update = handle(playlistCalls.update, async (context, { id, version, user_ids, group_ids, ...fields }) => {
  const { owner_id: _, ...found } = (await store.findForUpdate(context.db, id)) ?? fail('call.not_found')
  mustBeCurrent(version, found.version)
  if (fields.items) await checkItems(context.db, fields.items, found.items)
  await records.change(context, found, fields, { user_ids, group_ids })
  return { status: true as const }
})

const takeOver = handle(calls.takeOver, async (context, { id }) => {
  const { db, actor } = context
  const before = (await store.findForUpdate(db, id)) ?? fail('call.not_found')
  if (before.owner_id === actor.userId) return context.unchanged({ status: true as const })
  // The trigger end_owned_playlist_sessions makes the screens sign in again, with the rights of the new owner.
  if (!(await store.takeOver(db, id))) fail('playlist.owner_outside')
  await context.audit({
    target: target(id, before.name),
    before: { owner_id: before.owner_id },
    after: { owner_id: actor.userId },
  })
  return { status: true as const }
})

const screens = rows(
  calls.listScreens,
  ({ playlist_id }) => store.screensQuery(playlist_id),
  (found) => {
    if (found.length === 0) fail('call.not_found')
    // The only row of a playlist without screens has null in every column.
    return { data: found.flatMap((row) => (row.id === null ? [] : [row as Screen])) }
  },
)

type Row = Awaited<ReturnType<ReturnType<typeof store.screensQuery>['executeTakeFirstOrThrow']>>
type Required = 'id' | 'name' | 'paired' | 'created_at' | 'playing'
type Screen = Omit<Row, Required> & { [Column in Required]: NonNullable<Row[Column]> }

async function mustHaveRoom(db: Database, playlistId: string): Promise<void> {
  if ((await store.countScreens(db, playlistId)) >= limits.screens) fail('call.too_large')
}

const addScreen = handle(calls.addScreen, async (context, { playlist_id, name }) => {
  const { db, actor, audit } = context
  const owned = await mustOwn(context, playlist_id)
  await mustHaveRoom(db, playlist_id)
  const { token, hash } = makeToken()
  const id = await store.addScreen(db, tenantOf(actor), { playlist_id, name, paired: false, token_hash: hash })
  await audit({ target: target(playlist_id, owned.name), after: { screen: name, paired: false } })
  return { status: true as const, id, token, address: `/auth/playlist/${token}` }
})

const pairScreen = handle(calls.pairScreen, async (context, { playlist_id, name, code }) => {
  const { db, actor, audit } = context
  const owned = await mustOwn(context, playlist_id)
  await mustHaveRoom(db, playlist_id)
  const tokenHash = await store.takePairing(db, code)
  if (!tokenHash) fail('playlist.code_unknown', { fields: { code: 'playlist.code_unknown' } })
  const id = await store.addScreen(db, tenantOf(actor), { playlist_id, name, paired: true, token_hash: tokenHash })
  await audit({ target: target(playlist_id, owned.name), after: { screen: name, paired: true } })
  return { status: true as const, id }
})

const reloadScreen = handle(calls.reloadScreen, async ({ db, audit }, { id }) => {
  const screen = (await store.findScreen(db, id)) ?? fail('call.not_found')
  await store.askReload(db, id)
  await audit({ target: target(screen.playlist_id, screen.playlist), after: { screen: screen.name } })
  return { status: true as const }
})

const removeScreen = handle(calls.removeScreen, async ({ db, audit }, { id }) => {
  const screen = (await store.findScreen(db, id)) ?? fail('call.not_found')
  await store.removeScreen(db, id)
  await audit({ target: target(screen.playlist_id, screen.playlist), before: { screen: screen.name } })
  return { status: true as const }
})

const selectReports = rows(
  calls.selectSlideReports,
  ({ search }) => store.selectReportsQuery(search),
  (found) => found,
)

const playable = rows(calls.listPlayable, store.playableQuery, (data) => ({ data }))

const readPlaying = handle(calls.readPlaying, async ({ db, actor, clock }, { playlist_id }) => {
  const playing = await playingOf(db, actor, playlist_id)
  const found = (await store.findPlaying(db, playing)) ?? fail('call.not_found')
  return { ...found, now: clock.now() }
})

const reportPlaying = handle(calls.reportPlaying, async ({ db, actor, caller }, { playlist_id, item_id }) => {
  const playing = await playingOf(db, actor, playlist_id)
  if (playing.screenId !== null) {
    await store.noteSeen(db, playing.screenId, {
      sessionId: actor.sessionId,
      itemId: item_id,
      ipAddress: caller.address,
      userAgent: caller.userAgent,
    })
  }
  return (await store.versionOf(db, playing)) ?? fail('call.not_found')
})

/** Opens the report of an item with an embed token. The rights are those of the session's person (Z4); the item only names the report. */
async function openItem(
  tokens: EmbedTokens,
  context: OutsideContext,
  { playlist_id, item_id }: { playlist_id?: string | undefined; item_id: string },
) {
  const { row, page, screen } = await context.transaction(async ({ db, actor }) => {
    const { playlistId, screen } = await playingOf(db, actor, playlist_id)
    const source = (await store.sourceOfItem(db, playlistId, item_id)) ?? fail('call.not_found')
    return { row: await findToOpen(db, source.report_id), page: source.page, screen }
  })
  const opened = await tokens.open(context, row, { page, wakes: true })
  const { token, expiresAt } = opened.embed
  const held = {
    token,
    expires_at: expiresAt,
    ends_in_ms: Math.max(0, expiresAt.getTime() - context.clock.now().getTime()),
  }
  return { ...opened, held, screen }
}

export const routes = ({ hosts, embedding, tokens }: PlaylistDependencies): Route[] => {
  const entry = createScreenEntry(hosts)
  return [
    list,
    file,
    select,
    read,
    add,
    update,
    remove,
    takeOver,
    screens,
    addScreen,
    pairScreen,
    reloadScreen,
    removeScreen,
    selectReports,
    playable,
    readPlaying,
    reportPlaying,

    outside(calls.listReportPages, (context, { report_id }) => pagesOf(context, embedding, report_id)),

    outside(calls.listSlideColumns, async (context, { report_id }) => ({
      data: await columnsOfReport(context, embedding, report_id),
    })),

    outside(calls.openSlide, async (context, input) => {
      const { report, workspace, embed, pages, held, screen } = await openItem(tokens, context, input)
      return {
        ...report,
        ...held,
        watermark_text: screen === null ? report.watermark_text : watermarkOfScreen(report.watermark_text, screen),
        pages: pages && [...pages],
        kind: workspace.kind as 'local',
        embed_url: embed.embedUrl,
        trusted_origins: [hosts.reportsOrigin],
        orientation: report.orientation as 'auto',
        filters: report.report_filters,
      }
    }),

    outside(calls.renewSlide, async (context, input) => (await openItem(tokens, context, input)).held),

    open(calls.loginPlaylist, (context, { token }) => entry.logIn(context, token)),
    open(calls.beginPairing, (context) => entry.pair(context)),
    open(calls.checkPairing, (context, { token }) => entry.checkPairing(context, token)),
  ]
}
