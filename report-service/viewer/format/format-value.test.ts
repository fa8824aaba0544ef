import { describe, expect, it } from 'vitest'
import { formatAxis, formatCompact, formatLabel, formatValue, type Formatted } from './format-value.ts'

const writing = { locale: 'pt-BR', blank: '(Em branco)', yes: 'Verdadeiro', no: 'Falso' }
const english = { ...writing, locale: 'en-US' }
const measure = (formatString: string | null, dataType: Formatted['dataType'] = 'double'): Formatted => {
  return { dataType, formatString, field: { kind: 'measure' } }
}

describe('numbers by format string', () => {
  it.each([
    [1234567.891, '#,0', '1.234.568'],
    [1234.5, '#,0.00', '1.234,50'],
    [0.1234, '0.0%', '12,3%'],
    [0.1234, '#,0.00%;-#,0.00%;#,0.00%', '12,34%'],
    [-0.1234, '0.0%', '-12,3%'],
    [1234.5, '"R$" #,0.00', 'R$ 1.234,50'],
    [-1234.5, '"R$" #,0.00;("R$" #,0.00)', '(R$ 1.234,50)'],
    [1234.5, '\\$#,0.00;(\\$#,0.00);\\$#,0.00', '$1.234,50'],
    [-1234.5, '\\$#,0.00;(\\$#,0.00);\\$#,0.00', '($1.234,50)'],
    [0, '#,0;-#,0;"–"', '–'],
    [1_500_000, '#,0.0,,"M"', '1,5M'],
    [1_234_567, '#,0,', '1.235'],
    [7, '000', '007'],
    [0.5, '#.##', '0,5'],
    [12345, '0.00E+00', '1,23E+04'],
    [3, '"sem número"', 'sem número'],
    [12, '0 "un.; est."', '12 un.; est.'],
    [0.5, '0 "%"', '1 %'],
    [-0.001, '0.0', '0,0'],
    [2, 'Percent', '200,00%'],
  ])('formats %d by %s as %s', (value, format, expected) => {
    expect(formatValue(value, measure(format), writing)).toBe(expected)
  })

  it('follows the locale', () => {
    expect(formatValue(1234.5, measure('#,0.00'), english)).toBe('1,234.50')
    expect(formatValue(1234.5, measure('#,0.00'), { ...writing, locale: 'es' })).toBe('1.234,50')
  })

  it('writes a year without separators and a computed number with separators', () => {
    expect(formatValue(2013, { dataType: 'int64', formatString: null, field: { kind: 'column' } }, writing)).toBe(
      '2013',
    )
    expect(formatValue(2013.456, measure(null), writing)).toBe('2.013,46')
  })
})

// https://learn.microsoft.com/dax/format-function-dax: `m` is the month; directly after the hour it is the minute.
describe('dates by format string', () => {
  it.each([
    ['dd/mm/yyyy', '29/11/2013'],
    ['dd/MM/yyyy', '29/11/2013'],
    ['d/m/yy', '29/11/13'],
    ['mmm yyyy', 'nov 2013'],
    ['mmmm', 'novembro'],
    ['yyyy-mm-dd hh:mm:ss', '2013-11-29 08:05:09'],
    ['HH:MM', '08:05'],
    ['h "h" mm', '8 h 05'],
    ['hh:nn dd/mm', '08:05 29/11'],
    ['"m" m', 'm 11'],
  ])('formats by %s as %s', (format, expected) => {
    const date: Formatted = { dataType: 'dateTime', formatString: format, field: { kind: 'column' } }
    expect(formatValue('2013-11-29T08:05:09', date, writing)).toBe(expected)
  })
})

describe('compact numbers', () => {
  it.each([
    [80_450_596.98, '"R$" #,0.00', 'R$ 80,5 mi'],
    [-1_500_000, '"R$" #,0.00;("R$" #,0.00)', '(R$ 1,5 mi)'],
    [60_855, '#,0', '60,9 mil'],
    [999, '#,0', '999'],
    [0.4321, '0.0%', '43,2%'],
  ])('formats %d by %s as %s', (value, format, expected) => {
    expect(formatCompact(value, measure(format), writing)).toBe(expected)
  })

  it('uses the words of the language', () => {
    expect(formatCompact(1_200_000, measure('#,0'), english)).toBe('1.2M')
    expect(formatCompact(1_200_000, measure('#,0'), { ...writing, locale: 'pt-PT' })).toBe('1,2 M')
  })
})

describe('axis labels', () => {
  it.each([
    [0, '"R$" #,0.00', 'R$ 0'],
    [500, '"R$" #,0.00', 'R$ 500'],
    [-2_000_000, '"R$" #,0.00', '-R$ 2 mi'],
    [0.25, '0.0%', '25%'],
    [0.125, '0.0%', '12,5%'],
  ])('formats %d by %s as %s', (value, format, expected) => {
    expect(formatAxis(value, measure(format), writing)).toBe(expected)
  })
})

describe('dates', () => {
  const date = (formatString: string | null): Formatted => ({ dataType: 'dateTime', formatString })
  it.each([
    ['2013-11-29T00:00:00', null, '29/11/2013'],
    ['2013-11-29T14:05:00', null, '29/11/2013, 14:05'],
    ['2013-11-29T00:00:00', 'dd/MM/yyyy', '29/11/2013'],
    ['2013-11-09T00:00:00', 'd "de" MMMM "de" yyyy', '9 de novembro de 2013'],
    ['2013-11-29T00:00:00', 'MMM yyyy', 'nov 2013'],
    ['2013-11-29T14:05:09', 'yyyy-MM-dd HH:nn:ss', '2013-11-29 14:05:09'],
    ['2013-11-29T14:05:09', 'h:nn AM/PM', '2:05 PM'],
    ['2013-11-29T00:00:00', 'Short Date', '29/11/2013'],
    ['2013-11-29', 'yyyy', '2013'],
    ['not a date', 'yyyy', 'not a date'],
  ])('formats %s by %s as %s', (value, format, expected) => {
    expect(formatValue(value, date(format), writing)).toBe(expected)
  })
})

describe('other values', () => {
  const text: Formatted = { dataType: 'string', formatString: null }
  it('writes a name for blank only in labels', () => {
    expect(formatValue(null, text, writing)).toBe('')
    expect(formatLabel(null, text, writing)).toBe('(Em branco)')
    expect(formatLabel('', text, writing)).toBe('(Em branco)')
  })
  it('writes booleans in the language', () => {
    expect(formatValue(true, { dataType: 'boolean', formatString: null }, writing)).toBe('Verdadeiro')
  })
})
