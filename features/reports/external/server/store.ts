import { sql } from 'kysely'
import type { AnswerOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { grantedGroups, grantedPeople } from '#features/people/grantees/server/queries.ts'
import type { listExternal, openExternal } from '../contract.ts'
import { grants, mayOpenExternal } from './queries.ts'

const id = sql.ref('r.id')

/** Computed fields of a report `r` (platform/server/resource.ts). */
export const computed = { people: grantedPeople(grants, id), groups: grantedGroups(grants, id) }

export type Fields = { name: string; description: string | null; address: string }

export async function add(db: Database, tenantId: TenantId, fields: Fields): Promise<string> {
  const made = await db
    .insertInto('external_reports')
    .values({ tenant_id: tenantId, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export const findForUpdate = (db: Database, reportId: string) =>
  db
    .selectFrom('external_reports')
    .select(['name', 'description', 'address', 'version'])
    .where('id', '=', reportId)
    .forUpdate()
    .executeTakeFirst()

export async function update(
  db: Database,
  reportId: string,
  fields: { [Field in keyof Fields]?: Fields[Field] | undefined },
): Promise<void> {
  await db
    .updateTable('external_reports')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', reportId)
    .execute()
}

export const hostsQuery = () => sql<{ hosts: string[] }>`(select external_hosts as hosts from settings)`

/** Locks and returns the list of hosts, so that no host leaves it while a report of that host is saved. */
export async function hostsForUpdate(db: Database): Promise<string[]> {
  const { external_hosts } = await db
    .selectFrom('settings')
    .select('external_hosts')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return external_hosts
}

export async function setHosts(db: Database, tenantId: TenantId, hosts: string[]): Promise<void> {
  await db.updateTable('settings').set({ external_hosts: hosts }).where('tenant_id', '=', tenantId).execute()
}

type ExternalRow = AnswerOf<typeof listExternal>['data'][number]

export const externalQuery = (): SessionQuery<ExternalRow> => sql<ExternalRow>`(
  select e.id, e.name, e.description from external_reports e
   where ${mayOpenExternal} order by app.plain(e.name), e.id limit 500)`

type Opened = AnswerOf<typeof openExternal> & { hosts: string[] }

/** An external report with the list of hosts. No row if the person may not open it. */
export const openQuery = (reportId: string): SessionQuery<Opened> => sql<Opened>`(
  select e.id, e.name, e.description, e.address, s.external_hosts as hosts
    from external_reports e join settings s on s.tenant_id = e.tenant_id
   where e.id = ${reportId} and ${mayOpenExternal})`

/** Logs that the person of the session has opened the report, once for each view. Returns false if they may not open it. */
export async function addView(db: Database, reportId: string, viewId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    with openable as (select e.id from external_reports e where e.id = ${reportId} and ${mayOpenExternal}),
    added as (
      insert into report_views (external_id, user_id, view_id, event)
      select o.id, app.user_id(), ${viewId}::uuid, 'opened' from openable o on conflict do nothing)
    select exists (select from openable) as known`.execute(db)
  return rows[0]?.known === true
}
