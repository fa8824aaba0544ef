// Tabs for the pages of a report. A hidden page is shown only while it is open, because the host may open it.
import type { ReportDefinition } from '../../report/definition.ts'
import type { Speech } from '../phrases/speech.ts'
import { h } from './element.ts'

export type TabsPlace = { element: HTMLElement; show: (active: string, isShown: boolean) => void }

/** The place of the tabs below the page or beside it. It draws them again only when they change, and keeps the focus. */
export function tabsPlace(report: ReportDefinition, speech: Speech, open: (page: string) => void): TabsPlace {
  const element = h('nav', { class: 'tabs-place' })
  let drawnKey = ''
  return {
    element,
    show: (active, isShown) => {
      const key = `${active} ${isShown}`
      if (key === drawnKey) return
      drawnKey = key
      const hadFocus = element.contains(document.activeElement)
      const list = isShown ? pageTabs(report, active, speech, open) : null
      element.replaceChildren(...(list ? [list] : []))
      element.hidden = list === null
      const chosen = element.querySelector<HTMLElement>('[aria-selected=true]')
      if (hadFocus) chosen?.focus({ preventScroll: true })
      if (list && chosen) showInList(list, chosen)
    },
  }
}

/** Scrolls the tabs only: `scrollIntoView` also scrolls the pages around the report, past what stands above it. */
function showInList(list: HTMLElement, tab: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  list.scrollBy({
    left: inner.left + inner.width / 2 - (outer.left + outer.width / 2),
    top: inner.top + inner.height / 2 - (outer.top + outer.height / 2),
  })
}

function pageTabs(
  report: ReportDefinition,
  active: string,
  speech: Speech,
  open: (page: string) => void,
): HTMLElement | null {
  const pages = report.pages.filter((page) => !page.isHidden || page.name === active)
  if (pages.length < 2) return null
  const tabs = pages.map((page) => {
    const isActive = page.name === active
    return h(
      'button',
      {
        type: 'button',
        class: 'page-tab',
        role: 'tab',
        'aria-selected': String(isActive),
        tabindex: isActive ? 0 : -1,
        'data-page': page.name,
        onclick: () => open(page.name),
      },
      page.displayName,
    )
  })
  const onkeydown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab === event.target)
    const next = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    if (at < 0 || next === undefined) return
    tabs[(next + tabs.length) % tabs.length]?.focus()
    event.preventDefault()
  }
  return h('div', { class: 'page-tabs', role: 'tablist', 'aria-label': speech.phrases.pages, onkeydown }, ...tabs)
}
