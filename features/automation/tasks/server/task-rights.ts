// Which data the caller may ask in a task.
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { type Actor, may } from '#platform/server/session/actor.ts'
import type { TaskSource } from '../contract.ts'
import { datasetPermission, taskDataOf } from './task-data.ts'

/** Refuses a data set without a report to a caller who may not list what the accounts reach: it has no row-level security. */
export function mustAskData({ workspace_id }: Pick<TaskSource, 'workspace_id'>, actor: Actor): void {
  if (workspace_id !== null && !may(actor, datasetPermission)) fail('access.functionality_refused')
}

/** The data that the caller may ask now. A report or a workspace that they do not see answers 404. */
export async function ownData(db: Database, source: TaskSource, actor: Actor) {
  mustAskData(source, actor)
  const { userId: id, profile, email } = actor
  const data = await taskDataOf(db, source, { id, profile, email, asksAccounts: may(actor, datasetPermission) })
  if ('refusal' in data && data.refusal === 'report_gone') fail('report.missing')
  if ('refusal' in data && data.refusal === 'dataset_gone') fail('call.not_found')
  return data
}
