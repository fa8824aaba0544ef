import { describe, expect, it } from 'vitest'
import { csvStyleOf, toCsv } from './csv.ts'

describe('CSV', () => {
  it('quotes what would break a row, as RFC 4180 says', () => {
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
  it('E7: a cell that a spreadsheet would run is made text; a negative number stays a number', () => {
    expect(toCsv(['v'], [['=1+1'], ['+1'], ['-cmd'], ['@x'], ['\tx'], [-5], [null]])).toBe(
      "v\r\n'=1+1\r\n'+1\r\n'-cmd\r\n'@x\r\n'\tx\r\n-5\r\n\r\n",
    )
  })
  it('parts columns by semicolon where the decimal sign is a comma', () => {
    expect(toCsv(['a', 'b'], [[1.5, 'x;y']], csvStyleOf('pt-BR'))).toBe('a;b\r\n1,5;"x;y"\r\n')
    expect(csvStyleOf('en-US').separator).toBe(',')
  })
})
