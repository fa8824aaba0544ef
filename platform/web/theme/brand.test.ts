import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandTokens, seriesApart } from './brand.ts'
import { colourDistance, contrastRatio } from './contrast.ts'

test('text in and on any brand colour is readable', () => {
  for (const brand of ['#fde047', '#e11d48', '#1e3a8a', '#ffffff', '#000000']) {
    for (const [scheme, ground] of [
      ['light', '#fbfaf7'],
      ['dark', '#191d25'],
    ] as const) {
      const tokens = brandTokens(brand, scheme)
      expect(contrastRatio(tokens['--accent-text'] ?? '', ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(tokens['--on-accent'] ?? '', brand)).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('the two series of a chart are apart and visible beside any brand colour', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  const grounds = { light: ['#ffffff', '#fbfaf7'], dark: ['#191d25', '#11141a'] }
  fc.assert(
    fc.property(colour, fc.constantFrom('light' as const, 'dark' as const), (brand, scheme) => {
      const tokens = brandTokens(brand, scheme, grounds[scheme])
      const [accent = '', beside = ''] = [tokens['--accent-text'], tokens['--series-beside']]
      expect(colourDistance(accent, beside)).toBeGreaterThanOrEqual(seriesApart)
      for (const ground of grounds[scheme]) expect(contrastRatio(beside, ground)).toBeGreaterThanOrEqual(3)
    }),
    { numRuns: 1_000 },
  )
})

test('a brand like amber has another second series', () => {
  expect(brandTokens('#0f766e', 'light')['--series-beside']).toBe('#d97706')
  expect(brandTokens('#b45309', 'light')['--series-beside']).toBe('#3b5b78')
})

test('an invalid colour never reaches the page', () => {
  expect(JSON.stringify(brandTokens('red;background:url(//x)', 'light'))).not.toContain('url')
})
