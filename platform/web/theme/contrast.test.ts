import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseColour } from '#platform/contract/colour.ts'
import { contrastRatio, mixColours, readableOn, textOn } from './contrast.ts'

test('computes contrast as WCAG defines it', () => {
  expect(contrastRatio('#000', '#fff')).toBe(21)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#0f766e', '#ffffff')).toBeGreaterThan(4.5)
})

test('chooses the readable text colour on a brand colour', () => {
  expect(textOn('#0f766e')).toBe('#ffffff')
  expect(textOn('#fde047')).toBe('#1b1f2a')
})

test('adjusts any brand colour to be readable on light and dark backgrounds, and keeps a readable one', () => {
  for (const brand of ['#fde047', '#ff0000', '#00ff00', '#0000ff', '#ffffff', '#000000', '#7f7f7f', '#0f766e']) {
    for (const ground of ['#fbfaf7', '#ffffff', '#12151c', '#1a1e27']) {
      expect(contrastRatio(readableOn(ground, brand), ground)).toBeGreaterThanOrEqual(4.5)
    }
  }
  expect(readableOn('#ffffff', '#0f766e')).toBe('#0f766e')
})

test('parses hex and rgb colours and rejects other text', () => {
  expect(parseColour('#FA0')).toEqual([255, 170, 0])
  expect(parseColour('rgb(1, 2, 3)')).toEqual([1, 2, 3])
  for (const text of ['rgb(999,0,0)', 'rgb(1,2,3', 'rgb(1,2,3);x', 'rgba(1,2,3,0.5)', 'red;}', 'url(x)', '#12', ''])
    expect(parseColour(text)).toBeNull()
  expect(mixColours('#000000', '#ffffff', 0.5)).toBe('#808080')
})

/** The tokens of tokens.css by scheme. What dark does not name is as in light. */
function sheets() {
  const [light = '', dark = ''] =
    readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
      .split('/* Arial')[0]
      ?.split(":root[data-mantine-color-scheme='dark']") ?? []
  const tokenIn = (sheet: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(sheet)?.[1]
  return {
    light: (name: string) => tokenIn(light, name) ?? 'absent',
    dark: (name: string) => tokenIn(dark, name) ?? tokenIn(light, name) ?? 'absent',
  }
}

test('shows every kind of toast with a contrast of 3 to 1 in light and dark', () => {
  for (const [scheme, token] of Object.entries(sheets())) {
    for (const kind of ['success', 'amber', 'danger', 'info']) {
      expect(parseColour(token(kind)), `${kind} in ${scheme}`).not.toBeNull()
      expect(contrastRatio(token(kind), token('surface')), `${kind} in ${scheme}`).toBeGreaterThanOrEqual(3)
    }
  }
})

test('shows every text with a contrast of 4.5 to 1 on its grounds in light and dark', () => {
  const pairs = [
    ...['ink', 'ink-quiet', 'accent-text', 'amber-text'].flatMap((text) =>
      ['paper', 'surface', 'surface-hover'].map((ground) => [text, ground] as const),
    ),
    ['danger', 'surface'],
    ['danger', 'danger-soft'],
    // The number of unread notifications.
    ['paper', 'danger'],
    ['accent-text', 'accent-soft'],
    ['amber-text', 'amber-soft'],
    ['on-accent', 'accent'],
  ] as const
  for (const [scheme, token] of Object.entries(sheets())) {
    for (const [text, ground] of pairs) {
      expect(parseColour(token(ground)), `${ground} in ${scheme}`).not.toBeNull()
      expect(contrastRatio(token(text), token(ground)), `${text} on ${ground} in ${scheme}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})
