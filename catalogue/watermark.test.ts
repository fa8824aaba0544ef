import { expect, it } from 'vitest'
import { namesReader, unknownVariables, watermarkOfScreen, watermarkText } from './watermark.ts'

const values = {
  email: 'ana@example.com',
  name: 'Ana {{email}}',
  unit: 'Norte',
  report: 'Vendas',
  date: '31/12/2026',
  time: '23:59',
}

it('a watermark has the values of its variables, and e-mail and day without a text', () => {
  expect(watermarkText('{{unit}} · {{ report }} {{time}}', values)).toBe('Norte · Vendas 23:59')
  expect(watermarkText(null, values)).toBe('ana@example.com · 31/12/2026')
})

it('a value that looks like a variable stays as it is', () => {
  expect(watermarkText('{{name}}', values)).toBe('Ana {{email}}')
})

it('finds unknown variables, and whether the text names its reader', () => {
  expect(unknownVariables('{{email}} {{phone}} {{constructor}}')).toEqual(['phone', 'constructor'])
  expect([namesReader('{{name}}'), namesReader('{{date}}')]).toEqual([true, false])
})

it('on a screen names the screen in place of the reader', () => {
  expect(watermarkOfScreen(null, 'Recepção')).toBe('Recepção · {{date}}')
  expect(watermarkOfScreen('{{ name }} <{{email}}> {{unit}}', '$& TV')).toBe('$& TV <$& TV> {{unit}}')
})
