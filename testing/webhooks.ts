// The events that a business unit emits, for the tests of nouns. Nothing is sent: the secret of the webhook cannot be opened.
import type { EventType } from '#features/integrations/webhooks/contract.ts'
import type { TestPortal } from './portal.ts'

/** Replaces the webhooks of all units by one of this unit for these types. The answer lists what it got, the oldest first. */
export async function webhookEvents(portal: TestPortal, tenant_id: string, event_types: EventType[]) {
  const webhook = {
    name: 'Ouvinte',
    url: 'https://receiver.invalid',
    event_types,
    secret_sealed: Buffer.from('sealed'),
  }
  await portal.platform(async (db) => {
    await db.deleteFrom('webhooks').execute()
    await db
      .insertInto('webhooks')
      .values({ tenant_id, ...webhook })
      .execute()
  })
  return () =>
    portal.platform((db) =>
      db
        .selectFrom('webhook_deliveries')
        .select(['event_type', 'data'])
        .where('tenant_id', '=', tenant_id)
        .orderBy('id')
        .execute(),
    )
}
