import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { legalNames, type updateLegalData } from '../contract.ts'

export type LegalFields = Omit<InputOf<typeof updateLegalData>, 'version' | 'parceiro_id'>
export type LegalData = LegalFields & { name: string; version: number }

/**
 * Selects the legal data of a partner. Version 0: the partner has stored nothing yet. `partnerId`: for the platform's staff; null: the
 * partner of the session.
 */
const legalDataOf = (partnerId: string | null) => sql<LegalData>`
  select ${sql.join(legalNames.map((name) => sql.ref(`l.${name}`)))}, l.pix_key, p.name,
         coalesce(l.client_type, 'legal') as client_type, coalesce(l.email_invoice, '{}') as email_invoice,
         coalesce(l.version, 0) as version
    from partners p left join partner_legal_data l on l.partner_id = p.id
   where p.id = coalesce((select app.partner_id()), ${partnerId}::uuid)`

export const legalDataQuery = (partnerId: string | null): SessionQuery<LegalData> =>
  sql<LegalData>`(${legalDataOf(partnerId)})`

/** Locks the data, so that changes are serialized. */
export async function findForUpdate(db: Database, partnerId: string): Promise<LegalData | undefined> {
  await hold(db, `legal data of ${partnerId}`)
  return (await legalDataOf(partnerId).execute(db)).rows[0]
}

export async function store(db: Database, partnerId: string, fields: LegalFields): Promise<void> {
  await db
    .insertInto('partner_legal_data')
    .values({ ...fields, partner_id: partnerId })
    .onConflict((conflict) =>
      conflict.column('partner_id').doUpdateSet({ ...fields, version: sql<number>`partner_legal_data.version + 1` }),
    )
    .execute()
}
