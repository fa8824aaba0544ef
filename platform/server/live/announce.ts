// Sends live events from one process to all others: PostgreSQL NOTIFY, with the commit of the transaction.
import { sql } from 'kysely'
import type { Database } from '../database/kysely.ts'
import type { LiveEvent } from './live-event.ts'

export const channel = 'vitrine'

/** PostgreSQL accepts less than 8,000 bytes. A longer event is sent without its ids, which means: many reports, or many people. */
const longest = 7_000

export async function announce(db: Database, event: LiveEvent): Promise<void> {
  const full = JSON.stringify(event)
  await sql`select pg_notify(${channel}, ${full.length > longest ? JSON.stringify(shortened(event)) : full})`.execute(
    db,
  )
}

function shortened(event: LiveEvent): LiveEvent {
  if (event.kind === 'access_changed') return { ...event, reportIds: [] }
  return event.kind === 'notifications_changed' ? { ...event, userIds: null } : event
}
