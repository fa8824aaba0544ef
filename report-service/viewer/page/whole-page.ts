// Content of the frame without a report: the loading indicator, and the message if the report could not be opened.
import type { ServiceError } from '../data/service.ts'
import type { Speech } from '../phrases/speech.ts'
import { h, icon } from './element.ts'

export function showLoading(root: HTMLElement, speech: Speech): void {
  const bars = Array.from({ length: 4 }, () => h('i'))
  root.replaceChildren(
    h('div', { class: 'whole-page is-loading', role: 'status', 'aria-label': speech.phrases.loading }, ...bars),
  )
}

/** `fault` null: show nothing, because the host shows the error itself. */
export function showFailure(root: HTMLElement, speech: Speech, fault: ServiceError | null, retry: () => void): void {
  if (fault === null) return root.replaceChildren()
  const { phrases } = speech
  root.replaceChildren(
    h(
      'div',
      { class: 'whole-page', role: 'alert' },
      icon('warning'),
      h('h1', {}, phrases.reportFailed),
      h('p', {}, phrases[sentenceOf(fault)]),
      h('button', { type: 'button', class: 'button', onclick: retry }, phrases.retry),
    ),
  )
}

function sentenceOf({
  status,
  code,
}: ServiceError): 'reportExpired' | 'reportForbidden' | 'reportNotFound' | 'reportRebuilding' | 'reportUnreachable' {
  if (code === 'TokenExpired') return 'reportExpired'
  if (code === 'DatasetBeingRebuilt') return 'reportRebuilding'
  if (status === 401 || status === 403) return 'reportForbidden'
  return status === 404 ? 'reportNotFound' : 'reportUnreachable'
}
