import type { List } from '#platform/web/routing/use-list.ts'
import type { listAudit } from '../contract.ts'

/** The entries on the screen, with the options of the list. */
export type AuditEntries = List<typeof listAudit>
