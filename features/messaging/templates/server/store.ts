import { sql } from 'kysely'
import type { Texts } from '#catalogue/languages.ts'
import type { Database } from '#platform/server/database/kysely.ts'

export type TemplateTexts = { subject: Texts; body: Texts }

/**
 * Returns the text of a type: the unit's own, else the platform's; undefined: the built-in one is used. Without a unit, returns the
 * platform's.
 */
export async function textsOf(db: Database, type: string, tenantId: string | null): Promise<TemplateTexts | undefined> {
  const { rows } = await sql<TemplateTexts>`
    select subject, body from (
      select t.subject, t.body, 1 as place from notification_templates t
       where t.type = ${type} and t.tenant_id = ${tenantId}::uuid
      union all
      select p.subject, p.body, 2 from app.platform_template(${type}) p where p.subject is not null) found
    order by place limit 1`.execute(db)
  return rows[0]
}

/** Selects the platform's text, for an administrator of a unit. */
export const platformQuery = (type: string) =>
  sql<{ subject: Texts | null; body: Texts | null }>`(select p.subject, p.body from app.platform_template(${type}) p)`

export async function unitName(db: Database, tenantId: string | null): Promise<string> {
  if (tenantId === null) return 'Vitrine'
  const found = await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirst()
  return found?.name ?? ''
}
