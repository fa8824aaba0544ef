// Decisions about written notifications: pure functions, no I/O.
import { type Language, languages, type Texts } from '#catalogue/languages.ts'
import type { ErrorCode } from '#catalogue/errors.ts'
import { fail } from '#platform/contract/failure.ts'
import { cleanHtml, type HtmlRule, isEmptyHtml, judgeHtml, textOf } from '#platform/server/html/clean.ts'
import type { Actor } from '#platform/server/session/actor.ts'

const codes: Record<HtmlRule, ErrorCode> = {
  script: 'html.script',
  external_css: 'html.external_css',
  page_style: 'html.page_style',
  image: 'html.image',
  element: 'html.element',
}

/** HTML of the allow-list. Fails with what is refused: the first broken rule, with the names of what breaks it. */
export function acceptedHtml(html: string, field: string): string {
  const faults = judgeHtml(html)
  for (const [rule, code] of Object.entries(codes) as [HtmlRule, ErrorCode][]) {
    const what = faults[rule]
    if (what) fail(code, { fields: { [field]: code }, values: { what: what.join(', ') } })
  }
  return cleanHtml(html)
}

/** The accepted text of each language. An empty one counts as absent; the default language is required. */
export function acceptedBodies(body: Texts, field: string): Texts {
  const cleaned = languages.map((language): [Language, string | null] => {
    const html = body[language]
    const accepted = html === null ? '' : acceptedHtml(html, field)
    return [language, isEmptyHtml(accepted) ? null : accepted]
  })
  const bodies = Object.fromEntries(cleaned) as Texts
  if (bodies['pt-BR'] === null) fail('call.invalid', { fields: { [field]: 'required' } })
  return bodies
}

/** What a search finds. */
export const wordsOf = (title: Texts, body: Texts): string =>
  [...Object.values(title), ...Object.values(body).map((html) => html && textOf(html))].filter(Boolean).join('\n')

/** Everybody but a plain user writes to anybody, and sees what others wrote. */
export const writesToAll = ({ profile }: Pick<Actor, 'profile'>): boolean => profile !== 'user'

/** Refuses days that have passed. `today` in the time zone of the business unit. */
export function judgeDays(today: string, starts_on: string | null, ends_on: string | null): void {
  if (starts_on !== null && starts_on < today)
    fail('notification.day_past', { fields: { starts_on: 'notification.day_past' } })
  if (ends_on !== null && ends_on < today)
    fail('notification.day_past', { fields: { ends_on: 'notification.day_past' } })
  if (starts_on !== null && ends_on !== null && ends_on < starts_on)
    fail('notification.days_reversed', { fields: { ends_on: 'notification.days_reversed' } })
}
