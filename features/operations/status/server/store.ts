import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'

export type DatabaseState = {
  version: string
  size_bytes: number
  connections: number
  most_connections: number
  replicas: number
  migrations: number
  last_migration: string
  migrated_at: Date
}

/** Reads figures of the whole database, which contain no data of a business unit. */
export async function readDatabaseState(db: Database): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
           pg_database_size(current_database()) as size_bytes,
           (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
           current_setting('max_connections')::int as most_connections,
           (select count(*)::int from pg_stat_replication) as replicas,
           m.count::int as migrations, m.last_migration, m.migrated_at
      from (select count(*), max(name) as last_migration, max(ran_at) as migrated_at from migrations) m`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a database has a state')
  return row
}
