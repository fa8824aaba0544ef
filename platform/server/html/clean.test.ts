import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { htmlAttributes, htmlElements, htmlLink, htmlPicture } from '#platform/contract/html.ts'
import { cleanHtml, htmlFaultsOf, textOf } from './clean.ts'
import { hostileHtml } from './testing/hostile-html.ts'

const picture = '/storage/private/00000002-0000-4000-8000-000000000001/AAAAAAAAAAAAAAAAAAAAAA.webp'

/** What is outside of the allow-list. */
function foreign(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (!(htmlElements as readonly string[]).includes(name)) found.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute !== 'style' && !htmlAttributes[name]?.includes(attribute)) found.push(`${name} ${attribute}`)
        if (attribute === 'href' && !htmlLink.test(value)) found.push(value)
        if (attribute === 'src' && !htmlPicture.test(value)) found.push(value)
        if (attribute === 'style' && /url|expression|import|binding|behavior|[<>{}\\]/i.test(value)) found.push(value)
      }
    },
    oncomment: (text) => void found.push(`<!--${text}`),
    onprocessinginstruction: (name) => void found.push(name),
  })
  parser.end(html)
  return found
}

describe('HTML that people write', () => {
  it('U3: at least 200 hostile fragments, all different', () => {
    expect(new Set(hostileHtml).size).toBe(hostileHtml.length)
    expect(hostileHtml.length).toBeGreaterThanOrEqual(200)
  })

  it.each(hostileHtml.map((html) => [html]))('U3: cleans %s', (html) => {
    const cleaned = cleanHtml(html)
    expect(foreign(cleaned)).toEqual([])
    expect(cleanHtml(cleaned)).toBe(cleaned)
  })

  it('U3: keeps nothing outside of the allow-list, whatever is combined', () => {
    const parts = fc.oneof(
      fc.constantFrom(...hostileHtml),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a href="',
        '">',
        "'",
        '<',
        '>',
        '"',
        '<!--',
        '-->',
        '</',
        '&lt;',
        '&#',
        ';',
        '=',
        ' ',
      ),
      fc.string({ maxLength: 12, unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (some) => {
        const cleaned = cleanHtml(some.join(''))
        expect(foreign(cleaned)).toEqual([])
        expect(cleanHtml(cleaned)).toBe(cleaned)
      }),
      { numRuns: 1_000, examples: [[['<p>\uFEFF<img\uFEFF src=x onerror=fire()>', '<p onfocus=fire()>x']]] },
    )
  })

  it('keeps what an editor makes: headings, lists, links, pictures, tables and inline styles', () => {
    const html = `<h2>Oi</h2><p>Um <strong>texto</strong> <a href="/all/reports">aqui</a></p><ul><li>um</li></ul><p style="text-align:center;color:#0f766e">meio</p><img src="${picture}" alt="Foto" /><table><tbody><tr><td colspan="2">x</td></tr></tbody></table>`
    expect(cleanHtml(html)).toBe(html)
    expect(htmlFaultsOf(html)).toEqual({})
  })

  it('opens links to other sites in a new tab that cannot reach this one', () => {
    expect(cleanHtml('<a href="https://example.com/">x</a>')).toBe(
      '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">x</a>',
    )
  })

  it('stores the address of a picture without its signature', () => {
    expect(cleanHtml(`<img src="${picture}?e=1234567890&amp;s=a.b" alt="">`)).toBe(`<img src="${picture}" alt="" />`)
    for (const source of ['https://x.invalid/a.png', 'data:image/png;base64,AAAA', '/storage/public/x.png', 'x.png'])
      expect(cleanHtml(`<p>a<img src="${source}"></p>`)).toBe('<p>a</p>')
  })

  it.each([
    ['<p onclick="x()">a</p><script>x()</script>', { script: ['onclick', '<script>'] }],
    ['<a href="java\nscript:x()">a</a>', { script: ['java\nscript:x()'] }],
    ['<style>p{}</style><link rel="stylesheet" href="x">', { external_css: ['<style>', '<link>'] }],
    ['<p style="background:url(x)">a</p>', { external_css: ['background:url(x)'] }],
    [
      '<html style="x"><head style="x"></head><body style="x">a</body></html>',
      { page_style: ['<html style>', '<head style>', '<body style>'] },
    ],
    ['<img src="data:image/gif;base64,R0lG">', { image: ['image/gif'] }],
    ['<img src="https://example.com/a.svg">', { image: ['https://example.com/a.svg'] }],
    ['<iframe src="https://example.com"></iframe><form></form>', { element: ['<iframe>', '<form>'] }],
    ['<html><head><title>T</title></head><body><center>a</center></body></html>', {}],
  ])('names what is refused: %s', (html, faults) => expect(htmlFaultsOf(html)).toEqual(faults))

  it('knows the text of a text', () => {
    expect(textOf('<h2>Oi</h2><p>Um<br>dois &amp; três</p><ul><li>a</li><li>b</li></ul>')).toBe(
      'Oi\nUm\ndois & três\n• a\n• b',
    )
  })

  it('U6: limits how deep elements are nested', () => {
    expect(cleanHtml('<div>'.repeat(5_000))).not.toContain('<div>'.repeat(40))
  })
})
