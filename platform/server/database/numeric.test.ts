import pg from 'pg'
import { expect, test } from 'vitest'
import { parseNumeric } from './numeric.ts'
import './pool.ts'

test('a NUMERIC is read as its number, with any scale of the column', () => {
  const stored = ['12.50', '0', '0.00', '-0.1', '1200', '9007199254740992', '0.0000001', '0.30000000000000004']
  expect(stored.map(parseNumeric)).toEqual([12.5, 0, 0, -0.1, 1200, 2 ** 53, 1e-7, 0.1 + 0.2])
})

test('a value that a double cannot hold exactly is refused and named', () => {
  for (const stored of ['9007199254740993', '66.6666666666666667', '12345678901234567.89', 'NaN', 'Infinity']) {
    expect(() => parseNumeric(stored)).toThrow(stored)
  }
})

test('every connection uses this parser', () => {
  expect(pg.types.getTypeParser(pg.types.builtins.NUMERIC)('12.50')).toBe(12.5)
})
