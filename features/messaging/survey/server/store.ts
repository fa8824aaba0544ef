import { sql } from 'kysely'
import type { Database } from '#platform/server/database/kysely.ts'
import { type Position, maxListedDetails } from '../contract.ts'
import type { Answer } from './rules.ts'

export type Counted = {
  enabled: boolean
  by_platform: boolean
  version: number
  people: number
  answered: number
  positions: { position: Position; people: number }[]
  details: { detail: string; people: number }[]
}

/** Selects the switch and the counted answers. Version 0: the partner or the platform has never changed the switch. */
export const surveyQuery = () => sql<Counted>`(
  with counted as materialized (select * from app.survey_people()),
  own as (select enabled, version from surveys where partner_id is not distinct from (select app.partner_id()))
  select coalesce((select enabled from own), false) as enabled,
         coalesce((select version from own), 0) as version,
         (select app.partner_id()) is not null
           and exists (select from surveys where partner_id is null and enabled) as by_platform,
         (select count(*)::int from counted) as people,
         (select count(position)::int from counted) as answered,
         coalesce((select json_agg(p order by p.people desc, p.position)
           from (select position, count(*)::int as people from counted where position is not null group by position) p), '[]')
           as positions,
         coalesce((select json_agg(d) from (
           select min(detail) as detail, count(*)::int as people from counted where detail is not null
            group by app.plain(detail) order by people desc, detail limit ${maxListedDetails}) d), '[]') as details)`

/** Returns the switch of the partner, or of the platform, after it was locked, so that changes are serialized. */
export async function findForUpdate(db: Database): Promise<{ enabled: boolean; version: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('survey ' || coalesce(app.partner_id()::text, ''), 0))`.execute(
    db,
  )
  const { rows } = await sql<{ enabled: boolean; version: number }>`
    select enabled, version from surveys where partner_id is not distinct from app.partner_id()`.execute(db)
  return rows[0] ?? { enabled: false, version: 0 }
}

export async function keep(db: Database, enabled: boolean): Promise<void> {
  await sql`
    insert into surveys (enabled) values (${enabled})
    on conflict on constraint surveys_partner_key do update set enabled = excluded.enabled, version = surveys.version + 1`.execute(
    db,
  )
}

export const answerOfPerson = (db: Database, userId: string) =>
  db.selectFrom('survey_answers').select(['position', 'detail']).where('user_id', '=', userId).executeTakeFirst()

export async function storeAnswer(db: Database, answer: Answer): Promise<void> {
  await db
    .insertInto('survey_answers')
    .values(answer)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...answer, answered_at: sql<Date>`now()` }))
    .execute()
}
