// HTML that a call takes: refused with the names of what is not allowed, or cleaned. Pure functions, which cleaning.ts runs in a thread when
// the text is long. Next: excess.ts (its size), clean.ts (judging and cleaning), cleaning.ts (what the features call).
import type { ErrorCode } from '#catalogue/errors.ts'
import { requiredLines } from '#catalogue/fields.ts'
import { htmlCleaning } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { cleanHtml, type HtmlRule, htmlFaultsOf, textOf } from './clean.ts'
import { htmlSize } from './excess.ts'

/** The limits of an HTML text. `max`: the length in characters of HTML, the same as that of its field in the contract. */
export type HtmlForm = { pictures: boolean; max: number }

/** A text of a call. `field`: where its faults are told. */
export type HtmlText = HtmlForm & { field: string; html: string }

/** `html`: cleaned. `text`: the same without markup. Both are empty when there is no text and no picture. */
export type CleanText = { html: string; text: string }

const codes = ({ pictures }: Pick<HtmlForm, 'pictures'>): Record<HtmlRule, ErrorCode> => ({
  script: 'html.script',
  external_css: 'html.external_css',
  page_style: 'html.page_style',
  image: pictures ? 'html.image' : 'html.no_images',
  element: 'html.element',
})

/** The refusals of what a text contains; the others are about its size. */
export const ruleCodes: ReadonlySet<ErrorCode> = new Set(
  [true, false].flatMap((pictures) => Object.values(codes({ pictures }))),
)

/** The texts of one call, in the same order. Their sizes are checked before any of them is judged. */
export function acceptedTexts(texts: readonly HtmlText[]): CleanText[] {
  let elements = 0
  for (const { html, field } of texts) {
    const size = htmlSize(html)
    elements += size.elements
    if (size.excess === 'depth') refuse('html.too_deep', field, { max: htmlCleaning.depth })
    if (size.excess === 'elements') refuse('html.too_many_elements', field, { max: htmlCleaning.elements })
    if (elements > htmlCleaning.requestElements)
      refuse('html.too_many_elements', field, { max: htmlCleaning.requestElements })
  }
  return texts.map(accepted)
}

function accepted({ html, field, ...form }: HtmlText): CleanText {
  const cleaned = acceptedHtml(html, field, form)
  const text = textOf(cleaned)
  return text === '' && !cleaned.includes('<img') ? { html: '', text: '' } : { html: cleaned, text }
}

const refuse = (code: ErrorCode, field: string, values?: Record<string, string | number>): never =>
  fail(code, { fields: { [field]: code }, ...(values && { values }) })

/** HTML of the allow-list. Fails with what is refused: the first broken rule, with the names of what breaks it. */
function acceptedHtml(html: string, field: string, form: HtmlForm): string {
  const faults = htmlFaultsOf(html)
  for (const [rule, code] of Object.entries(codes(form)) as [HtmlRule, ErrorCode][]) {
    const what = faults[rule]
    if (what) refuse(code, field, { what: what.join(', ') })
  }
  const cleaned = cleanHtml(html)
  if (!form.pictures && cleaned.includes('<img')) refuse('html.no_images', field)
  if (cleaned === '') return ''
  // Cleaning decodes `&#769;` and writes `&` as `&amp;`: the result can break the shape of its field, and could then not be answered.
  const { data } = requiredLines(form.max).safeParse(cleaned)
  return data ?? fail('call.invalid', { fields: { [field]: 'invalid' } })
}
