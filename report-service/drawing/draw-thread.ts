// The thread that draws one export. It is started by ../rest/draw-export.ts, which limits its memory and its time.
import { parentPort, workerData } from 'node:worker_threads'
import type { Page } from '../report/definition.ts'
import type { VisualAnswer, VisualQuestion } from '../report/viewer-calls.ts'
import { ServiceError } from '../viewer/data/service.ts'
import { deriveTheme, overlayTheme } from '../viewer/page/theme.ts'
import { createSpeech } from '../viewer/phrases/speech.ts'
import { restoreState } from '../viewer/state/bookmark-state.ts'
import { initialState, questionOf, type ViewState } from '../viewer/state/view-state.ts'
import { kindOf } from '../viewer/visuals/registry.ts'
import { drawPage, type Scene } from './draw-page.ts'
import type { Rows } from './draw-visual.ts'
import type { DrawingJob, FromThread, ToThread } from './messages.ts'
import { FONT } from './svg.ts'
import { writeFile } from './write-file.ts'

/** Largest file in bytes. */
const LARGEST = 50 * 1024 * 1024

const notify = (message: FromThread): void => parentPort?.postMessage(message)

const waiting = new Map<number, (rows: VisualAnswer | ServiceError) => void>()
let lastQuestion = 0

parentPort?.on('message', (message: ToThread) => {
  waiting.get(message.id)?.(message.kind === 'answer' ? message.answer : new ServiceError(400, message.code, ''))
  waiting.delete(message.id)
})

function ask(question: VisualQuestion): Promise<Rows> {
  lastQuestion += 1
  const id = lastQuestion
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    notify({ kind: 'question', id, question })
  })
}

async function draw(job: DrawingJob): Promise<void> {
  const { report } = job
  const restored = job.state === null ? initialState(report) : restoreState(report, job.state)
  if (!restored) return notify({ kind: 'failed', reason: 'InvalidBookmark' })
  const state: ViewState = { ...restored, reportFilters: [...restored.reportFilters, ...job.filters] }
  const pages = job.pages.flatMap((name) => report.pages.filter((page) => page.name === name))
  if (pages.length === 0) return notify({ kind: 'failed', reason: 'NoPage' })
  const theme = deriveTheme(overlayTheme(report.theme, job.brand && { themeJson: { brand: job.brand } }))
  const context = {
    ...job,
    state,
    // The writers have one font.
    theme: { ...theme, fontFamily: FONT },
    speech: createSpeech(job.locale, job.locale),
  }
  const scenes: Scene[] = []
  for (const page of pages) {
    scenes.push(drawPage(page, await rowsOf(page, state), context))
    notify({ kind: 'progress', done: scenes.length, of: pages.length })
  }
  const language = context.speech.language
  const file = await writeFile(job.format, scenes, { title: report.name, language, now: job.now })
  if (file.bytes.length > LARGEST) return notify({ kind: 'failed', reason: 'FileTooLarge' })
  notify({ kind: 'file', ...file })
}

async function rowsOf(page: Page, state: ViewState): Promise<ReadonlyMap<string, Rows>> {
  const visuals = page.visuals.filter((visual) => !visual.isHidden && kindOf(visual).asks === 'rows')
  return new Map(
    await Promise.all(
      visuals.map(async (visual) => [visual.name, await ask(questionOf(state, page, visual))] as const),
    ),
  )
}

await draw(workerData as DrawingJob)
// The thread would wait for further answers.
parentPort?.close()
