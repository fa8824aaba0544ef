// What stands over a visual in place of its drawing: it loads, it still waits, it is empty, or it failed.
import type { Visual } from '../../report/definition.ts'
import type { Speech } from '../phrases/speech.ts'
import type { VisualKind } from '../visuals/renderer.ts'
import { h, icon } from './element.ts'
import { canPass, failureText } from './failure-text.ts'

export type VisualNotice = {
  element: HTMLElement
  hide: () => void
  showSkeleton: () => void
  /** The service takes long. The reader may ask again, which cancels the present request. `isOver`: an old drawing stays visible. */
  showWaiting: (isOver: boolean) => void
  showEmpty: () => void
  /** `isSilent`: the place stays empty. */
  showFailure: (error: unknown, isSilent: boolean) => void
}

type NoticeOptions = { visual: Visual; kind: VisualKind; speech: Speech; onRetry: () => void }

export function visualNotice({ visual, kind, speech, onRetry }: NoticeOptions): VisualNotice {
  const element = h('div', { class: 'visual-notice', hidden: true })
  const show = (...content: Node[]) => {
    element.hidden = false
    element.classList.remove('is-over')
    element.replaceChildren(...content)
  }
  const retryButton = () => h('button', { type: 'button', class: 'button', onclick: onRetry }, speech.phrases.retry)
  return {
    element,
    hide: () => {
      element.hidden = true
      element.replaceChildren()
    },
    showSkeleton: () => {
      if (kind.asks === 'nothing') return
      show(
        h(
          'div',
          { class: `skeleton is-${shapeOf(visual, kind)}`, role: 'status', 'aria-label': speech.phrases.loadingVisual },
          ...Array.from({ length: 6 }, () => h('i')),
        ),
      )
    },
    showWaiting: (isOver) => {
      const { stillWaiting } = speech.phrases
      show(
        h(
          'div',
          { class: 'notice is-waiting' },
          h('b', { class: 'notice-text', title: stillWaiting, role: 'status' }, stillWaiting),
          retryButton(),
        ),
      )
      element.classList.toggle('is-over', isOver)
    },
    showEmpty: () => {
      const { empty, emptyHint } = speech.phrases
      show(h('div', { class: 'notice is-empty' }, icon('empty'), h('b', {}, empty), h('span', {}, emptyHint)))
    },
    showFailure: (error, isSilent) => {
      if (isSilent) return show()
      const text = failureText(error, speech)
      const retry = canPass(error) ? [retryButton()] : []
      // A small frame cuts the text: the whole text is a tooltip, and can be scrolled to when it has the focus.
      const reason = h('b', { class: 'notice-text', title: text, tabindex: 0 }, text)
      show(h('div', { class: 'notice is-failed', role: 'alert' }, icon('warning'), reason, ...retry))
    },
  }
}

function shapeOf(visual: Visual, kind: VisualKind): 'chart' | 'table' | 'slicer' | 'dropdown' | 'card' {
  if (kind.isChart) return 'chart'
  if (/table|matrix/i.test(visual.type)) return 'table'
  if (kind.asks !== 'values') return 'card'
  return visual.slicerMode === 'dropdown' || visual.slicerMode === 'relative' ? 'dropdown' : 'slicer'
}
