import type { ReceivedOf } from '#platform/contract/call.ts'
import type { ImportState, readImport } from '../contract.ts'

export type Import = ReceivedOf<typeof readImport>

export const steps = ['upload', 'map', 'review', 'run', 'results'] as const
export type ImportStep = (typeof steps)[number]

/** The step of the wizard for a state on the server. */
export const stepOf = {
  mapping: 'map',
  review: 'review',
  running: 'run',
  paused: 'run',
  undoing: 'run',
  done: 'results',
  cancelled: 'results',
  undone: 'results',
} as const satisfies Record<ImportState, ImportStep>
