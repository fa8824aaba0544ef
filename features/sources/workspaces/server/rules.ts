import type { Dashboard, Dataset, Report, Tile } from '#powerbi/server/power-bi.ts'
import type { ServiceReport } from '../contract.ts'

/** Reports that can be published, ordered by name. A report without a data set (a paginated report) cannot be embedded. */
export function publishable(
  reports: Report[],
  datasets: Dataset[],
  published: ReadonlyMap<string, string>,
): ServiceReport[] {
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
          published_as: published.get(id) ?? null,
        },
      ]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

type DatasetUser = { service_dataset_id: string; id: string; name: string; people: number }

/** Data sets by name, each with the reports of the portal that read it. */
export const usedBy = (datasets: Dataset[], users: DatasetUser[]) =>
  datasets
    .map((dataset) => ({
      service_dataset_id: dataset.id,
      name: dataset.name ?? dataset.id,
      refreshable: dataset.isRefreshable,
      identity_required: dataset.isEffectiveIdentityRequired,
      configured_by: dataset.configuredBy,
      reports: users
        .filter(({ service_dataset_id }) => service_dataset_id === dataset.id)
        .map(({ id, name, people }) => ({ id, name, people })),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

export const byName = (dashboards: Dashboard[]) =>
  dashboards
    .map(({ id, displayName }) => ({ service_dashboard_id: id, name: displayName ?? id }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

type PublishedReport = { id: string; name: string; service_report_id: string }

/** Tiles in the order of the service, with the name of the data set and the published report behind each. */
export function tilesWithSources(tiles: Tile[], datasets: Dataset[], reports: PublishedReport[]) {
  return tiles.map(({ id, title, reportId, datasetId }) => {
    const report = reports.find(({ service_report_id }) => service_report_id === reportId)
    return {
      service_tile_id: id,
      title: title === null || title.trim() === '' ? null : title,
      dataset: datasets.find((dataset) => dataset.id === datasetId)?.name ?? null,
      report: report ? { id: report.id, name: report.name } : null,
    }
  })
}
