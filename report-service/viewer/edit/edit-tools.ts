// What the panel and the gestures of the editor read and change.
import type { EditOperation } from '../../report/edit-operations.ts'
import type { DraftAnswer } from '../../report/viewer-calls.ts'
import type { Viewing } from '../viewing.ts'

export type EditTools = {
  viewing: () => Viewing
  answer: () => DraftAnswer
  chosen: () => string | null
  choose: (visual: string | null) => void
  change: (operation: EditOperation) => void
}
