// Sends live events from one process to all others: PostgreSQL NOTIFY, with the commit of the transaction.
import { sql } from 'kysely'
import type { Database } from '../database/kysely.ts'
import type { LiveEvent } from './live-event.ts'

export const channel = 'vitrine'

/** PostgreSQL accepts less than 8,000 bytes. A longer event is sent without its ids, which means: many reports, or many people. */
const longest = 7_000

export const announce = (db: Database, event: LiveEvent): Promise<void> => announceAll(db, [event])

/** Sends many events with one statement. */
export async function announceAll(db: Database, events: readonly LiveEvent[]): Promise<void> {
  if (events.length === 0) return
  const texts = events.map((event) => {
    const full = JSON.stringify(event)
    return full.length > longest ? JSON.stringify(shortened(event)) : full
  })
  await sql`select pg_notify(${channel}, x.event) from unnest(${texts}::text[]) as x (event)`.execute(db)
}

function shortened(event: LiveEvent): LiveEvent {
  if (event.kind === 'access_changed') return { ...event, reportIds: [] }
  return event.kind === 'notifications_changed' ? { ...event, userIds: null } : event
}
