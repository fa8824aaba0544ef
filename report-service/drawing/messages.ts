// The messages between the service and the thread that draws an export. The thread asks for rows as the viewer does, and the service answers
// under the identity of the export: the thread has no database, no token and no network.
// Next: draw-thread.ts (the thread), ../rest/draw-export.ts (the service).
import type { ReportDefinition, ReportFilter } from '../report/definition.ts'
import type { VisualAnswer, VisualQuestion } from '../report/viewer-calls.ts'

export const drawingFormats = ['PDF', 'PNG', 'PPTX'] as const
export type DrawingFormat = (typeof drawingFormats)[number]

/** Of a written file. `.zip`: several pictures. */
export type DrawnExtension = '.pdf' | '.png' | '.zip' | '.pptx'

export type DrawingJob = {
  report: ReportDefinition
  /** Names of the pages, in their order. */
  pages: string[]
  format: DrawingFormat
  /** Language of the words and of the numbers, such as `pt-BR`. */
  locale: string
  /** A captured state of the viewer, with filters and orders; null: as the report file says. */
  state: string | null
  /** Filters of the host, beside those of the report or of the state. */
  filters: ReportFilter[]
  /** The colour for a report without colours of its own; null: the service's. */
  brand: string | null
  /** A text across each page; null: none. */
  watermark: string | null
  /** The person for whom the file is; null: not named. */
  reader: string | null
  /** ISO 8601 UTC; empty: unknown. */
  refreshedAt: string
  /** Milliseconds since 1970. */
  now: number
}

export type ToThread =
  | { kind: 'answer'; id: number; answer: VisualAnswer }
  | { kind: 'refusal'; id: number; code: string }

export type FromThread =
  | { kind: 'question'; id: number; question: VisualQuestion }
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'file'; bytes: Uint8Array; extension: DrawnExtension }
  /** `reason`: a code, for the log and the answer. */
  | { kind: 'failed'; reason: 'InvalidBookmark' | 'NoPage' | 'FileTooLarge' }
