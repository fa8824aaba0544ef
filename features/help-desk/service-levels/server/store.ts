import { type RawBuilder, sql } from 'kysely'
import type { Interval } from '#platform/contract/week.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import { type OwnDay, type Target, targetNames } from '../contract.ts'
import type { Holiday } from '#platform/server/holidays.ts'

export type ServiceLevels = Record<Target, number | null> & {
  hours: Interval[]
  country: string | null
  region: string | null
  own_days: OwnDay[]
}

const columns: RawBuilder<unknown> = sql.join(
  [...targetNames, 'hours', 'country', 'region', 'own_days', 'version'].map((name) => sql.ref(`s.${name}`)),
)

export const levelsQuery = (): SessionQuery<ServiceLevels & { version: number }> => sql`(
  select ${columns} from service_levels s where s.tenant_id = (select app.tenant_id()))`

/** Finds and locks the service levels of the business unit. Serializes also the first change: there is no row to lock yet. */
export async function findForUpdate(
  db: Database,
  tenantId: string | null,
): Promise<(ServiceLevels & { version: number }) | undefined> {
  await hold(db, `service levels of ${tenantId}`)
  const { rows } = await sql<ServiceLevels & { version: number }>`
    select ${columns} from service_levels s where s.tenant_id = app.tenant_id() for update`.execute(db)
  return rows[0]
}

export type StoredHolidays = { holidays: Holiday[]; until: number | null }

export async function store(
  db: Database,
  { hours, own_days, ...levels }: ServiceLevels,
  { holidays, until }: StoredHolidays,
): Promise<void> {
  const values = {
    ...levels,
    hours: JSON.stringify(hours),
    own_days: JSON.stringify(own_days),
    holidays: JSON.stringify(holidays),
    holidays_until: until,
  }
  await db
    .insertInto('service_levels')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ ...values, version: sql<number>`service_levels.version + 1` }),
    )
    .execute()
}

const batch = 200

/** Finds and locks service levels whose holidays end before a year. */
export async function lockEnding(
  db: Database,
  year: number,
): Promise<{ tenant_id: string; country: string; region: string | null }[]> {
  const { rows } = await sql<{ tenant_id: string; country: string; region: string | null }>`
    select tenant_id, country, region from service_levels
     where country is not null and holidays_until < ${year} order by tenant_id limit ${batch} for update skip locked`.execute(
    db,
  )
  return rows
}

export async function renewHolidays(
  db: Database,
  tenantId: string,
  { holidays, until }: StoredHolidays,
): Promise<void> {
  await db
    .updateTable('service_levels')
    .set({
      holidays: JSON.stringify(holidays),
      holidays_until: until,
      // The due times of tickets are computed again when the version changes.
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .execute()
}
