// Queries on playlists for other features.
import { type RawBuilder, sql } from 'kysely'
import { type GrantTable, isGranted } from '#features/people/grantees/server/queries.ts'

export const grants: GrantTable = { table: 'playlist_grants', record: 'playlist_id' }

/** Condition for `where`: the person of the session may play the playlist with this id. */
export const mayPlayPlaylist = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((select app.manages_reports()) or ${isGranted(grants, id)})`
