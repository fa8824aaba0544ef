import { sql } from 'kysely'
import { playlists as limits } from '#catalogue/limits.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains } from '#platform/server/database/list.ts'
import { displayedName } from '#platform/server/database/names.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { grantedGroups, grantedPeople } from '#features/people/grantees/server/queries.ts'
import {
  mayOpen,
  opensPage,
  type PageRights,
  pageRights,
  reportColumns,
  resolvePages,
} from '#features/reports/access/server/queries.ts'
import type { PlaylistItem } from '../contract.ts'
import { grants, mayPlayPlaylist } from './queries.ts'

const id = sql.ref('r.id')

/** Computed fields of a playlist `r` (platform/server/resource.ts). */
export const computed = {
  owner_id: sql.ref('r.owner_id'),
  owner: sql`(select u.name from users u where u.id = r.owner_id)`,
  reports: sql`coalesce((
    select json_object_agg(x.id, x.name) from reports x
     where x.id in (select (i->>'report_id')::uuid from jsonb_array_elements(r.items) i)), '{}')`,
  screens: sql`(select count(*)::int from playlist_screens s where s.playlist_id = r.id)`,
  people: grantedPeople(grants, id),
  groups: grantedGroups(grants, id),
}

export type Fields = { name: string; description: string | null; items: PlaylistItem[] }

