// News from one process to all: PostgreSQL's NOTIFY, sent with the commit of the transaction that made the news.
import { sql } from 'kysely'
import type { Database } from '../database/kysely.ts'
import type { News } from '../http/route.ts'

export const channel = 'vitrine'

/** PostgreSQL takes 8,000 bytes at the most; news that are longer say "many" and name nothing. */
const longest = 7_000

export async function announce(db: Database, news: News): Promise<void> {
  const full = JSON.stringify(news)
  const short = news.kind === 'access_changed' ? JSON.stringify({ ...news, reportIds: [] }) : full
  await sql`select pg_notify(${channel}, ${full.length > longest ? short : full})`.execute(db)
}
