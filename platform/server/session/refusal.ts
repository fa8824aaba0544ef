import { sql } from 'kysely'
import type { ErrorCode } from '#catalogue/errors.ts'
import type { Database } from '../database/kysely.ts'

/** The refusal of a token by open_session(), which judges state, trial, maintenance and address. Null for a valid token. */
export async function refusalOf(db: Database, tokenHash: Buffer, address: string): Promise<ErrorCode | null> {
  const { rows } = await sql<{
    refusal: ErrorCode | null
  }>`select refusal from app.open_session(${tokenHash}, ${address})`.execute(db)
  return rows[0] ? rows[0].refusal : 'session.unauthorized'
}
