// One notification of the portal in the examples, with its receipts.
import { randomUUID } from 'node:crypto'
import type { Texts } from '#catalogue/languages.ts'
import type { NotificationType, NotificationValues } from '#features/messaging/notifications/contract.ts'
import type { ExampleUnit, Person } from './unit.ts'

type PortalNotification<T extends NotificationType> = {
  type: T
  values: NotificationValues<T>
  path: string
  at: Date
  people: Person[]
  /** They have read it, an hour later or just now. */
  read?: boolean
  /** The key by which a later event finds it. */
  cause?: string
}

export async function notify<T extends NotificationType>(
  { db, id: tenant_id }: ExampleUnit,
  { type, values, path, at, people, read = false, cause }: PortalNotification<T>,
): Promise<void> {
  const id = randomUUID()
  const notifiedIds = [...new Set(people.map((person) => person.id))]
  await db
    .insertInto('notifications')
    .values({
      tenant_id,
      id,
      type,
      facts: JSON.stringify(values),
      path,
      cause: cause ?? null,
      words: searchable(Object.values(values)),
      starts_at: at,
      published_at: at,
      created_at: at,
    })
    .execute()
  await db
    .insertInto('notification_receipts')
    .values(
      notifiedIds.map((user_id) => ({
        tenant_id,
        notification_id: id,
        user_id,
        at,
        read_at: read ? new Date(Math.min(at.getTime() + 3_600_000, Date.now())) : null,
      })),
    )
    .execute()
}

/** The text by which a notification is found. */
export const searchable = (values: readonly (string | Texts)[]): string =>
  values
    .flatMap((value) => (typeof value === 'string' ? [value] : Object.values(value)))
    .filter((text) => text !== null)
    .join('\n')
    .replace(/<[^>]*>/g, ' ')
