import type { Dataset, Report } from '#powerbi/server/power-bi.ts'
import type { ServiceReport } from '../contract.ts'

/** Reports that can be published, ordered by name. A report without a data set (a paginated report) cannot be embedded. */
export function publishable(reports: Report[], datasets: Dataset[], published: Set<string>): ServiceReport[] {
  const byId = new Map(datasets.map((dataset) => [dataset.id, dataset]))
  return reports
    .flatMap(({ id, name, datasetId }): ServiceReport[] => {
      if (datasetId === null) return []
      const dataset = byId.get(datasetId)
      return [
        {
          service_report_id: id,
          name: name ?? id,
          service_dataset_id: datasetId,
          dataset: dataset?.name ?? null,
          identity_required: dataset?.isEffectiveIdentityRequired ?? null,
          roles_required: dataset?.isEffectiveIdentityRolesRequired ?? null,
          published: published.has(id),
        },
      ]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
