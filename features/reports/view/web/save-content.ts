// Saving the content of a report. The edit token of the frame outlives the permission, and the service does not know the portal's people.

export type SaveFault = 'refused' | 'conflict' | 'failed'

/** Saves when the person may still edit. Returns why it did not; null after a save. */
export async function saveContent(
  report: { save(): Promise<unknown> },
  mayEdit: () => Promise<boolean>,
): Promise<SaveFault | null> {
  try {
    if (!(await mayEdit())) return 'refused'
    await report.save()
    return null
  } catch (error) {
    return isConflict(error) ? 'conflict' : 'failed'
  }
}

/** The service refuses a save over that of another person. */
const isConflict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'message') === 'ReportChanged'
