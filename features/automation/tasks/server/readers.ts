// The addressees of tasks, and with which identity each of them may have the data now.
import type { Database } from '#platform/server/database/kysely.ts'
import { type Reader, readersOf, workersAmong } from '#features/reports/dax-queries/server/commands.ts'
import type { RawBuilder } from 'kysely'
import { peopleOf } from './recipients-store.ts'
import * as store from './store.ts'

type Asked = { task_id: string; report_id: string | null; workspace_id: string | null }

/** The readers among the addressees of some tasks, by task. The rights of a report are read once for all of its tasks. */
export async function readersOfTasks(db: Database, tasks: readonly Asked[]): Promise<Map<string, Reader[]>> {
  if (tasks.length === 0) return new Map()
  const addressees = await store.addresseesOf(
    db,
    tasks.map(({ task_id }) => task_id),
  )
  return readersAmong(
    db,
    tasks.map((task) => ({ ...task, userIds: addressees.get(task.task_id) ?? [] })),
  )
}

/** The readers among some people of each task, by task. */
export async function readersAmong(
  db: Database,
  tasks: readonly (Asked & { userIds: readonly string[] })[],
): Promise<Map<string, Reader[]>> {
  const found = new Map<string, Reader[]>()
  // A task whose report or workspace was removed has no readers.
  const asking = tasks.filter(({ report_id, workspace_id }) => report_id !== null || workspace_id !== null)
  const byReport = Map.groupBy(asking, ({ report_id }) => report_id)
  for (const [report_id, alike] of byReport) {
    const userIds = [...new Set(alike.flatMap((task) => task.userIds))]
    if (userIds.length === 0) continue
    const among = peopleOf(userIds)
    const readers = await readersOfSource(db, report_id, among)
    const byId = new Map(readers.map((reader) => [reader.user_id, reader]))
    for (const { task_id, userIds: own } of alike)
      found.set(
        task_id,
        own.flatMap((userId) => byId.get(userId) ?? []),
      )
  }
  return found
}

/** The readers among some people of a report, or of a data set without a report. */
export const readersOfSource = (
  db: Database,
  reportId: string | null,
  among: RawBuilder<{ user_id: string }>,
): Promise<Reader[]> => (reportId === null ? workersAmong(db, among) : readersOf(db, reportId, among))
