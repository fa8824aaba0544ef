// The rows of uploaded files: the owner, whether a record uses the file, and which files are to be erased from the storage.
import { sql } from 'kysely'
import { upload } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { hold } from '../database/hold.ts'
import type { Database } from '../database/kysely.ts'
import type { WaitingJobContext } from '../jobs/job.ts'
import { type FilePath, filePath } from './file-path.ts'
import type { FileStorage } from './storage.ts'

export type FileOwner = { partnerId: string; tenantId: string | null }
export type NewFile = { path: FilePath; owner: FileOwner; kind: string; bytes: number }

/**
 * Adds the row before the bytes are checked and stored, so that a failed upload can be cleaned up. Unused uploads are rate limited, each kind
 * apart: readers send files of tickets, and must not keep their administrator from a logo. The uploads of one owner are counted one after
 * the other, so that simultaneous ones cannot pass the limit together. `maxUnused`: of a kind that limits each person as well.
 */
export async function noteFile(
  db: Database,
  { path, owner, kind, bytes }: NewFile,
  maxUnused: number = upload.unusedAnHour,
): Promise<void> {
  await hold(db, `uploads of ${owner.tenantId ?? owner.partnerId}`)
  const { count } = await db
    .selectFrom('files')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('used', '=', false)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (count >= maxUnused) fail('call.throttled', { retryAfter: 600 })
  const { partnerId: partner_id, tenantId: tenant_id } = owner
  await db.insertInto('files').values({ path, partner_id, tenant_id, kind, bytes }).execute()
}

/** Records the size of the stored file. */
export async function measureFile(db: Database, path: FilePath, bytes: number): Promise<void> {
  await db.updateTable('files').set({ bytes }).where('path', '=', path).execute()
}

/** Marks the file as used by a record. False when the session sees no such file of this kind. */
export async function useFile(db: Database, path: string, kind: string): Promise<boolean> {
  const found = await db
    .updateTable('files')
    .set({ used: true })
    .where('path', '=', path)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return found.numUpdatedRows === 1n
}

/** Removes the row of a file that is not used any more. The bytes follow later (trigger note_erased_file, then `eraseRemovedFiles`). */
export async function forgetFile(db: Database, path: string): Promise<void> {
  await db.deleteFrom('files').where('path', '=', path).execute()
}

/** Removes the rows of several files that are not used any more. */
export async function forgetFiles(db: Database, paths: readonly string[]): Promise<void> {
  await db
    .deleteFrom('files')
    .where('path', '=', sql<string>`any(${[...paths]})`)
    .execute()
}

/** The session for which an address was signed, and the host and IP address of the request. */
export type Beholder = { id: string; host: string; address: string }

/**
 * May this session see a private file? The session must be valid now, from this IP address and at its host, and the file must belong to
 * its business unit, or to the partner for a session outside of business units. The request carries no bearer token, so this runs with
 * platform rights and judges the session by the function that judges all sessions.
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

type JobConnections = Pick<WaitingJobContext, 'acrossTenants' | 'signal'>

/**
 * Erases files without a row from the storage, until none is left or the signal aborts. Before that it removes the rows of uploads that
 * no record used within a day. Safe to repeat and to interrupt: a path is removed from the list only after its bytes are gone. A path
 * that fails goes to the end of the list for the next run. Answers the number of erased files.
 * @throws at the end, when some files could not be erased.
 */
export async function eraseRemovedFiles(
  { acrossTenants, signal }: JobConnections,
  storage: FileStorage,
): Promise<number> {
  const begun = await giveUpUnused(acrossTenants)
  let erased = 0
  const faults: unknown[] = []
  while (!signal.aborted) {
    const paths = await acrossTenants('files to erase', (db) => erasedBefore(db, begun))
    const before = erased
    for (const { path } of paths) {
      if (signal.aborted) break
      const fault = await removed(storage, path)
      await acrossTenants('an erased file', async (db) => {
        await (fault ? putBack(db, path) : forgetErased(db, path))
      })
      if (fault) faults.push(fault.cause)
      else erased += 1
    }
    // Either no path is left, or the whole batch failed because the storage is unavailable.
    if (erased === before) break
  }
  if (faults.length > 0) throw new Error(`Files not erased: ${faults.length}, erased: ${erased}`, { cause: faults[0] })
  return erased
}

/** Answers the database's present time as text in full precision. A path that is put back later has a later time. */
const giveUpUnused = (acrossTenants: JobConnections['acrossTenants']): Promise<string> =>
  acrossTenants('unused uploads', async (db) => {
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
