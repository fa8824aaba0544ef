// Queries on the settings of a business unit for other features.
import type { Database } from '#platform/server/database/kysely.ts'

/** Settings for a new session. Staff without a business unit (`tenantId` null) get the defaults. */
export async function sessionSettings(db: Database, tenantId: string | null) {
  const row =
    tenantId &&
    (await db
      .selectFrom('settings')
      .select(['login_timeout_hours', 'home_page', 'home_report_id', 'own_home_page', 'logo_page', 'logo_leads_home'])
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst())
  if (!row) return { hours: null, landing: '/', logoPage: null }
  return {
    hours: row.login_timeout_hours,
    landing: landingPath(row),
    logoPage: row.logo_leads_home ? null : row.logo_page,
  }
}

type HomePage = { home_page: string; home_report_id: string | null; own_home_page: boolean }

function landingPath({ home_page, home_report_id, own_home_page }: HomePage): string {
  if (!own_home_page) return '/'
  if (home_page === 'report' && home_report_id) return `/${home_report_id}/reports/view`
  return home_page === 'reports' ? '/reports' : '/'
}
