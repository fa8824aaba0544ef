import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf } from '#platform/server/database/list.ts'
import type { listMails } from '../contract.ts'

const row = [
  'm.id', 'm.to_name', 'm.to_address', 'm.subject', 'm.purpose', 'm.state', 'm.attempts', 'm.last_error', 'm.created_at', 'm.sent_at',
] as const // prettier-ignore

const mails = () =>
  queryBuilder
    .selectFrom('mails as m')
    .leftJoin('tenants as n', 'n.id', 'm.tenant_id')
    .select(row)
    .select('n.name as tenant_name')

export function pageQuery(options: InputOf<typeof listMails>) {
  const { sort, order, search, state } = options
  const query = mails()
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy(`m.${sort}`, order)
    .orderBy('m.id', order)
    .limit(options.size)
    .offset(offsetOf(options))
  const sought = search
    ? query.where(contains(sql`m.to_address || ' ' || coalesce(m.to_name, '') || ' ' || m.subject`, search))
    : query
  return state ? sought.where('m.state', '=', state) : sought
}

export const findQuery = (id: string) => mails().select(['m.body_text', 'm.body_html']).where('m.id', '=', id)

export function findForUpdate(db: Database, id: string) {
  return db
    .selectFrom('mails as m')
    .select(['m.id', 'm.subject', 'm.state', 'm.tenant_id'])
    .where('m.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function waitAgain(db: Database, id: string): Promise<void> {
  await db.updateTable('mails').set({ state: 'waiting', last_error: null, uncertain: 0 }).where('id', '=', id).execute()
}
