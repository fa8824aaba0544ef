// HTML that a call takes: refused with the names of what is not allowed, or cleaned. Next: clean.ts (judging and cleaning).
import type { ErrorCode } from '#catalogue/errors.ts'
import { requiredLines } from '#catalogue/fields.ts'
import { type Language, languages, type Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import { cleanHtml, type HtmlRule, isEmptyHtml, htmlFaultsOf } from './clean.ts'

/** The limits of an HTML text. `max`: the length in characters of HTML, the same as that of its field in the contract. */
export type HtmlForm = { pictures: boolean; max: number }

const codes = ({ pictures }: HtmlForm): Record<HtmlRule, ErrorCode> => ({
  script: 'html.script',
  external_css: 'html.external_css',
  page_style: 'html.page_style',
  image: pictures ? 'html.image' : 'html.no_images',
  element: 'html.element',
})

/** HTML of the allow-list. Fails with what is refused: the first broken rule, with the names of what breaks it. */
export function acceptedHtml(html: string, field: string, form: HtmlForm): string {
  const faults = htmlFaultsOf(html)
  for (const [rule, code] of Object.entries(codes(form)) as [HtmlRule, ErrorCode][]) {
    const what = faults[rule]
    if (what) fail(code, { fields: { [field]: code }, values: { what: what.join(', ') } })
  }
  const cleaned = cleanHtml(html)
  if (!form.pictures && cleaned.includes('<img')) fail('html.no_images', { fields: { [field]: 'html.no_images' } })
  if (cleaned === '') return ''
  // Cleaning decodes `&#769;` and writes `&` as `&amp;`: the result can break the shape of its field, and could then not be answered.
  const { data } = requiredLines(form.max).safeParse(cleaned)
  return data ?? fail('call.invalid', { fields: { [field]: 'invalid' } })
}

/** The accepted text of each language. An empty one counts as absent; the default language is required. */
export function acceptedBodies(body: Texts, field: string, form: HtmlForm): Texts {
  const cleaned = languages.map((language): [Language, string | null] => {
    const html = body[language]
    const accepted = html === null ? '' : acceptedHtml(html, field, form)
    return [language, isEmptyHtml(accepted) ? null : accepted]
  })
  const bodies = Object.fromEntries(cleaned) as Texts
  if (bodies['pt-BR'] === null) fail('call.invalid', { fields: { [field]: 'required' } })
  return bodies
}
