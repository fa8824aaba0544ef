import { join } from 'node:path'
import { type AnswerCache, createAnswerCache, sizeOfRows } from '../dax/answer-cache.ts'
import { ANSWER_LIMITS, DamagedDatabase, openEngine } from '../dax/engine.ts'
import type { Engine, QueryResult } from '../dax/engine.ts'
import { readSemanticModel } from '../model/read-tmdl.ts'
import type { ReportDefinition } from '../report/definition.ts'
import { readReport, readTranslations } from '../report/read-report.ts'
import { pickTranslation, translateReport } from '../report/translate-report.ts'
import type { CatalogueFile } from './catalogue-file.ts'
import { DATABASE_FILE, MODEL_FOLDER } from './publish-project.ts'
import { beingRebuilt, notFound } from './refusal.ts'
import type { VersionStore } from './version-store.ts'

/** Models and reports that this process has open, each at the current version of the catalogue. */
export type OpenModels = {
  engineOf(datasetId: string): Promise<Engine>
  /** `accepted`: an `Accept-Language` header; null, or a language without translation, gives the report as its author wrote it. */
  reportOf(reportId: string, accepted: string | null): Promise<ReportDefinition>
  /** The report as its author wrote it, and its translations by language. */
  languagesOf(reportId: string): Promise<LocalReport>
  /** Data sets that cannot be read until they are rebuilt. */
  damaged(): string[]
  close(): Promise<void>
}

/** Time before a data set that could not be rebuilt is tried again. */
const REBUILD_PAUSE_MS = 10_000

/** Time before an old engine is closed. Longer than any query, so no running query loses its engine. */
const GRACE_MS = 120_000

type Held<Thing> = { version: string; thing: Promise<Thing> }

/** `rebuild` builds a data set's database again. It throws if it could not. */
export function createOpenModels(
  catalogue: CatalogueFile,
  versions: VersionStore,
  rebuild: (datasetId: string) => Promise<void>,
): OpenModels {
  const answers = createAnswerCache<QueryResult>(ANSWER_LIMITS, sizeOfRows)
  const damaged = new Set<string>()
  const engines = new Map<string, Held<Engine>>()
  const reports = new Map<string, Held<LocalReport>>()
  const retiring = new Map<NodeJS.Timeout, Promise<Engine>>()

  function retire(engine: Promise<Engine>): void {
    const timer = setTimeout(() => {
      retiring.delete(timer)
      void closeEngine(engine)
    }, GRACE_MS)
    timer.unref()
    retiring.set(timer, engine)
  }

  /** Converts an error. A damaged database is rebuilt, once at a time; until then the data set answers 503. */
  function repaired(datasetId: string, error: unknown): unknown {
    if (!(error instanceof DamagedDatabase)) return error
    if (damaged.has(datasetId)) return beingRebuilt()
    damaged.add(datasetId)
    const old = engines.get(datasetId)
    engines.delete(datasetId)
    if (old !== undefined) retire(old.thing)
    const end = () => void damaged.delete(datasetId)
    rebuild(datasetId).then(end, () => setTimeout(end, REBUILD_PAUSE_MS).unref())
    return beingRebuilt()
  }

  async function openRepaired(datasetId: string, folder: string): Promise<Engine> {
    const fail = (error: unknown): never => {
      throw repaired(datasetId, error)
    }
    const engine = await openModel(folder, answers).catch(fail)
    return { ...engine, query: (dax, options) => engine.query(dax, options).catch(fail) }
  }

  async function languagesOf(reportId: string): Promise<LocalReport> {
    const report = (await catalogue.read()).reports.find((each) => each.id === reportId)
    if (report === undefined) throw notFound('The report')
    const folder = versions.folderOf('reports', reportId, report.version)
    return getOrOpen(
      reports,
      reportId,
      report.version,
      () => openReport(folder, { id: reportId, datasetId: report.datasetId }),
      () => {},
    )
  }

  return {
    damaged: () => [...damaged],
    async engineOf(datasetId) {
      if (damaged.has(datasetId)) throw beingRebuilt()
      const dataset = (await catalogue.read()).datasets.find((each) => each.id === datasetId)
      if (dataset === undefined) throw notFound('The data set')
      const folder = versions.folderOf('models', datasetId, dataset.version)
      return getOrOpen(engines, datasetId, dataset.version, () => openRepaired(datasetId, folder), retire)
    },
    async reportOf(reportId, accepted) {
      const { original, translated } = await languagesOf(reportId)
      return pickTranslation(translated, accepted) ?? original
    },
    languagesOf,
    async close() {
      for (const timer of retiring.keys()) clearTimeout(timer)
      await Promise.all(
        [...retiring.values(), ...[...engines.values()].map((openThings) => openThings.thing)].map(closeEngine),
      )
    },
  }
}

export type LocalReport = { original: ReportDefinition; translated: ReadonlyMap<string, ReportDefinition> }

async function openReport(folder: string, ids: { id: string; datasetId: string }): Promise<LocalReport> {
  const original = await readReport(folder, ids)
  const translations = [...(await readTranslations(folder))]
  return {
    original,
    translated: new Map(translations.map(([language, each]) => [language, translateReport(original, each)])),
  }
}

async function openModel(folder: string, answers: AnswerCache<QueryResult>): Promise<Engine> {
  return openEngine(await readSemanticModel(join(folder, MODEL_FOLDER)), join(folder, DATABASE_FILE), answers)
}

/** Returns the open object of this version. Concurrent callers share one opening; after a failure the next caller tries again. */
async function getOrOpen<Thing>(
  openThings: Map<string, Held<Thing>>,
  id: string,
  version: string,
  open: () => Promise<Thing>,
  retire: (old: Promise<Thing>) => void,
): Promise<Thing> {
  const known = openThings.get(id)
  if (known?.version === version) return known.thing
  const opened: Held<Thing> = { version, thing: open() }
  openThings.set(id, opened)
  if (known !== undefined) retire(known.thing)
  opened.thing.catch(() => {
    if (openThings.get(id) === opened) openThings.delete(id)
  })
  return opened.thing
}

async function closeEngine(engine: Promise<Engine>): Promise<void> {
  await engine.then(
    (open) => open.close(),
    () => null, // it never opened
  )
}
