import { expect, test } from 'vitest'
import { brandTokens } from './brand.ts'
import { contrastRatio } from './contrast.ts'

test('whatever the brand, its text can be read on our ground and text on it can be read', () => {
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

test('what is no colour never reaches the page', () => {
  expect(JSON.stringify(brandTokens('red;background:url(//x)', 'light'))).not.toContain('url')
})
