import { sql } from 'kysely'
import type { InputOf } from '#platform/contract/call.ts'
import type { Language } from '#catalogue/languages.ts'
import { type Database, queryBuilder } from '#platform/server/database/kysely.ts'
import { contains, offsetOf, plain } from '#platform/server/database/list.ts'
import type { listStaff } from '../contract.ts'

type Member = {
  id: string
  name: string
  email: string
  language: Language
  created_at: Date
  last_sign_in_at: Date | null
  password_set: boolean
  seller: boolean
  support_agent: boolean
}

const sortColumns = { name: plain('s.name'), email: sql`s.email`, created_at: sql`s.created_at` }

export function pageQuery(options: InputOf<typeof listStaff>) {
  const { search, sort, order } = options
  const query = queryBuilder
    .selectFrom(sql<Member>`app.platform_staff()`.as<'s'>('s'))
    .selectAll('s')
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy(sortColumns[sort], order)
    .orderBy('s.id')
    .limit(options.size)
    .offset(offsetOf(options))
  return search ? query.where(contains(sql`concat_ws(' ', s.name, s.email)`, search)) : query
}

export async function find(db: Database, id: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`select * from app.platform_staff() where id = ${id}`.execute(db)
  return rows[0]
}

export async function setSeller(db: Database, id: string, isSeller: boolean): Promise<void> {
  await sql`select app.set_seller(${id}, ${isSeller})`.execute(db)
}

export async function setSupportAgent(db: Database, id: string, handles: boolean): Promise<void> {
  await sql`select app.set_staff_support_agent(${id}, ${handles})`.execute(db)
}

/** Removes one of the staff. Returns false when nobody was removed: the person is the caller, or was removed in the meantime. */
export async function remove(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select app.remove_platform_staff(${id}) as done`.execute(db)
  return rows[0]?.done ?? false
}
