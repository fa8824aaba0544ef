import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { listMails } from '../contract.ts'

const row = [
  'm.id',
  'm.to_name',
  'm.to_address',
  'm.subject',
  'm.purpose',
  'm.state',
  'm.attempts',
  'm.last_error',
  'm.created_at',
  'm.sent_at',
] as const

/** A mail that is over has lost its files, so that nobody can send it again. */
const hasLostFiles = sql<boolean>`exists (select from mail_attachments a where a.mail_id = m.id and a.path is null)`

const mails = () =>
  queryBuilder
    .selectFrom('mails as m')
    .leftJoin('tenants as n', 'n.id', 'm.tenant_id')
    .select(row)
    .select('n.name as tenant_name')
    .select(hasLostFiles.as('has_lost_files'))

export function pageQuery({ search, state, sort, order, ...page }: InputOf<typeof listMails>) {
  const matches = sql<boolean>`(${state ? sql`m.state = ${state}` : sql`true`}
    and ${search ? contains(sql`m.to_address || ' ' || coalesce(m.to_name, '') || ' ' || m.subject`, search) : sql`true`})`
  return mails()
    .select(totalOf(queryBuilder.selectFrom('mails as m').select('m.id').where(matches)).as('total'))
    .where(matches)
    .orderBy(`m.${sort}`, order)
    .orderBy('m.id', order)
    .limit(page.size)
    .offset(offsetOf(page))
}

export const findQuery = (id: string) =>
  mails()
    .select(['m.body_text', 'm.body_html'])
    .select(
      sql<{ name: string; bytes: number }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('name', a.name, 'bytes', a.bytes) order by a.position)
          from mail_attachments a where a.mail_id = m.id), '[]')`.as('attachments'),
    )
    .where('m.id', '=', id)

export function findForUpdate(db: Database, id: string) {
  return db
    .selectFrom('mails as m')
    .select(['m.id', 'm.subject', 'm.state', 'm.tenant_id'])
    .select(hasLostFiles.as('has_lost_files'))
    .where('m.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function waitAgain(db: Database, id: string): Promise<void> {
  await db.updateTable('mails').set({ state: 'waiting', last_error: null, uncertain: 0 }).where('id', '=', id).execute()
}
