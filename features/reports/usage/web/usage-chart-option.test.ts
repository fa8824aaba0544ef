import { expect, it } from 'vitest'
import { makeFormats } from '#platform/web/language/formats.ts'
import { optionOf, toSeconds } from './usage-chart-option.ts'

const colours = { ink: '', quiet: '', line: '', surface: '', accent: '', beside: '' }
const chart = { kind: 'line', categories: ['a', 'b'], series: [{ name: 'ms', values: [4000, null] }] } as const

it.each([
  ['pt-BR', 4000, '4.000'],
  ['en-US', 4000, '4,000'],
  ['es', 40_000, '40.000'],
  ['pt-PT', 40_000, '40\u00A0000'],
] as const)('writes the numbers of the axis and of the tooltip as %s does', (language, value, text) => {
  const { yAxis, tooltip } = optionOf(chart, colours, makeFormats(language, undefined).number)
  expect(yAxis.axisLabel.formatter(value)).toBe(text)
  expect(tooltip.valueFormatter(value)).toBe(text)
  // An hour in which nobody waited.
  expect(tooltip.valueFormatter(null)).toBe('–')
})

it('shows waiting times in seconds, with two decimals at most', () => {
  expect([1_182, 850, 4, 60_000].map(toSeconds)).toEqual([1.18, 0.85, 0, 60])
  expect(toSeconds(null)).toBeNull()
})
