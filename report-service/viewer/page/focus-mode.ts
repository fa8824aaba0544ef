// Focus mode: one visual in a dialog over the page, as large as the window.
import type { Speech } from '../phrases/speech.ts'
import { h, icon } from './element.ts'
import type { VisualFrame } from './visual-frame.ts'

export type FocusMode = { isOn: () => boolean; open: (frame: VisualFrame) => void; close: () => void }

export function createFocusMode(stage: HTMLElement, speech: Speech): FocusMode {
  let end: (() => void) | null = null

  function open(frame: VisualFrame): void {
    const { unfocus } = speech.phrases
    const back = h('button', { type: 'button', class: 'button back', onclick: () => close() }, icon('unfocus'), unfocus)
    const dialog = h('dialog', { class: 'enlarged' }, back)
    const place = document.createComment('')
    frame.element.replaceWith(place)
    dialog.append(frame.element)
    stage.append(dialog)
    frame.setEnlarged(true)
    dialog.addEventListener('close', () => close())
    dialog.showModal()
    end = () => {
      frame.setEnlarged(false)
      place.replaceWith(frame.element)
      dialog.remove()
      frame.element.querySelector<HTMLElement>('.enlarge')?.focus()
    }
  }

  function close(): void {
    const present = end
    end = null
    present?.()
  }

  return { isOn: () => end !== null, open, close }
}
