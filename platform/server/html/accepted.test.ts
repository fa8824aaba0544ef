import { describe, expect, it } from 'vitest'
import { Failure } from '#platform/contract/failure.ts'
import { acceptedTexts } from './accepted.ts'

const form = { pictures: false, max: 100 }
const acceptedHtml = (html: string, field: string, limits: typeof form) =>
  acceptedTexts([{ html, field, ...limits }])[0]?.html
const picture = '<img src="/storage/private/00000002-0000-4000-8000-000000000001/AAAAAAAAAAAAAAAAAAAAAA.webp" alt="" />'

/** The code of the refusal and what it names. */
function refusalOf(work: () => unknown): unknown {
  try {
    work()
  } catch (failure) {
    if (failure instanceof Failure) return [failure.code, failure.details.fields, failure.details.values?.['what']]
    throw failure
  }
  return null
}
const refused = (html: string, pictures = false) => refusalOf(() => acceptedHtml(html, 'body', { ...form, pictures }))

describe('HTML that a call takes', () => {
  it('U3: is refused with the names of what is not allowed', () => {
    const of = (code: string, what?: string) => [code, { body: code }, what]
    expect(refused('<p onclick="x()">a</p><script>x()</script>')).toEqual(of('html.script', 'onclick, <script>'))
    expect(refused('<link href="x.css">')).toEqual(of('html.external_css', '<link>'))
    expect(refused('<body style="margin:0">a</body>')).toEqual(of('html.page_style', '<body style>'))
    expect(refused('<img src="https://example.com/a.gif">', true)).toEqual(
      of('html.image', 'https://example.com/a.gif'),
    )
    expect(refused('<form>a</form>')).toEqual(of('html.element', '<form>'))
  })

  it('U3: takes pictures only where the text may have them', () => {
    expect(acceptedHtml(picture, 'body', { ...form, pictures: true, max: 1_000 })).toBe(picture)
    expect(refused(picture)).toEqual(['html.no_images', { body: 'html.no_images' }, undefined])
    expect(refused('<img src="https://example.com/a.png">')).toEqual([
      'html.no_images',
      { body: 'html.no_images' },
      'https://example.com/a.png',
    ])
  })

  it('is refused when cleaning makes it longer than its field', () => {
    expect(acceptedHtml('&'.repeat(20), 'body', form)).toBe('&amp;'.repeat(20))
    expect(refused('&'.repeat(21))).toEqual(['call.invalid', { body: 'invalid' }, undefined])
  })

  it('is refused when its entities are what its field refuses', () => {
    expect(refused(`a${'&#769;'.repeat(40)}`)).toEqual(['call.invalid', { body: 'invalid' }, undefined])
  })

  it('is empty when it has neither text nor picture', () => {
    expect(acceptedHtml('<p> <br></p>', 'body', form)).toBe('')
    expect(acceptedHtml('<p class="x">Hola</p>', 'body', form)).toBe('<p>Hola</p>')
  })
})
