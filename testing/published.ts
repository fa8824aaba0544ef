// Reports for tests, inserted into the database. Their account belongs to a service that is never called.
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Reports } from '#database/tables.ts'
import type { Database } from '#platform/server/database/kysely.ts'

type Unit = { id: string; partner_id: string }

/** Publishes a report into a subgroup and answers its id. */
export async function publishInto(
  db: Database,
  tenant: Unit,
  subgroupId: string,
  fields: Partial<Insertable<Reports>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto('reports')
    .values({
      tenant_id: tenant.id,
      subgroup_id: subgroupId,
      workspace_id: fields.workspace_id ?? (await workspaceOf(db, tenant)),
      service_report_id: randomUUID(),
      service_dataset_id: randomUUID(),
      name: `Report ${randomUUID()}`,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function workspaceOf(db: Database, { id: tenant_id, partner_id }: Unit): Promise<string> {
  const account = await db
    .insertInto('embedding_accounts')
    .values({
      partner_id,
      tenant_id,
      name: `Account ${randomUUID()}`,
      kind: 'local',
      directory_id: 'test',
      app_id: 'test',
      secret_sealed: Buffer.from('sealed'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('workspaces')
    .values({ tenant_id, partner_id, account_id: account.id, service_id: randomUUID(), name: 'Test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
