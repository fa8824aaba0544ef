import { describe, expect, it } from 'vitest'
import { Failure } from '#platform/contract/failure.ts'
import { acceptedBodies, acceptedHtml } from './accepted.ts'

const absent = { 'pt-BR': null, 'en-US': null, es: null, 'pt-PT': null }
const form = { pictures: false, max: 100 }
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

  it('is stored for each language, and an empty one counts as absent', () => {
    const body = { ...absent, 'pt-BR': '<p>Olá</p>', 'en-US': '<p> </p>', es: '<p class="x">Hola</p>' }
    expect(acceptedBodies(body, 'body', form)).toEqual({ ...absent, 'pt-BR': '<p>Olá</p>', es: '<p>Hola</p>' })
    expect(refusalOf(() => acceptedBodies({ ...absent, 'pt-BR': '<p><br></p>' }, 'body', form))).toEqual([
      'call.invalid',
      { body: 'required' },
      undefined,
    ])
  })
})
