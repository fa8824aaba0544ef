// What features/reports does with tags, within its own transaction.
import type { WriteContext } from '#platform/server/http/route.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { tagNames } from './reads.ts'
import { replaceTags } from './store.ts'

/** Gives a report, which the caller has locked, these tags and no others. Answers their names before and after, for the trail. */
export async function tagReport({ db, actor }: WriteContext, reportId: string, tagIds: readonly string[]) {
  const before = await tagNames(db, reportId)
  await replaceTags(db, tenantOf(actor), reportId, tagIds)
  return { before, after: await tagNames(db, reportId) }
}
