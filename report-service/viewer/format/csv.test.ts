import { describe, expect, it } from 'vitest'
import { csvStyleOf, toCsv } from './csv.ts'

describe('CSV', () => {
  it('quotes cells with separators, quotes or line breaks, as in RFC 4180', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          ['line\nbreak', 1.5],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"line\nbreak",1.5\r\n')
  })
  it('E7: a cell that a spreadsheet would run as a formula becomes text; a negative number stays a number', () => {
    expect(toCsv(['v'], [['=1+1'], ['+1'], ['-cmd'], ['@x'], ['\tx'], [-5], [null]])).toBe(
      "v\r\n'=1+1\r\n'+1\r\n'-cmd\r\n'@x\r\n'\tx\r\n-5\r\n\r\n",
    )
  })
  it('separates columns by semicolon in locales with a decimal comma', () => {
    expect(toCsv(['a', 'b'], [[1.5, 'x;y']], csvStyleOf('pt-BR'))).toBe('a;b\r\n1,5;"x;y"\r\n')
    expect(csvStyleOf('en-US').separator).toBe(',')
  })
})
