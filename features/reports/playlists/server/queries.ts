// Queries on playlists for other features.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { type GrantTable, isGranted } from '#features/people/groups/server/queries.ts'

export const grants: GrantTable = { table: 'playlist_grants', record: 'playlist_id' }

/** Condition for `where`: the person of the session may play the playlist with this id. */
export const mayPlayPlaylist = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((select app.manages_reports()) or ${isGranted(grants, id)})`

/** E5: whether the session of a screen plays the report: the screen knows no other one. */
export async function isPlayedByScreen(db: Database, sessionId: string, reportId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from playlist_sessions z
        join playlist_screens s on s.id = z.screen_id
        join playlists p on p.id = s.playlist_id
       where z.session_id = ${sessionId} and p.items @> jsonb_build_array(jsonb_build_object('report_id', ${reportId}::text))) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}
