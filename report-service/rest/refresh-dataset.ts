import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalogue, Dataset, Refresh } from './catalogue.ts'
import { upsert } from './catalogue.ts'
import { isRunning, processIdentity } from './process-identity.ts'
import { buildModel, MODEL_FOLDER } from './publish-project.ts'
import type { Publishing } from './publish-project.ts'
import { badRequest } from './refusal.ts'

/** Number of refreshes kept in the history. Power BI shows 60 too. */
const REMEMBERED = 60

export type Refreshing = Publishing & { failed: (datasetId: string, error: unknown) => void }

/**
 * Starts to read the rows of a data set again. Returns the id of the refresh and a promise for its end.
 * Readers keep the old version until the new one is complete. Throws a Refusal 400 while another refresh runs.
 */
export async function startRefresh(
  refreshing: Refreshing,
  datasetId: string,
): Promise<{ requestId: string; ended: Promise<void> }> {
  const requestId = randomUUID()
  const begun: Refresh = {
    requestId,
    status: 'Unknown',
    startedAt: new Date(refreshing.now()).toISOString(),
    endedAt: null,
    owner: processIdentity(),
    failure: null,
  }
  await refreshing.catalogue.update((catalogue) =>
    withDataset(catalogue, datasetId, (dataset) => {
      const known = dataset.refreshes.map((each) => orFailed(each))
      if (known.some((each) => each.status === 'Unknown')) throw badRequest('Another refresh is running.')
      return { ...dataset, refreshes: [begun, ...known].slice(0, REMEMBERED) }
    }),
  )
  return { requestId, ended: refresh(refreshing, datasetId, requestId) }
}

/** Builds the database of a data set again and waits for it. Throws if the rows could not be loaded or another refresh runs. */
export async function rebuildDataset(refreshing: Refreshing, datasetId: string): Promise<void> {
  const before = datasetOf(await refreshing.catalogue.read(), datasetId).version
  const { ended } = await startRefresh(refreshing, datasetId)
  await ended
  if (datasetOf(await refreshing.catalogue.read(), datasetId).version === before)
    throw new Error(`data set ${datasetId} could not be rebuilt`)
}

/** Marks a refresh as failed if its process has ended. */
export function orFailed(refresh: Refresh): Refresh {
  if (refresh.status !== 'Unknown' || isRunning(refresh.owner)) return refresh
  return { ...refresh, status: 'Failed', endedAt: refresh.startedAt, failure: 'ServiceStopped' }
}

async function refresh(refreshing: Refreshing, datasetId: string, requestId: string): Promise<void> {
  try {
    const dataset = datasetOf(await refreshing.catalogue.read(), datasetId)
    const present = join(refreshing.versions.folderOf('models', datasetId, dataset.version), MODEL_FOLDER)
    // A refresh reads rows, not the definition. If the project folder is missing, it reads the copied files.
    const rows = await access(join(dataset.source, 'data')).then(
      () => dataset.source,
      () => present,
    )
    const build = (aside: string) => buildModel(aside, present, rows)
    const { version } = await refreshing.versions.place('models', datasetId, build)
    const outdated = await complete(refreshing, dataset, requestId, version)
    if (outdated !== null) await refreshing.versions.remove('models', datasetId, outdated)
  } catch (error) {
    refreshing.failed(datasetId, error)
    const endedAt = new Date(refreshing.now()).toISOString()
    await refreshing.catalogue.update((catalogue) =>
      withDataset(catalogue, datasetId, (dataset) =>
        withOutcome(dataset, requestId, { status: 'Failed', endedAt, failure: 'ModelRefreshFailed' }),
      ),
    )
  }
}

/** Makes the new version current. Returns the version that is no longer needed. */
async function complete(
  refreshing: Refreshing,
  from: Dataset,
  requestId: string,
  version: string,
): Promise<string | null> {
  const endedAt = new Date(refreshing.now()).toISOString()
  let outdated: string | null = version
  await refreshing.catalogue.update((catalogue) =>
    withDataset(catalogue, from.id, (dataset) => {
      // The model was published during the refresh: the new version was built with an outdated definition.
      if (dataset.version !== from.version) {
        return withOutcome(dataset, requestId, { status: 'Failed', endedAt, failure: 'ModelChanged' })
      }
      outdated = dataset.previous
      const renewed = { ...dataset, version, previous: dataset.version, refreshedAt: endedAt }
      return withOutcome(renewed, requestId, { status: 'Completed', endedAt })
    }),
  )
  return outdated
}

function withOutcome(dataset: Dataset, requestId: string, outcome: Partial<Refresh>): Dataset {
  const refreshes = dataset.refreshes.map((each) => (each.requestId === requestId ? { ...each, ...outcome } : each))
  return { ...dataset, refreshes }
}

function withDataset(catalogue: Catalogue, id: string, change: (dataset: Dataset) => Dataset): Catalogue {
  return { ...catalogue, datasets: upsert(catalogue.datasets, [change(datasetOf(catalogue, id))]) }
}

function datasetOf(catalogue: Catalogue, id: string): Dataset {
  const dataset = catalogue.datasets.find((each) => each.id === id)
  if (dataset === undefined) throw new Error(`data set ${id} is gone`)
  return dataset
}
