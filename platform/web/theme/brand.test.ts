import { expect, test } from 'vitest'
import { brandTokens } from './brand.ts'
import { contrastRatio } from './contrast.ts'

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

test('an invalid colour never reaches the page', () => {
  expect(JSON.stringify(brandTokens('red;background:url(//x)', 'light'))).not.toContain('url')
})
