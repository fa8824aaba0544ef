/** The fields of a form that say what is asked, and whether it is complete. */
export function sourceOf({ report_id, workspace_id, service_dataset_id }: Record<string, unknown>) {
  const dataset = typeof service_dataset_id === 'string' && service_dataset_id !== '' ? service_dataset_id : null
  const isChosen = typeof report_id === 'string' || (typeof workspace_id === 'string' && dataset !== null)
  return { source: { report_id, workspace_id, service_dataset_id: dataset }, isChosen }
}
