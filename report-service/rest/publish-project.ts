import { randomUUID } from 'node:crypto'
import { access, readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import * as z from 'zod'
import { buildDatabase } from '../model/build-database.ts'
import type { SemanticModel } from '../model/model.ts'
import { readSemanticModel } from '../model/read-tmdl.ts'
import { TRANSLATIONS } from '../report/report-files.ts'
import { modelFolderOf, readReport, readTranslations } from '../report/read-report.ts'
import type { Catalogue, Dataset, Refresh, Report } from './catalogue.ts'
import { upsert } from './catalogue.ts'
import { processIdentity } from './process-identity.ts'
import type { CatalogueFile } from './catalogue-file.ts'
import { deterministicId } from './deterministic-id.ts'
import { type Excerpt, reduceTo } from './report-excerpt.ts'
import type { Kind, VersionStore } from './version-store.ts'
import { copyFolder } from './version-store.ts'

/** Inside a version of a data set: the copy of the model's folder, and the database with its rows. */
export const MODEL_FOLDER = 'model'
export const DATABASE_FILE = 'model.duckdb'

export type Publishing = { catalogue: CatalogueFile; versions: VersionStore; now: () => number }

/**
 * A project to publish. `fingerprint`: digest of the folder's content (`fingerprintOf`). `excerpts`: the reports to publish in place of all
 * reports of the folder.
 */
export type Project = {
  folder: string
  workspaceId: string
  fingerprint: string
  excerpts?: readonly Excerpt[] | null
}

/**
 * Publishes a Power BI project, a folder with `X.SemanticModel` and `Y.Report` folders, into an existing workspace.
 * Publishing again replaces models and reports with the same name; their ids are derived from workspace and name
 * (`datasetIdOf`, `reportIdOf`). If any part fails, nothing changes.
 */
export async function publishProject(to: Publishing, project: Project): Promise<void> {
  const names = await readdir(project.folder)
  const inProject = (ending: string) =>
    names.filter((name) => name.endsWith(ending)).map((name) => join(project.folder, name))
  const datasets: Dataset[] = []
  const reports: Report[] = []
  try {
    for (const folder of inProject('.SemanticModel')) datasets.push(await publishModel(to, folder, project))
    for (const source of sourcesOf(inProject('.Report'), project.excerpts ?? null)) {
      reports.push(await publishReport(to, source, project.workspaceId, datasets))
    }
    const outdated = await makeCurrent(to, project, datasets, reports)
    for (const { kind, id, version } of outdated) await to.versions.remove(kind, id, version)
  } catch (error) {
    for (const { id, version } of datasets) await to.versions.remove('models', id, version)
    for (const { id, version } of reports) await to.versions.remove('reports', id, version)
    throw error
  }
}

type Outdated = { kind: Kind; id: string; version: string }

/** Makes the new versions current in one change of the catalogue. Returns the versions that are no longer needed. */
async function makeCurrent(
  to: Publishing,
  project: Project,
  datasets: Dataset[],
  reports: Report[],
): Promise<Outdated[]> {
  let outdated: Outdated[] = []
  await to.catalogue.update((catalogue) => {
    outdated = [
      ...outdatedOf('models', catalogue.datasets, datasets),
      ...outdatedOf('reports', catalogue.reports, reports),
    ]
    return withPublished(catalogue, project, datasets, reports)
  })
  return outdated
}

/** Adds a completed refresh to the history. Publishing loads the rows, so it counts as the first refresh. */
function withHistory(catalogue: Catalogue, dataset: Dataset): Dataset {
  const before = catalogue.datasets.find(({ id }) => id === dataset.id)
  const loaded: Refresh = {
    requestId: randomUUID(),
    status: 'Completed',
    startedAt: dataset.createdAt,
    endedAt: dataset.refreshedAt,
    owner: processIdentity(),
    failure: null,
  }
  return { ...dataset, refreshes: [loaded, ...(before?.refreshes ?? [])] }
}

type Versioned = { id: string; version: string; previous: string | null }

function outdatedOf(kind: Kind, before: Versioned[], now: Versioned[]): Outdated[] {
  const replaced = before.filter((each) => now.some(({ id }) => id === each.id))
  return replaced.flatMap(({ id, previous }) => (previous === null ? [] : [{ kind, id, version: previous }]))
}

function withPrevious<Entry extends Versioned>(before: Entry[], now: Entry[]): Entry[] {
  return now.map((entry) => ({ ...entry, previous: before.find(({ id }) => id === entry.id)?.version ?? null }))
}

export const datasetIdOf = (workspaceId: string, name: string) => deterministicId(workspaceId, `dataset:${name}`)
export const reportIdOf = (workspaceId: string, name: string) => deterministicId(workspaceId, `report:${name}`)

function withPublished(catalogue: Catalogue, project: Project, datasets: Dataset[], reports: Report[]): Catalogue {
  const workspace = catalogue.workspaces.find((each) => each.id === project.workspaceId)
  if (workspace === undefined) throw new Error(`there is no workspace ${project.workspaceId} to publish into`)
  return {
    ...catalogue,
    workspaces: upsert(catalogue.workspaces, [{ ...workspace, project: project.fingerprint }]),
    datasets: upsert(
      catalogue.datasets,
      withPrevious(catalogue.datasets, datasets).map((each) => withHistory(catalogue, each)),
    ),
    reports: upsert(catalogue.reports, withPrevious(catalogue.reports, reports)),
  }
}

async function publishModel(to: Publishing, folder: string, project: Project): Promise<Dataset> {
  const { workspaceId } = project
  const name = await displayName(folder)
  const id = datasetIdOf(workspaceId, name)
  const instant = new Date(to.now()).toISOString()
  const { version, result } = await to.versions.place('models', id, async (aside) => {
    const built = await sameModel(to, name, project)
    if (built === null) return buildModel(aside, folder, folder)
    await copyFolder(built, aside)
    return readSemanticModel(join(aside, MODEL_FOLDER))
  })
  return {
    id,
    workspaceId,
    name,
    source: resolve(folder),
    version,
    previous: null,
    roles: result.roles.map((role) => role.name),
    createdAt: instant,
    refreshedAt: instant,
    refreshes: [],
  }
}

/** The folder of the same model, published from the same files into another workspace. Copying it is faster than building it again. */
async function sameModel(to: Publishing, name: string, project: Project): Promise<string | null> {
  const { workspaces, datasets } = await to.catalogue.read()
  const others = workspaces.filter((each) => each.project === project.fingerprint).map((each) => each.id)
  const same = datasets.find((each) => others.includes(each.workspaceId) && each.name === name)
  // A model that was refreshed later may hold other rows.
  if (same === undefined || same.refreshedAt !== same.createdAt) return null
  const folder = to.versions.folderOf('models', same.id, same.version)
  return (await exists(folder)) ? folder : null
}

/** Fills the folder of a version. Definition and rows may come from different folders; when publishing they come from the same one. */
export async function buildModel(aside: string, definitionFrom: string, rowsFrom: string): Promise<SemanticModel> {
  const copy = join(aside, MODEL_FOLDER)
  await copyFolder(join(definitionFrom, 'definition'), join(copy, 'definition'))
  const rows = join(rowsFrom, 'data')
  if (await exists(rows)) await copyFolder(rows, join(copy, 'data'))
  const model = await readSemanticModel(copy)
  await buildDatabase(model, join(copy, 'data'), join(aside, DATABASE_FILE))
  return model
}

/** The folder of a report to publish, and the part of it that is published; null: the whole report. */
type ReportSource = { folder: string; excerpt: Excerpt | null }

function sourcesOf(folders: string[], excerpts: readonly Excerpt[] | null): ReportSource[] {
  if (excerpts === null) return folders.map((folder) => ({ folder, excerpt: null }))
  return excerpts.map((excerpt) => {
    const folder = folders.find((each) => basename(each) === `${excerpt.of}.Report`)
    if (folder === undefined) throw new Error(`${excerpt.of}: the project has no such report`)
    return { folder, excerpt }
  })
}

async function publishReport(
  to: Publishing,
  { folder, excerpt }: ReportSource,
  workspaceId: string,
  datasets: Dataset[],
): Promise<Report> {
  const named = await modelFolderOf(folder)
  const source = named === null ? null : resolve(folder, named)
  const dataset = datasets.find((each) => each.source === source)
  if (dataset === undefined) throw new Error(`${basename(folder)}: its model is not part of the project`)
  const name = excerpt?.name ?? (await displayName(folder))
  const id = reportIdOf(workspaceId, name)
  const { version } = await to.versions.place('reports', id, async (aside) => {
    await copyFolder(folder, aside)
    if (excerpt !== null) await reduceTo(aside, excerpt)
    const translations = join(folder, '..', TRANSLATIONS)
    if (await exists(translations)) await copyFolder(translations, join(aside, TRANSLATIONS))
    // Reading throws for an unreadable report, so it is not published.
    await readReport(aside, { id, datasetId: dataset.id })
    await readTranslations(aside)
  })
  return { id, workspaceId, datasetId: dataset.id, name, version, previous: null }
}

const platform = z.object({ metadata: z.object({ displayName: z.string().min(1) }) })

/** Display name of the item in the project. Without a `.platform` file, the folder's name. */
async function displayName(folder: string): Promise<string> {
  const path = join(folder, '.platform')
  if (!(await exists(path))) return basename(folder).replace(/\.\w+$/, '')
  return platform.parse(JSON.parse(await readFile(path, 'utf8'))).metadata.displayName
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
