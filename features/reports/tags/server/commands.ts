// Commands on tags for features/reports/library, in its transaction.
import type { WriteContext } from '#platform/server/http/route.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { tagNames } from './queries.ts'
import { replaceTags } from './store.ts'

/** Replaces the tags of a report that the caller has locked. Returns the old and new names for the audit trail. */
export async function tagReport({ db, actor }: WriteContext, reportId: string, tagIds: readonly string[]) {
  const before = await tagNames(db, reportId)
  await replaceTags(db, tenantOf(actor), reportId, tagIds)
  return { before, after: await tagNames(db, reportId) }
}
