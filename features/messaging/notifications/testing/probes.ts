import { addRecord, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

/** Adds a notification to Norte's administrator. */
export const newNotification = async ({ db, unique }: Made) => {
  const id = await addRecord(db, 'notifications', {
    tenant_id,
    type: 'report_published',
    facts: JSON.stringify({ report: `Quokka ${unique}` }),
    words: `Quokka ${unique}`,
  })
  await db
    .insertInto('notification_receipts')
    .values({ tenant_id, notification_id: id, user_id: people.adminOfNorte.id })
    .execute()
  return id
}

export const probes: Probes = {
  'auth/notifications/all': own(),
  'auth/notifications/unread': own(),
  'auth/notifications/notices': own(),
  'auth/notifications/get': foreign(async (made) => ({ id: await newNotification(made) })),
  // The call ignores ids that are not the caller's own, so it answers 200 instead of 404.
  'auth/notifications/mark': own({ ids: null, read: 'S' }),
  'auth/notifications/opened': own({ path: '/all/reports' }),
  'auth/notifications/delete': own({ ids: null }),
  'auth/notifications/choices': own(),
  'auth/notifications/choices/update': own({ mails: 'N' }),
}
