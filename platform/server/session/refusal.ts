import { sql } from 'kysely'
import type { ErrorCode } from '#catalogue/errors.ts'
import type { Database } from '../database/kysely.ts'

/** What open_session() says of a token: the one place that judges state, trial, maintenance and address. Null for a good one. */
export async function refusalOf(db: Database, tokenHash: Buffer, address: string): Promise<ErrorCode | null> {
  const { rows } = await sql<{
    refusal: ErrorCode | null
  }>`select refusal from app.open_session(${tokenHash}, ${address})`.execute(db)
  return rows[0] ? rows[0].refusal : 'session.unauthorized'
}