export async function add(db: Database, tenantId: TenantId, { items, ...fields }: Fields): Promise<string> {
  const made = await db
    .insertInto('playlists')
    .values({
      tenant_id: tenantId,
      ...fields,
      items: JSON.stringify(items),
      // Staff have no membership, so their playlist has no owner until a member of the business unit takes it over.
      owner_id: sql<string>`(select m.user_id from memberships m where m.user_id = app.user_id())`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function findForUpdate(db: Database, playlistId: string) {
  const found = await db
    .selectFrom('playlists')
    .select(['id', 'name', 'description', 'items', 'owner_id', 'version'])
    .where('id', '=', playlistId)
    .forUpdate()
    .executeTakeFirst()
  return found && { ...found, items: found.items as PlaylistItem[] }
}

export async function update(
  db: Database,
  playlistId: string,
  { items, ...fields }: { [Field in keyof Fields]?: Fields[Field] | undefined },
): Promise<void> {
  await db
    .updateTable('playlists')
    .set((eb) => ({ ...fields, ...(items && { items: JSON.stringify(items) }), version: eb('version', '+', 1) }))
    .where('id', '=', playlistId)
    .execute()
}

/** The number of these reports that are in the business unit. */
export async function countReports(db: Database, reportIds: string[]): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('id', '=', sql<string>`any(${reportIds}::uuid[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** Makes the person of the session the owner. Returns false if they do not belong to the business unit. */
export async function takeOver(db: Database, playlistId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('playlists')
    .set((eb) => ({ owner_id: sql<string>`app.user_id()`, version: eb('version', '+', 1) }))
    .where('id', '=', playlistId)
    .where(sql<boolean>`exists (select from memberships m where m.user_id = app.user_id())`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Screens */

/** Whether the screen plays. It reports every `beatSeconds`; two reports may be lost. */
const playing = sql<boolean>`coalesce(s.last_seen_at > now() - make_interval(secs => ${limits.beatSeconds * 3}), false)`

export const screensQuery = (playlistId: string) =>
  queryBuilder
    .selectFrom('playlists as p')
    .leftJoin('playlist_screens as s', 's.playlist_id', 'p.id')
    .select(['s.id', 's.name', 's.paired', 's.created_at', 's.last_seen_at', playing.as('playing')])
    .select(['s.last_address as address', 's.last_user_agent as browser'])
    .select(
      sql<string | null>`(
        select r.name from jsonb_array_elements(p.items) i join reports r on r.id = (i->>'report_id')::uuid
         where (i->>'id')::uuid = s.shown_item)`.as('shows'),
    )
    .where('p.id', '=', playlistId)
    .orderBy(sql`app.plain(s.name)`)

export async function countScreens(db: Database, playlistId: string): Promise<number> {
  const { count } = await db
    .selectFrom('playlist_screens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('playlist_id', '=', playlistId)
    .executeTakeFirstOrThrow()
  return count
}

type NewScreen = { playlist_id: string; name: string; paired: boolean; token_hash: Buffer }

export async function addScreen(db: Database, tenantId: TenantId, screen: NewScreen): Promise<string> {
  const made = await db
    .insertInto('playlist_screens')
    .values({ tenant_id: tenantId, ...screen })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export function findScreen(db: Database, screenId: string) {
  return db
    .selectFrom('playlist_screens as s')
    .innerJoin('playlists as p', 'p.id', 's.playlist_id')
    .select(['s.id', 's.name', 's.playlist_id', 'p.name as playlist'])
    .where('s.id', '=', screenId)
    .forUpdate('s')
    .executeTakeFirst()
}

export async function askReload(db: Database, screenId: string): Promise<void> {
  await db
    .updateTable('playlist_screens')
    .set({ reload_asked_at: sql<Date>`now()` })
    .where('id', '=', screenId)
    .execute()
}

export async function removeScreen(db: Database, screenId: string): Promise<void> {
  await db.deleteFrom('playlist_screens').where('id', '=', screenId).execute()
}

/** Pairing. These statements run inside the business unit of the host, without a session. */

/** Deletes expired codes, and returns how many codes still wait, in total and for one network. */
export async function waitingCodes(db: Database, network: string): Promise<{ all: number; ofNetwork: number }> {
  await db
    .deleteFrom('playlist_pairings')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  return db
    .selectFrom('playlist_pairings')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`count(*) filter (where network = ${network})::int`.as('ofNetwork'),
    ])
    .executeTakeFirstOrThrow()
}

/** Stores a pairing code. Returns false if another screen shows the same code. */
export async function addPairing(
  db: Database,
  tenantId: TenantId,
  { code, tokenHash, network }: { code: string; tokenHash: Buffer; network: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('playlist_pairings')
    .values({
      tenant_id: tenantId,
      code,
      token_hash: tokenHash,
      network,
      expires_at: sql<Date>`now() + make_interval(mins => ${limits.pairing.minutes})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Uses a code once, and returns the hash of the token that the screen keeps; null if there is no such code. */
export async function takePairing(db: Database, code: string): Promise<Buffer | undefined> {
  const taken = await db
    .deleteFrom('playlist_pairings')
    .where('code', '=', code)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('token_hash')
    .executeTakeFirst()
  return taken?.token_hash
}

export async function pairingState(db: Database, tokenHash: Buffer): Promise<'waiting' | 'paired' | 'expired'> {
  const { rows } = await sql<{ state: 'waiting' | 'paired' | 'expired' }>`
    select case when exists (select from playlist_screens where token_hash = ${tokenHash}) then 'paired'
                when exists (select from playlist_pairings where token_hash = ${tokenHash} and expires_at > now()) then 'waiting'
                else 'expired' end as state`.execute(db)
  return rows[0]?.state ?? 'expired'
}

/** Sign-in of a screen. These statements run across tenants: the token says to which one the screen belongs. */

/** The screen of a token with its owner. Locks the row, so that a removal waits and then ends the new session. */
export function findByToken(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('playlist_screens as s')
    .innerJoin('playlists as p', (join) =>
      join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.playlist_id'),
    )
    .innerJoin('users as u', 'u.id', 'p.owner_id')
    .select(['s.tenant_id', 's.id', 's.playlist_id', 'p.owner_id', 'u.email'])
    .where('s.token_hash', '=', tokenHash)
    .forShare(['s', 'p'])
    .executeTakeFirst()
}

/** Binds the new session to its screen, and ends the oldest sessions of the same screen. */
export async function bindSession(
  db: Database,
  { tenantId, screenId, sessionId }: { tenantId: string; screenId: string; sessionId: string },
): Promise<void> {
  await db
    .insertInto('playlist_sessions')
    .values({ tenant_id: tenantId, session_id: sessionId, screen_id: screenId })
    .execute()
  await sql`
    update sessions set ended_at = now(), ended_by = 'crowded'
     where id in (
       select s.id from playlist_sessions p join sessions s on s.id = p.session_id
        where p.tenant_id = ${tenantId} and p.screen_id = ${screenId} and s.ended_at is null
        order by s.last_seen_at desc, s.id desc offset ${limits.sessionsPerScreen})`.execute(db)
}

/** Playing */

export const playableQuery = () =>
  queryBuilder
    .selectFrom('playlists as p')
    .select(['p.id', 'p.name', 'p.description', sql<number>`jsonb_array_length(p.items)`.as('slides')])
    .where(mayPlayPlaylist(sql.ref('p.id')))
    .orderBy(sql`app.plain(p.name)`)
    .limit(500)

/** The playlist of a session. `screenId`, `screen`: id and name of the screen of a session without a person; null for a person. */
export type Playing = { playlistId: string; screenId: string | null; screen: string | null }

/** The playlist of a session that belongs to a screen. */
export async function playedByScreen(db: Database, sessionId: string): Promise<Playing | undefined> {
  const found = await db
    .selectFrom('playlist_sessions as z')
    .innerJoin('playlist_screens as s', 's.id', 'z.screen_id')
    .select(['s.playlist_id', 's.id', 's.name'])
    .where('z.session_id', '=', sessionId)
    .executeTakeFirst()
  return found && { playlistId: found.playlist_id, screenId: found.id, screen: found.name }
}

/** Whether the person of the session may play the playlist. */
export async function mayPlay(db: Database, playlistId: string): Promise<boolean> {
  const found = await db
    .selectFrom('playlists as p')
    .select('p.id')
    .where('p.id', '=', playlistId)
    .where(mayPlayPlaylist(sql.ref('p.id')))
    .executeTakeFirst()
  return found !== undefined
}

const openable = mayOpen(reportColumns)

/** The playlist with the items whose report and page the person of the session may open (Z4). */
export async function findPlaying(db: Database, { playlistId, screenId }: Omit<Playing, 'screen'>) {
  const { rows } = await sql<{
    id: string
    name: string
    version: number
    items: (PlaylistItem & { report: string; rights: PageRights })[]
    timezone: string
    reload_asked_at: Date | null
  }>`
    select p.id, p.name, p.version, g.timezone, s.reload_asked_at,
           coalesce((
             select json_agg(i.item || jsonb_build_object('report', ${displayedName('r')}, 'rights', ${pageRights()}) order by i.at)
               from jsonb_array_elements(p.items) with ordinality i(item, at)
               join reports r on r.id = (i.item->>'report_id')::uuid
              where ${openable}), '[]') as items
      from playlists p
      join settings g on g.tenant_id = p.tenant_id
      left join playlist_screens s on s.id = ${screenId}::uuid
     where p.id = ${playlistId}`.execute(db)
  const [found] = rows
  return found && { ...found, items: found.items.flatMap(openableItem) }
}

const openableItem = ({ rights, ...item }: PlaylistItem & { report: string; rights: PageRights }) =>
  item.page === null || opensPage(resolvePages(rights, rights.grants), item.page) ? [item] : []

type ItemSource = { report_id: string; page: string | null }

/** The report and page of an item; undefined if the playlist has no such item. The caller checks the access to the report. */
export async function sourceOfItem(db: Database, playlistId: string, itemId: string): Promise<ItemSource | undefined> {
  const { rows } = await sql<ItemSource>`
    select i->>'report_id' as report_id, i->>'page' as page from playlists p cross join jsonb_array_elements(p.items) i
     where p.id = ${playlistId} and (i->>'id')::uuid = ${itemId}::uuid`.execute(db)
  return rows[0]
}

/** Stores that the screen plays, and extends its session. */
export async function noteSeen(
  db: Database,
  screenId: string,
  { sessionId, itemId, ipAddress, userAgent }: ScreenReport,
): Promise<void> {
  await db
    .updateTable('playlist_screens')
    .set({ last_seen_at: sql<Date>`now()`, last_address: ipAddress, last_user_agent: userAgent, shown_item: itemId })
    .where('id', '=', screenId)
    .execute()
  await sql`select app.touch_session(${sessionId})`.execute(db)
}

type ScreenReport = { sessionId: string; itemId: string | null; ipAddress: string; userAgent: string | null }

export async function versionOf(db: Database, { playlistId, screenId }: Omit<Playing, 'screen'>) {
  const { rows } = await sql<{ version: number; reload_asked_at: Date | null }>`
    select p.version, s.reload_asked_at from playlists p left join playlist_screens s on s.id = ${screenId}::uuid
     where p.id = ${playlistId}`.execute(db)
  return rows[0]
}

/** Number of reports in a picker; a more specific search finds the others. */
const choices = 20

export const selectReportsQuery = (search: string) =>
  queryBuilder
    .selectFrom('reports as r')
    .innerJoin('report_subgroups as s', 's.id', 'r.subgroup_id')
    .innerJoin('report_groups as g', 'g.id', 's.group_id')
    .select(['r.id as value', 'r.name as label', 'g.name as group', 's.name as subgroup'])
    .where(contains(sql`r.name`, search))
    .orderBy('r.sort_name')
    .orderBy('r.id')
    .limit(choices)
