// Queries on themes for other features.
import type { Brand } from '#platform/server/mail/layout.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { over, plain, themeFields, type ThemeValues } from '../contract.ts'
import { themeFrom } from './rules.ts'

/** The effective theme of a host, without a session: the business unit's fields, then the partner's. */
export async function themeOf(
  db: Database,
  { partnerId, tenantId }: { partnerId: string | null; tenantId: string | null },
): Promise<ThemeValues> {
  if (partnerId === null) return plain
  const found = await db
    .selectFrom('themes')
    .select([...themeFields, 'tenant_id'])
    .where('partner_id', '=', partnerId)
    .where((eb) => eb.or([eb('tenant_id', 'is', null), eb('tenant_id', '=', tenantId)]))
    .execute()
  const themeOf = (id: string | null) => themeFrom(found.find((row) => row.tenant_id === id))
  return tenantId === null ? themeOf(null) : over(themeOf(tenantId), themeOf(null))
}

/** Returns name and colour for a mail: those of the business unit or the partner; the product's when the mail belongs to neither. */
export async function brandOf(
  db: Database,
  { partnerId, tenantId }: { partnerId: string | null; tenantId: string | null },
): Promise<Brand> {
  const { title_page, color_button } = await themeOf(db, { partnerId, tenantId })
  const title = title_page ?? (tenantId === null ? null : await nameOfUnit(db, tenantId))
  return { name: title ?? 'Vitrine', colour: color_button }
}

async function nameOfUnit(db: Database, tenantId: string): Promise<string | null> {
  const found = await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirst()
  return found?.name ?? null
}
