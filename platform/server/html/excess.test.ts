import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { htmlCleaning } from '#catalogue/limits.ts'
import { htmlElements } from '#platform/contract/html.ts'
import { htmlSize } from './excess.ts'
import { hostileHtml } from './testing/hostile-html.ts'

/** What the editor makes: blocks of marked text, lists in lists, tables with paragraphs in their cells. */
const words = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
const marked = fc
  .tuple(words, fc.subarray(['strong', 'em', 'u', 's', 'code', 'a', 'span']))
  .map(([text, marks]) => marks.reduce((inner, mark) => `<${mark}>${inner}</${mark}>`, text))
const paragraph = marked.map((text) => `<p style="text-align:center">${text}<br></p>`)
const cell = paragraph.map((text) => `<td colspan="1" rowspan="1">${text}</td>`)
const table = fc
  .array(fc.array(cell, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 60 })
  .map((rows) => `<table><tbody>${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('')}</tbody></table>`)
const { list } = fc.letrec<{ list: string }>((tie) => ({
  list: fc
    .array(fc.oneof({ maxDepth: 10, depthSize: 'large' }, paragraph, tie('list')), { minLength: 1, maxLength: 4 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
}))
const made = fc.array(fc.oneof(paragraph, list, table), { maxLength: 30 }).map((blocks) => blocks.join(''))

/** The number of elements and the depth that the parser finds, which checks texts in the product. */
function parsed(html: string) {
  let open = 0
  const found = { elements: 0, depth: 0 }
  const parser = new Parser({
    onopentag: () => {
      found.elements += 1
      open += 1
      found.depth = Math.max(found.depth, open)
    },
    onclosetag: () => void (open -= 1),
  })
  parser.end(html)
  return found
}

const unlimited = { elements: Infinity, depth: Infinity }

describe('the size of HTML', () => {
  it('refuses nothing that the editor makes', () => {
    fc.assert(
      fc.property(made, (html) => {
        expect(htmlSize(html).excess).toBe(null)
      }),
      { numRuns: 200 },
    )
  })

  it('refuses no full text of ordinary paragraphs, list items or table cells', () => {
    for (const part of [
      '<p>one line of text</p>',
      '<li><p>one item</p></li>',
      '<td colspan="1" rowspan="1"><p>7</p></td>',
    ])
      expect(htmlSize(part.repeat(100_000 / part.length)).excess, part).toBe(null)
  })

  it('U6: finds no fewer elements, and no smaller depth, than the parser, whatever is combined', () => {
    const parts = fc.oneof(
      fc.constantFrom(...hostileHtml),
      fc.constantFrom(...htmlElements.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} title="</${name}>">`])),
      fc.constantFrom('<!--', '-->', '<script>', '</script>', '<', '</', '"', '>', '<html ', '<x/>', '<svg><p>'),
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (some) => {
        const html = some.join('')
        const [size, found] = [htmlSize(html, unlimited), parsed(html)]
        expect(size.elements).toBeGreaterThanOrEqual(found.elements)
        expect(size.depth).toBeGreaterThanOrEqual(found.depth)
        // A tag without an end counts although it opens no element.
        expect(size.elements).toBeLessThanOrEqual(found.elements + 1)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['opened only', '<div>'],
    ['of two elements that do not close each other', '<p><li>'],
    ['with ends that fit nothing', '<i></x>'],
    ['with ends in an attribute', '<i title="</i>">'],
    ['with ends in a comment', '<i><!--</i>-->'],
  ])('U6: stops at the first element that is too deep: %s', (_, part) => {
    const { elements, depth, steps, excess } = htmlSize(part.repeat(100_000))
    expect(excess).toBe('depth')
    expect([elements, depth]).toEqual([htmlCleaning.depth + 1, htmlCleaning.depth + 1])
    expect(steps).toBeLessThanOrEqual(2 * htmlCleaning.depth)
  })

  it.each(['<br>', '<p>a</p>', '<i></i>', '</p>'])('U6: stops at the first element too many: %s', (part) => {
    const { elements, steps, excess } = htmlSize(part.repeat(100_000))
    expect([elements, excess]).toEqual([htmlCleaning.elements + 1, 'elements'])
    expect(steps).toBeLessThanOrEqual(2 * (htmlCleaning.elements + 1))
  })

  it('U6: takes at most two steps for each element, also for a text within the limits', () => {
    fc.assert(
      fc.property(made, (html) => {
        const { elements, steps } = htmlSize(html, unlimited)
        expect(steps).toBeLessThanOrEqual(2 * elements)
      }),
      { numRuns: 100 },
    )
  })
})
