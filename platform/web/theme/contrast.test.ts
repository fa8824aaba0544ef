import { expect, test } from 'vitest'
import { contrastRatio, mixColours, parseColour, readableOn, textOn } from './contrast.ts'

test('measures as WCAG does', () => {
  expect(contrastRatio('#000', '#fff')).toBe(21)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#0f766e', '#ffffff')).toBeGreaterThan(4.5)
})

test('text on a brand colour is the one that can be read', () => {
  expect(textOn('#0f766e')).toBe('#ffffff')
  expect(textOn('#fde047')).toBe('#1b1f2a')
})

test('any brand colour becomes readable on light and dark ground, and a good one stays as it is', () => {
  for (const brand of ['#fde047', '#ff0000', '#00ff00', '#0000ff', '#ffffff', '#000000', '#7f7f7f', '#0f766e']) {
    for (const ground of ['#fbfaf7', '#ffffff', '#12151c', '#1a1e27']) {
      expect(contrastRatio(readableOn(ground, brand), ground)).toBeGreaterThanOrEqual(4.5)
    }
  }
  expect(readableOn('#ffffff', '#0f766e')).toBe('#0f766e')
})

test('reads hex and rgb, and refuses what is no colour', () => {
  expect(parseColour('#FA0')).toEqual([255, 170, 0])
  expect(parseColour('rgb(1, 2, 3)')).toEqual([1, 2, 3])
  for (const text of ['rgb(999,0,0)', 'red;}', 'url(x)', '#12', '']) expect(parseColour(text)).toBeNull()
  expect(mixColours('#000000', '#ffffff', 0.5)).toBe('#808080')
})
