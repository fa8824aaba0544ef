// The data that a task asks: of a report as a person opens it, or of a data set as its account. Next: readers.ts (who is told).
import type { Database } from '#platform/server/database/kysely.ts'
import { dataOf, dataOfDataset, type ReportData } from '#features/reports/dax-queries/server/commands.ts'
import type { TaskSource } from '../contract.ts'

/** `asksAccounts`: the person may list what the accounts of the business unit reach, and so ask it. */
type Person = { id: string; profile: string; email: string; asksAccounts: boolean }

/** The permission of people who may ask a data set without a report. */
export const datasetPermission = 'workspace.read'

/** Reads how a person may ask the data of a task now. */
export async function taskDataOf(
  db: Database,
  { report_id, workspace_id, service_dataset_id }: TaskSource,
  { asksAccounts, ...person }: Person,
): Promise<ReportData | { refusal: 'report_gone' | 'dataset_gone' | 'right_lost' | 'identity' }> {
  if (report_id !== null) {
    const data = await dataOf(db, report_id, person)
    if ('refusal' in data) return { refusal: data.refusal === 'missing' ? 'report_gone' : data.refusal }
    return data
  }
  if (service_dataset_id === null) return { refusal: 'report_gone' }
  if (workspace_id === null) return { refusal: 'dataset_gone' }
  if (!asksAccounts) return { refusal: 'right_lost' }
  const data = await dataOfDataset(db, workspace_id, service_dataset_id)
  return 'refusal' in data ? { refusal: 'dataset_gone' } : data
}
