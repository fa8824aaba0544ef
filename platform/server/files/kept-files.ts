// The rows of uploaded files: whose they are, whether something shows them, and what is to be erased from the storage.
import { sql } from 'kysely'
import { upload } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '../database/kysely.ts'
import type { WaitingJobContext } from '../jobs/job.ts'
import { type FilePath, filePath } from './file-path.ts'
import type { FileStorage } from './storage.ts'

export type FileOwner = { partnerId: string; tenantId: string | null }
export type NewFile = { path: FilePath; owner: FileOwner; kind: string; bytes: number }

/** Before the bytes are looked at and stored: what fails afterwards is found by its row. Somebody who uploads without end is stopped. */
export async function noteFile(db: Database, { path, owner, kind, bytes }: NewFile): Promise<void> {
  const { count } = await db
    .selectFrom('files')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('used', '=', false)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (count >= upload.unusedAnHour) fail('call.throttled', { retryAfter: 600 })
  const { partnerId: partner_id, tenantId: tenant_id } = owner
  await db.insertInto('files').values({ path, partner_id, tenant_id, kind, bytes }).execute()
}

/** How large the file is that is stored in the end. */
export async function measureFile(db: Database, path: FilePath, bytes: number): Promise<void> {
  await db.updateTable('files').set({ bytes }).where('path', '=', path).execute()
}

/** A record shows the file from now on. False when there is no such file of this kind behind the session's wall. */
export async function useFile(db: Database, path: string, kind: string): Promise<boolean> {
  const found = await db
    .updateTable('files')
    .set({ used: true })
    .where('path', '=', path)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return found.numUpdatedRows === 1n
}

/** Nothing shows it any more; the bytes follow the row (trigger note_erased_file, then `eraseFiles`). */
export async function forgetFile(db: Database, path: string): Promise<void> {
  await db.deleteFrom('files').where('path', '=', path).execute()
}

/** The session that an address was signed for, and where it is used. */
export type Beholder = { id: string; host: string; address: string }

/**
 * May this session see a private file? It would be let into any call at this moment, from there and at its own host, and the file is
 * its business unit's; outside of any the partner's. Asked as the platform: the address carries no bearer, so the session's own is
 * looked up and judged by the one function that judges sessions.
 */
export async function isSeenBy(db: Database, path: FilePath, session: Beholder): Promise<boolean> {
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('files as f', (join) =>
      join.on(sql<boolean>`case when f.tenant_id is null then s.tenant_id is null and s.partner_id = f.partner_id
                                else s.tenant_id = f.tenant_id end`),
    )
    .select('s.id')
    .where('s.id', '=', session.id)
    .where('s.host', '=', session.host)
    .where(
      sql<boolean>`exists (
        select from session_tokens k, lateral app.open_session(k.token_hash, ${session.address}::inet) o
         where k.session_id = s.id and k.replaced_at is null and o.ok)`,
    )
    .where('f.path', '=', path)
    .executeTakeFirst()
  return found !== undefined
}

const batch = 200

type Erasing = Pick<WaitingJobContext, 'acrossTenants' | 'signal'>

/**
 * Erases from the storage what no row tells of any more, after giving up uploads that nothing came to show within a day; until nothing
 * is left or the signal ends. Safe to run twice and to be ended in the middle: a path is forgotten only when its bytes are gone. One
 * that the storage does not give up goes behind all others, for the next time. Answers how many went.
 * @throws at the end, when some did not go.
 */
export async function eraseFiles({ acrossTenants, signal }: Erasing, storage: FileStorage): Promise<number> {
  const begun = await giveUpUnused(acrossTenants)
  let erased = 0
  const faults: unknown[] = []
  while (!signal.aborted) {
    const paths = await acrossTenants('files that nothing shows any more', (db) => erasedBefore(db, begun))
    const before = erased
    for (const { path } of paths) {
      if (signal.aborted) break
      const fault = await removed(storage, path)
      await acrossTenants('a file that is erased', async (db) => {
        await (fault ? putBack(db, path) : forgetErased(db, path))
      })
      if (fault) faults.push(fault.cause)
      else erased += 1
    }
    // None left; or none of so many went, and the storage is away.
    if (erased === before) break
  }
  if (faults.length > 0) throw new Error(`Files not erased: ${faults.length}, erased: ${erased}`, { cause: faults[0] })
  return erased
}

/** Answers the database's present time, as exact as it writes it: what is put back afterwards is younger. */
const giveUpUnused = (acrossTenants: Erasing['acrossTenants']): Promise<string> =>
  acrossTenants('uploads that nothing came to show', async (db) => {
    await db
      .deleteFrom('files')
      .where('used', '=', false)
      .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
      .execute()
    const { now } = await db.selectNoFrom(sql<string>`now()::text`.as('now')).executeTakeFirstOrThrow()
    return now
  })

const erasedBefore = (db: Database, time: string) =>
  db
    .selectFrom('erased_files')
    .select('path')
    .where('erased_at', '<=', sql<Date>`${time}::timestamptz`)
    .orderBy('erased_at')
    .limit(batch)
    .execute()

const putBack = (db: Database, path: string) =>
  db
    .updateTable('erased_files')
    .set({ erased_at: sql<Date>`now()` })
    .where('path', '=', path)
    .execute()

const forgetErased = (db: Database, path: string) => db.deleteFrom('erased_files').where('path', '=', path).execute()

async function removed(storage: FileStorage, path: string): Promise<{ cause: unknown } | null> {
  try {
    await storage.remove(filePath(path))
    return null
  } catch (cause) {
    return { cause }
  }
}
