import { sql } from 'kysely'
import { reportExports } from '#catalogue/limits.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { watermarkText } from '#catalogue/watermark.ts'
import type { Actor } from '#platform/server/session/actor.ts'

type NewExport = { report_id: string; service_export_id: string; content: string }

export async function add(db: Database, values: NewExport): Promise<string> {
  const { id } = await db.insertInto('report_exports').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Number of exports of the session's person in the last hour. Simultaneous starts are counted one after the other. */
export async function countOfHour(db: Database, userId: string): Promise<number> {
  await hold(db, `exports of ${userId}`)
  const { count } = await db
    .selectFrom('report_exports')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count
}

/** An export of the session's person that is neither cancelled nor too old. */
export const find = (db: Database, id: string) =>
  db
    .selectFrom('report_exports')
    .select(['id', 'report_id', 'service_export_id', 'content'])
    .where('id', '=', id)
    .where('cancelled', '=', false)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${reportExports.keptHours})`)
    .executeTakeFirst()

/** Cancels an export. Its row stays, because cancelled exports count towards the hourly limit. */
export async function cancel(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_exports')
    .set({ cancelled: true })
    .where('id', '=', id)
    .where('cancelled', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function forgetOld(db: Database): Promise<void> {
  await db
    .deleteFrom('report_exports')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${reportExports.keptHours})`)
    .execute()
}

/** The watermark of the business unit with the values of the person; null: it has none. */
export async function watermarkOf(db: Database, { email, name, timezone, language }: Actor, report: string, now: Date) {
  const found = await db
    .selectFrom('settings as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .select(['s.watermark', 's.watermark_text', 't.name as unit'])
    .executeTakeFirst()
  if (!found?.watermark) return null
  const written = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...style, timeZone: timezone }).format(now)
  const values = { email, name, report, unit: found.unit }
  return watermarkText(found.watermark_text, {
    ...values,
    date: written({ dateStyle: 'short' }),
    time: written({ timeStyle: 'short' }),
  })
}
