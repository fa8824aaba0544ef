// One-time tokens: links and hand-overs that work once, within a time. Only their SHA-256 is stored. They have the platform's row-level
// security policy, because the caller who brings one has no session yet.
import { sql } from 'kysely'
import type { Database } from '../database/kysely.ts'
import { makeToken } from './token.ts'

export type OneTimeToken = { userId: string | null; payload: unknown }

export type NewOneTimeToken = { purpose: string; userId?: string | null; payload?: object; seconds: number }

/** Stores a new token that is valid for `seconds`, and returns its text. Earlier tokens of the purpose stay valid. */
export async function addOneTimeToken(
  db: Database,
  { purpose, userId = null, payload = {}, seconds }: NewOneTimeToken,
): Promise<string> {
  const { token, hash } = makeToken()
  await insertOneTimeToken(db, hash, { purpose, userId, payload, seconds })
  return token
}

async function insertOneTimeToken(
  db: Database,
  tokenHash: Buffer,
  { purpose, userId, payload, seconds }: Required<NewOneTimeToken>,
): Promise<void> {
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: tokenHash,
      purpose,
      user_id: userId,
      payload: JSON.stringify(payload),
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
}

/** Stores the hash of a token as the only valid one of its purpose. */
export async function replaceOneTimeTokens(
  db: Database,
  purpose: string,
  tokenHash: Buffer,
  seconds: number,
): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('purpose', '=', purpose).execute()
  await insertOneTimeToken(db, tokenHash, { purpose, userId: null, payload: {}, seconds })
}

/** Invalidates the unused tokens of a person for a purpose: a newer one replaces them. */
export async function dropOneTimeTokens(db: Database, purpose: string, userId: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('purpose', '=', purpose).where('user_id', '=', userId).execute()
}

/** The token, if `takeOneTimeToken` would accept it now; undefined otherwise. */
export async function findOneTimeToken(
  db: Database,
  purpose: string,
  tokenHash: Buffer,
): Promise<OneTimeToken | undefined> {
  const found = await db
    .selectFrom('one_time_tokens')
    .select(['user_id', 'payload'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found && { userId: found.user_id, payload: found.payload }
}

/** Replaces the payload of a token that is still valid. */
export async function changeOneTimeToken(
  db: Database,
  purpose: string,
  tokenHash: Buffer,
  payload: object,
): Promise<void> {
  await db
    .updateTable('one_time_tokens')
    .set({ payload: JSON.stringify(payload) })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Uses a token: returns it exactly once, and only before it expires. */
export async function takeOneTimeToken(
  db: Database,
  purpose: string,
  tokenHash: Buffer,
): Promise<OneTimeToken | undefined> {
  const taken = await db
    .updateTable('one_time_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'payload'])
    .executeTakeFirst()
  return taken && { userId: taken.user_id, payload: taken.payload }
}

/** Deletes tokens that expired more than a day ago. */
export async function forgetOneTimeTokens(db: Database): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
