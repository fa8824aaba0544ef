// Drafts and saved versions of a report that is edited in the viewer. A save writes a new version beside the present one, which stays
// as the previous version; nobody reads a version that is written in part. Access is decided by the embed token (viewer-routes.ts).
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EditOperation } from '../report/edit-operations.ts'
import type { ReportDefinition } from '../report/definition.ts'
import { applyOperations, EditRefusal } from '../report/edit-report.ts'
import type { ReportFiles } from '../report/project-files.ts'
import { readReport, ReportReadError } from '../report/read-report.ts'
import { readFiles } from '../report/report-files.ts'
import type { Report } from './catalogue.ts'
import { badRequest, notFound, Refusal } from './refusal.ts'
import type { ServiceContext } from './service-context.ts'
import { copyFolder } from './version-store.ts'

type Ids = Pick<ReportDefinition, 'id' | 'datasetId'>

export type ReportEditing = {
  versionOf(reportId: string): Promise<{ version: string; hasPrevious: boolean }>
  /** The report as its author wrote it, with the changes. */
  draft(report: Ids, operations: EditOperation[]): Promise<ReportDefinition>
  /** Makes the changed report current. 409 if `version` is not the current version. */
  save(report: Ids, version: string, operations: EditOperation[]): Promise<{ version: string }>
  /** Makes the previous version current, and the current one the previous. 409 if there is none. */
  undoSave(report: Ids, version: string): Promise<{ version: string }>
}

const changed = () => new Refusal(409, 'ReportChanged', 'Another version of the report was saved meanwhile.')

export function createReportEditing({
  catalogue,
  versions,
}: Pick<ServiceContext, 'catalogue' | 'versions'>): ReportEditing {
  async function current(id: string): Promise<Report> {
    const found = (await catalogue.read()).reports.find((each) => each.id === id)
    if (found === undefined) throw notFound('The report')
    return found
  }

  const folderOf = ({ id, version }: Pick<Report, 'id' | 'version'>) => versions.folderOf('reports', id, version)

  /** Changes the entry of a report under the lock of the catalogue. `from` must still be the current version. */
  async function makeCurrent(id: string, from: string, change: (report: Report) => Report): Promise<Report> {
    let before: Report | null = null
    await catalogue.update((all) => {
      const found = all.reports.find((each) => each.id === id)
      if (found === undefined) throw notFound('The report')
      if (found.version !== from) throw changed()
      before = found
      return { ...all, reports: all.reports.map((each) => (each.id === id ? change(each) : each)) }
    })
    return before ?? (await current(id))
  }

  /** The last save of each report that has one running. */
  const saves = new Map<string, Promise<unknown>>()

  /** Runs one save of a report at a time in this process: each copies the whole report, and only the first of several for one version is stored. */
  async function oneAtATime<Answer>(id: string, save: () => Promise<Answer>): Promise<Answer> {
    const turn = (saves.get(id) ?? Promise.resolve()).then(save, save)
    saves.set(id, turn)
    try {
      return await turn
    } finally {
      if (saves.get(id) === turn) saves.delete(id)
    }
  }

  async function saveInTurn(report: Ids, version: string, operations: EditOperation[]): Promise<{ version: string }> {
    const present = await current(report.id)
    if (present.version !== version) throw changed()
    const folder = folderOf(present)
    await mustBeProject(folder)
    const placed = await versions.place('reports', report.id, (aside) =>
      refusing(async () => {
        await copyFolder(folder, aside)
        const before = await readFiles(aside)
        await writeFiles(aside, before, applyOperations(before, operations))
        // What readers could not open is not stored.
        await readReport(aside, report)
      }),
    )
    try {
      const before = await makeCurrent(report.id, version, (each) => ({
        ...each,
        version: placed.version,
        previous: version,
      }))
      if (before.previous !== null) await versions.remove('reports', report.id, before.previous)
    } catch (error) {
      await versions.remove('reports', report.id, placed.version)
      throw error
    }
    return { version: placed.version }
  }

  return {
    async versionOf(id) {
      const { version, previous } = await current(id)
      return { version, hasPrevious: previous !== null }
    },
    async draft(report, operations) {
      const folder = folderOf(await current(report.id))
      if (operations.length > 0) await mustBeProject(folder)
      return refusing(() => readReport(folder, report, (files) => applyOperations(files, operations)))
    },
    save: (report, version, operations) => oneAtATime(report.id, () => saveInTurn(report, version, operations)),
    undoSave: ({ id }, version) =>
      oneAtATime(id, async () => {
        const { previous } = await current(id)
        if (previous === null) throw changed()
        await makeCurrent(id, version, (each) => ({ ...each, version: previous, previous: version }))
        return { version: previous }
      }),
  }
}

/** The legacy format of one file is read, and never written. */
async function mustBeProject(folder: string): Promise<void> {
  const isProject = await stat(join(folder, 'definition', 'pages')).then(
    () => true,
    () => false,
  )
  if (!isProject) throw new Refusal(400, 'LegacyFormat', 'A report in the legacy format cannot be edited.')
}

async function refusing<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof EditRefusal || error instanceof ReportReadError) throw badRequest(error.message)
    throw error
  }
}

/** Writes the files that differ. Names of new folders were checked with the question (viewer-questions.ts). */
async function writeFiles(folder: string, before: ReportFiles, after: ReportFiles): Promise<void> {
  const pages = join(folder, 'definition', 'pages')
  if (after.order !== before.order) await writeJson(join(pages, 'pages.json'), after.order)
  for (const page of before.pages)
    if (!after.pages.some((each) => each.folder === page.folder))
      await rm(join(pages, page.folder), { recursive: true, force: true })
  for (const page of after.pages) {
    const old = before.pages.find((each) => each.folder === page.folder)
    if (old === page) continue
    const home = join(pages, page.folder)
    if (old?.file !== page.file) await writeJson(join(home, 'page.json'), page.file, home)
    await writeVisuals(join(home, 'visuals'), old?.containers ?? [], page.containers)
  }
}

type Containers = ReportFiles['pages'][number]['containers']

async function writeVisuals(home: string, before: Containers, after: Containers): Promise<void> {
  for (const old of before)
    if (!after.some((each) => each.folder === old.folder))
      await rm(join(home, old.folder), { recursive: true, force: true })
  for (const container of after) {
    const old = before.find((each) => each.folder === container.folder)
    const place = join(home, container.folder)
    if (old?.file !== container.file) await writeJson(join(place, 'visual.json'), container.file, place)
  }
}

async function writeJson(path: string, content: unknown, within?: string): Promise<void> {
  if (within !== undefined) await mkdir(within, { recursive: true, mode: 0o700 })
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`)
}
