// Draws one export in a thread of its own, with limits for memory and time, and answers its questions for rows under the identity of the
// export. A fault of the thread fails this export only.
import { Worker } from 'node:worker_threads'
import type { Engine, Identity } from '../dax/engine.ts'
import { DaxError } from '../dax/errors.ts'
import type { DrawingJob, FromThread, ToThread } from '../drawing/messages.ts'
import { answerVisual } from '../report/answer-visual.ts'
import type { FilterTarget, ReportFilter } from '../report/definition.ts'
import { QueryRefusal } from '../report/query-refusal.ts'
import { namesOf } from '../report/report-columns.ts'
import { formatIn } from '../report/translate-report.ts'
import type { VisualQuestion } from '../report/viewer-calls.ts'
import { isTooLong, visualQuestion } from './viewer-questions.ts'

export type DrawnFile = { bytes: Uint8Array; extension: string }

export type DrawingContext = {
  job: DrawingJob
  engine: Engine
  identity: Identity | null
  /** Columns that filters may name although the report does not show them. */
  filterColumns: FilterTarget[]
  /** Key of the caller for the fair queue of queries. */
  caller: string
  onProgress: (percent: number) => void
}

/** Megabytes of the thread's heap, and the longest time of an export. */
const MEMORY_MB = 384
const LONGEST_MS = 120_000

/** Why an export has no file: a code for its answer. */
export class DrawingFailure extends Error {
  readonly code: string
  constructor(code: string, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

export function drawExport(context: DrawingContext): Promise<DrawnFile> {
  const { job, onProgress } = context
  const aborted = new AbortController()
  const thread = new Worker(new URL('../drawing/draw-thread.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    env: {},
  })
  const answer = async (id: number, question: VisualQuestion) => {
    const reply = await answered(question, context, aborted.signal).then(
      (rows): ToThread => ({ kind: 'answer', id, answer: rows }),
      (error: unknown): ToThread => ({ kind: 'refusal', id, code: codeOf(error) }),
    )
    thread.postMessage(reply)
  }
  const drawn = new Promise<DrawnFile>((resolve, reject) => {
    const timer = setTimeout(() => reject(new DrawingFailure('ExportTimeout')), LONGEST_MS)
    thread.once('error', (fault) => reject(new DrawingFailure('ExportFailed', fault)))
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new DrawingFailure('ExportFailed'))
    })
    thread.on('message', (message: FromThread) => {
      if (message.kind === 'question') void answer(message.id, message.question)
      else if (message.kind === 'progress') onProgress(Math.floor((90 * message.done) / message.of))
      else if (message.kind === 'failed') reject(new DrawingFailure(message.reason))
      else resolve({ bytes: message.bytes, extension: message.extension })
    })
  })
  return drawn.finally(() => {
    aborted.abort()
    void thread.terminate()
  })
}

async function answered(
  question: VisualQuestion,
  { job: { report, filters, now }, engine, identity, caller, filterColumns }: DrawingContext,
  signal: AbortSignal,
) {
  if (isTooLong(question)) throw new DrawingFailure('TooManyValues')
  if (!visualQuestion.safeParse(asSent(question)).success) throw new DrawingFailure('UnsupportedQuery')
  const page = report.pages.find(({ name }) => name === question.page)
  const visual = page?.visuals.find(({ name }) => name === question.visual)
  if (!visual) throw new DrawingFailure('PowerBIEntityNotFound')
  if (!areNamed(question.filters, [...filters.flatMap(targetsOf), ...filterColumns], report))
    throw new DrawingFailure('UnknownField')
  const answer = await answerVisual(engine, visual, question, { identity, caller, signal, now })
  return {
    ...answer,
    columns: answer.columns.map((column) => ({ ...column, formatString: formatIn(report, column.formatString) })),
  }
}

/** As a browser sends it: without the fields that are undefined. */
const asSent = (question: VisualQuestion): unknown => JSON.parse(JSON.stringify(question))

/** A captured state may filter only what the report shows, as in the viewer. The host's own filters may name further columns. */
const areNamed = (question: ReportFilter[], more: FilterTarget[], report: DrawingJob['report']): boolean =>
  question.every(namesOf(report, more).hasAllOf)

const targetsOf = (filter: ReportFilter): FilterTarget[] => (filter.filterType === 6 ? filter.target : [filter.target])

function codeOf(error: unknown): string {
  if (error instanceof QueryRefusal || error instanceof DrawingFailure) return error.code
  if (error instanceof DaxError) return error.code === 'unsupported' ? 'UnsupportedQuery' : 'QueryFailed'
  return 'InternalServerError'
}
