import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import type { AnswerOf } from '#platform/contract/call.ts'
import type { readFaq, readFaqOrder, readOwnFaq } from '../contract.ts'

export const position = sql`r.position`

type Ordered = AnswerOf<typeof readFaqOrder>[number]

export const orderQuery = () => sql<Ordered>`(select id, question from faq_entries order by position, id)`

/** Returns the ids in their order. Locks the entries, so that two changes of the order are serialized. */
export async function orderOf(db: Database): Promise<string[]> {
  const found = await db.selectFrom('faq_entries').select('id').orderBy('position').orderBy('id').forUpdate().execute()
  return found.map(({ id }) => id)
}

export async function keepOrder(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    update faq_entries f set position = o.at
      from unnest(${ids}::uuid[]) with ordinality as o(id, at) where f.id = o.id and f.position <> o.at`.execute(db)
}

type VisibleEntry = AnswerOf<typeof readFaq>[number]

/** Returns the questions of the platform. Needs a transaction across tenants. */
export async function platformEntries(db: Database): Promise<VisibleEntry[]> {
  const { rows } = await sql<VisibleEntry>`
    select id, question, answer from faq_entries where tenant_id is null order by position, id`.execute(db)
  return rows
}

export const ownQuery = () =>
  sql<AnswerOf<typeof readOwnFaq>[number]>`(select id, question, answer, of_unit from app.faq())`
