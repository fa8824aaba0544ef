// The editor of an open report: keeps the list of changes, asks the service for the changed definition, and has it drawn again.
// Readers never load it. What a change does is decided by the service. Next: edit-panel.ts, canvas-gestures.ts,
// ../../report/edit-report.ts.
import './editor.css'
import { MAX_OPERATIONS } from '../../contract/editable-types.ts'
import type { EditOperation } from '../../report/edit-operations.ts'
import type { DraftAnswer } from '../../report/viewer-calls.ts'
import { type Service, ServiceError } from '../data/service.ts'
import type { Speech } from '../phrases/speech.ts'
import { findPage, findVisual } from '../state/view-state.ts'
import type { Viewing } from '../viewing.ts'
import { canvasGestures } from './canvas-gestures.ts'
import { createEditPanel } from './edit-panel.ts'
import type { EditTools } from './edit-tools.ts'
import { editPhrases } from './phrases.ts'

export type Editor = {
  isDirty: () => boolean
  /** Stores the changes; false: there were none. Throws ServiceError: 409 if another version was saved meanwhile. The changes stay. */
  save: () => Promise<boolean>
  /** Marks the visuals of the open page after the viewing has drawn. */
  decorate: () => void
  dispose: () => void
}

type EditorOptions = {
  root: HTMLElement
  service: Service
  speech: Speech
  /** Draws the report of an answer in place of the present one. */
  redraw: (answer: DraftAnswer) => Viewing
}

/** Opens the editor: the report is drawn as its author wrote it, without a translation. */
export async function openEditor(
  { root, service, speech, redraw }: EditorOptions,
  signal: AbortSignal,
): Promise<Editor> {
  const phrases = editPhrases(speech.language)
  let operations: EditOperation[] = []
  let undone: EditOperation[] = []
  let notice: string | null = null
  let isBehind = false
  let chosen: string | null = null
  let answer = await service.draft({ operations }, signal)
  service.setDraft(operations)
  root.classList.add('is-edited')
  let viewing = redraw(answer)
  /** Changes are asked for one after the other, so that none is drawn over a later one. */
  let last: Promise<unknown> = Promise.resolve()

  const tools: EditTools = {
    viewing: () => viewing,
    answer: () => answer,
    chosen: () => chosen,
    choose: (visual) => {
      if (visual === chosen) return
      chosen = visual
      show()
    },
    change: (operation) => {
      if (operations.length < MAX_OPERATIONS) attempt([...operations, operation], [])
    },
  }
  const gestures = canvasGestures(root, tools, { undo, redo })
  const panel = createEditPanel(phrases, tools, { undo, redo, undoSave, join })

  function attempt(next: EditOperation[], nextUndone: EditOperation[]): void {
    const before = [operations, undone] as const
    operations = next
    undone = nextUndone
    last = last.then(draw).catch((error: unknown) => {
      if (signal.aborted) return
      // A change that the service refuses is taken back; one that it could not answer as well.
      if (operations === next) [operations, undone] = before
      refusedBy(error)
      show()
    })
  }

  async function draw(): Promise<void> {
    const requested = operations
    const { version } = answer
    const drafted = await service.draft({ operations: requested }, signal)
    if (signal.aborted || requested !== operations) return
    // The draft is of the version that it began with: the changes of another editor are never overwritten.
    answer = operations.length > 0 ? { ...drafted, version } : drafted
    setBehind(drafted.version !== answer.version)
    service.setDraft(operations)
    const keepPlace = panel.keepPlace()
    viewing = redraw(answer)
    show()
    keepPlace()
  }

  function setBehind(is: boolean): void {
    isBehind = is
    notice = is ? phrases.changed : null
  }

  function refusedBy(error: unknown): void {
    setBehind(error instanceof ServiceError && error.code === 'ReportChanged')
    notice ??= phrases.failed
  }

  /** Puts the changes on top of the version that another editor saved. What both changed is as this editor left it. */
  function join(): void {
    last = service
      .draft({ operations }, signal)
      .then((drafted) => {
        answer = drafted
        setBehind(false)
        return draw()
      })
      .catch((error: unknown) => {
        if (signal.aborted) return
        refusedBy(error)
        show()
      })
  }

  function undo(): void {
    const operation = operations.at(-1)
    if (operation) attempt(operations.slice(0, -1), [...undone, operation])
  }

  function redo(): void {
    const operation = undone.at(-1)
    if (operation) attempt([...operations, operation], undone.slice(0, -1))
  }

  function undoSave(): void {
    if (operations.length > 0) return
    last = service
      .undoSave({ version: answer.version }, signal)
      .then(() => {
        service.forget()
        return draw()
      })
      .catch((error: unknown) => {
        if (signal.aborted) return
        refusedBy(error)
        show()
      })
  }

  function show(): void {
    const page = findPage(answer.report, viewing.state().page)
    if (chosen !== null && !findVisual(page, chosen)) chosen = null
    panel.show({ canUndo: operations.length > 0, canRedo: undone.length > 0, isBehind, notice })
    if (panel.element.parentElement !== root) root.append(panel.element)
    gestures.decorate()
  }

  show()
  return {
    isDirty: () => operations.length > 0,
    async save() {
      await last
      if (operations.length === 0) return false
      const saved = operations
      try {
        const { version } = await service.save({ version: answer.version, operations: saved }, signal)
        answer = { ...answer, version, hasPrevious: true }
        operations = operations === saved ? [] : operations.slice(saved.length)
        undone = []
        service.forget()
        service.setDraft(operations)
        setBehind(false)
        return true
      } catch (error) {
        refusedBy(error)
        throw error
      } finally {
        if (!signal.aborted) show()
      }
    },
    decorate: show,
    dispose() {
      gestures.dispose()
      panel.element.remove()
      root.classList.remove('is-edited')
      service.setDraft(null)
    },
  }
}
