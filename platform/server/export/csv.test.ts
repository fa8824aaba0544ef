import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Language } from '#catalogue/languages.ts'
import { inert, writeCsv } from './csv.ts'
import type { Cell } from './sheet.ts'

async function csv(titles: string[], rows: Cell[][], language: Language = 'en-US'): Promise<string> {
  const parts = (async function* () {
    yield rows
  })()
  let text = ''
  for await (const part of writeCsv({ name: 'A', titles, parts, language, timezone: 'America/Sao_Paulo' })) text += part
  return text
}

/** Splits a file like a spreadsheet whose country uses this separator. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  let [cell, isQuoted, isStart] = ['', false, true]
  const end = () => {
    rows.at(-1)?.push(cell)
    ;[cell, isQuoted, isStart] = ['', false, true]
  }
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charAt(index)
    if (isQuoted && sign === '"' && text.charAt(index + 1) === '"') {
      cell += '"'
      index += 1
    } else if (isQuoted && sign === '"') isQuoted = false
    else if (isQuoted) cell += sign
    else if (isStart && sign === '"') [isQuoted, isStart] = [true, false]
    else if (sign === separator) end()
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text.charAt(index + 1) === '\n') index += 1
      end()
      rows.push([])
    } else {
      cell += sign
      isStart = false
    }
  }
  rows.pop()
  return rows
}

it('follows RFC 4180 after a byte order mark', async () => {
  const rows = [
    ['a,b', 'say "hi"', null, -5, new Date('2026-11-21T12:30:00Z')],
    ['two\r\nlines', ' blank ', '', 1.5, 'São'],
  ]
  expect(await csv(['A', 'B', 'C', 'D', 'E'], rows)).toBe(
    '\uFEFFA,B,C,D,E\r\n"a,b","say ""hi""",,-5,2026-11-21 09:30:00\r\n"two\r\nlines"," blank ",,1.5,São\r\n',
  )
})

it.each(['pt-BR', 'pt-PT', 'es'] as const)(
  'opens in Excel in %s: semicolons, and a decimal comma',
  async (language) => {
    const rows = [['a;b', 'c,d', -1234.5, 1e21]]
    expect(await csv(['A', 'B', 'C', 'D'], rows, language)).toBe('\uFEFFA;B;C;D\r\n"a;b";"c,d";-1234,5;1e+21\r\n')
  },
)

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '"=1', "'=1"])(
  'turns %j into text',
  (hostile) => {
    expect(inert(hostile, ',').startsWith("'")).toBe(true)
  },
)

/** The readable form of the rule. Its look-ahead restarts at each line break, so it is slow. */
function inertByPattern(text: string, separator: ',' | ';'): string {
  const inside = {
    ',': /([;\t\r\n])(?=[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g,
    ';': /([,\t\r\n])(?=[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g,
  }
  return text.replace(/^(?=[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/, "'").replace(inside[separator], "$1'")
}

it('equals the readable rule for any text', () => {
  const signs = fc.constantFrom(...Array.from('=+-@＝＋－＠\t\r\n;,"\' \u00A0\u2028\uFEFFa1😀'))
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(signs, { maxLength: 24 }).map((each) => each.join('')),
  )
  fc.assert(
    fc.property(texts, fc.constantFrom(',' as const, ';' as const), (text, separator) => {
      expect(inert(text, separator)).toBe(inertByPattern(text, separator))
    }),
    { numRuns: 5_000 },
  )
})

it('V3: handles 500,000 tabs, for which the readable rule would take minutes', () => {
  const breaks = '\t'.repeat(500_000)
  expect(inert(breaks, ',') === `'${breaks}`).toBe(true)
})

it('writes a calendar day as the screens show it', async () => {
  expect(await csv(['A'], [[{ day: '2020-02-29' }]], 'pt-BR')).toBe('\uFEFFA\r\n29/02/2020\r\n')
})

it('leaves text that is not a formula unchanged', () => {
  const texts = ['a=b', '1-2', 'ana@example.com', 'a; b', 'a, b', '50%', '—', '2026-01-01']
  for (const separator of [',', ';'] as const) for (const text of texts) expect(inert(text, separator)).toBe(text)
  expect(inert('a, -b', ',')).toBe('a, -b')
})

const hostile = fc.array(
  fc.constantFrom('=', '+', '-', '@', '＝', '\t', '\r', '\n', ';', ',', '"', "'", ' ', 'a', '1'),
  {
    maxLength: 12,
  },
)

it.each([
  { language: 'en-US', own: ',' },
  { language: 'pt-BR', own: ';' },
] as const)(
  'no text becomes a formula in $language with any separator, and every row keeps its cells',
  async ({ language, own }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 4 }), async (pairs) => {
        const rows = pairs.map(([a, b]) => [a.join(''), b.join('')])
        const text = (await csv(['A', 'B'], rows, language)).slice(1)
        const exact = cellsOf(text, own)
        expect(exact.map(({ length }) => length)).toEqual(Array.from({ length: rows.length + 1 }, () => 2))
        for (const separator of [',', ';', '\t']) {
          for (const cell of cellsOf(text, separator).flat()) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝]/)
        }
      }),
      { numRuns: 3_000 },
    )
  },
)
