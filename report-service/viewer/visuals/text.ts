// Text boxes, plain shapes, and the message for unsupported visual types.
import { h } from '../page/element.ts'
import type { ViewerTheme } from '../page/theme.ts'
import type { MakeRenderer } from './renderer.ts'
import { colorOn, POINT } from './text-color.ts'

export const makeText: MakeRenderer = (host) => ({
  draw: ({ visual, textScale, theme }) => {
    host.classList.add('text-box')
    const paragraphs = (visual.text ?? []).map(({ align, runs }) => {
      const paragraph = h('p', {}, ...runs.map((run) => textRun(run, textScale, theme)))
      paragraph.style.textAlign = align
      return paragraph
    })
    host.replaceChildren(...paragraphs)
    shrinkToFit(host)
  },
  dispose: () => host.replaceChildren(),
})

/** Scales the text down if it does not fit its box, instead of clipping it. */
function shrinkToFit(host: HTMLElement): void {
  const { scrollHeight, clientHeight } = host
  if (clientHeight > 0 && scrollHeight > clientHeight + 1) {
    for (const line of host.children)
      (line as HTMLElement).style.zoom = String(Math.max(0.6, clientHeight / scrollHeight))
  }
}

type Run = { text: string; size: number | null; weight: 'normal' | 'bold'; color: string | null; url: string | null }
function textRun(run: Run, textScale: number, theme: ViewerTheme): HTMLElement {
  const url = run.url === null ? null : safeUrl(run.url)
  const element = url
    ? h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, run.text)
    : h('span', {}, run.text)
  if (run.size !== null) element.style.fontSize = `${run.size * POINT * textScale}px`
  if (run.weight === 'bold') element.style.fontWeight = '650'
  if (run.color !== null) element.style.color = colorOn(theme, run.color)
  return element
}

/** The URL if its scheme cannot run script; otherwise null. */
function safeUrl(text: string): string | null {
  try {
    const url = new URL(text)
    return ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url.href : null
  } catch {
    return null
  }
}

export const makeShape: MakeRenderer = (host) => ({
  draw: () => host.replaceChildren(h('div', { class: 'shape', 'aria-hidden': 'true' })),
  dispose: () => host.replaceChildren(),
})

const notice = (text: string): HTMLElement =>
  h('p', { class: 'notice' }, h('span', { class: 'notice-text', tabindex: 0, title: text }, text))

/** A visual with a field that is not understood. Without the field its figures or its axis would be wrong. */
export const makeUnread: MakeRenderer = (host) => ({
  draw: ({ visual, speech }) => {
    const fields = new Intl.ListFormat(speech.language).format(visual.unread ?? [])
    host.replaceChildren(notice(speech.say('unreadFields', { fields })))
  },
  dispose: () => host.replaceChildren(),
})

export const makeUnsupported: MakeRenderer = (host) => ({
  draw: ({ visual, speech }) => host.replaceChildren(notice(speech.say('unsupported', { type: visual.type }))),
  dispose: () => host.replaceChildren(),
})
