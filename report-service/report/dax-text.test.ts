import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTokens } from '../dax/lexer.ts'
import type { DataType } from '../model/model.ts'
import { columnText, literalText, nameText, stringText, tableText } from './dax-text.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(`"`, `'`, ']', '[', '\\', '\n', '*', '/', '-') }),
)
const tokens = (dax: string) => readTokens(dax).map(({ kind, text }) => [kind, text])
const end = ['end', '']

describe('values and names in DAX text become one token with the same meaning', () => {
  test('texts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(tokens(stringText(text))).toEqual([['string', text], end])
      }),
    )
  })

  test('names of tables, columns and measures', () => {
    fc.assert(
      fc.property(anyText, anyText, (table, column) => {
        expect(tokens(tableText(table))).toEqual([['table', table], end])
        expect(tokens(nameText(column))).toEqual([['column', column], end])
        expect(tokens(columnText(table, column))).toEqual([['table', table], ['column', column], end])
      }),
    )
  })

  test('numbers', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = literalText(number, 'double')
        const [, magnitude] = /^\(?-?([^)]+)\)?$/.exec(text) ?? []
        expect(Number(magnitude) * (text.startsWith('(-') ? -1 : 1)).toBe(number === 0 ? 0 : number)
        expect(readTokens(text).filter((token) => token.kind === 'number')).toHaveLength(1)
      }),
    )
  })

  test('a text value for another type becomes a literal of that type or is refused', () => {
    const types: DataType[] = ['int64', 'double', 'decimal', 'dateTime', 'boolean']
    fc.assert(
      fc.property(anyText, fc.constantFrom(...types), (text, type) => {
        const found = attempt(() => literalText(text, type))
        expect(found ?? '0').toMatch(/^(\(?-?[\d.e+]+\)?|TRUE\(\)|FALSE\(\)|dt"[\d:T-]+")$/)
      }),
    )
  })
})

test.each([
  ['2013-11-29T00:00:00.000Z', 'dateTime', 'dt"2013-11-29T00:00:00"'],
  ['2013-11-29', 'dateTime', 'dt"2013-11-29T00:00:00"'],
  ['2013', 'int64', '2013'],
  [-5, 'int64', '(-5)'],
  [1e21, 'double', '1e+21'],
  [2013, 'string', '"2013"'],
  [null, 'string', 'BLANK()'],
  [true, 'boolean', 'TRUE()'],
] as const)('converts %j as %s to %s', (value, type, text) => {
  expect(literalText(value, type)).toBe(text)
})

test.each([
  ['2013-13-01', 'dateTime'],
  ['', 'int64'],
  [true, 'int64'],
  ['yes', 'boolean'],
  [Number.NaN, 'double'],
] as const)('refuses %j as %s', (value, type) => {
  expect(() => literalText(value, type)).toThrow(expect.objectContaining({ code: 'BadFilterValue' }))
})

function attempt<T>(get: () => T): T | null {
  try {
    return get()
  } catch {
    return null
  }
}
