// The page that the service worker shows without a connection: the names and covers of the person's reports. It loads when the connection is
// back. It is a page of its own, so that the worker keeps no file of the portal. Next: offline-copy.ts, service-worker.ts.
import { defaultLanguage, languageOf } from '#catalogue/languages.ts'
import { readPlain } from '#platform/web/session/plain-storage.ts'
import { hueTurn, initialsOf } from '#platform/web/ui/cover-tint.ts'
import { type OfflineReport, readOfflineCopy } from './offline-copy.ts'
import { offlineWords } from './offline-words.ts'

const language = languageOf(readPlain('language') ?? defaultLanguage)
const words = offlineWords[language]

document.documentElement.lang = language
document.title = words.title
addEventListener('online', () => location.reload())
void show()

async function show(): Promise<void> {
  const copy = await readOfflineCopy().catch(() => null)
  const retry = element('button', { type: 'button', textContent: words.retry })
  retry.addEventListener('click', () => location.reload())
  const head = [element('h1', { textContent: words.title }), element('p', { textContent: words.text }), retry]
  const reports = copy?.reports ?? []
  const list = element('ul', {})
  list.append(...reports.map(reportItem))
  const rest =
    reports.length > 0
      ? [element('h2', { textContent: words.reports }), list]
      : [element('p', { textContent: words.none, className: 'quiet' })]
  document.querySelector('main')?.replaceChildren(...head, ...rest)
}

function reportItem({ name, cover }: OfflineReport): HTMLElement {
  const item = element('li', {})
  const picture =
    cover === null
      ? element('span', { className: 'cover', textContent: initialsOf(name), ariaHidden: 'true' })
      : element('img', { className: 'cover', src: cover, alt: '', width: 160, height: 90 })
  if (cover === null) picture.style.setProperty('--turn', String(hueTurn(name)))
  item.append(picture, element('span', { textContent: name }))
  return item
}

/** Texts are set as text and never as HTML. */
function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, fields: Partial<HTMLElementTagNameMap[Tag]>) {
  return Object.assign(document.createElement(tag), fields)
}
