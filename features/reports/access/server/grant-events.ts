// Tells webhooks who got a report and who lost it. A grant that was replaced by another for the same grantee is neither.
import { type EventContext, emitWebhooks } from '#features/integrations/webhooks/server/commands.ts'
import * as store from './store.ts'

type Grantee = { user_id: string | null; group_id: string | null }

export async function emitGrantChanges(
  context: EventContext,
  reportId: string,
  { removed, added }: { removed: readonly Grantee[]; added: readonly Grantee[] },
): Promise<void> {
  const idOf = ({ user_id, group_id }: Grantee) => user_id ?? group_id ?? ''
  const without = (grants: readonly Grantee[], others: readonly Grantee[]) => {
    const kept = new Set(others.map(idOf))
    return grants.filter((grant) => !kept.has(idOf(grant)))
  }
  const [gained, lost] = [without(added, removed), without(removed, added)]
  if (gained.length + lost.length === 0) return
  const names = await store.namesOf(context.db, [reportId, ...gained.map(idOf), ...lost.map(idOf)])
  const named = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? null })
  const report = { id: reportId, name: names.get(reportId) ?? null }
  const events = (grants: readonly Grantee[]) =>
    grants.map(({ user_id, group_id }) => ({ report, user: named(user_id), group: named(group_id) }))
  await emitWebhooks(context, 'grant.added', events(gained))
  await emitWebhooks(context, 'grant.removed', events(lost))
}
