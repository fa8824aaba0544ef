import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkContrast } from './theme-contrast.ts'

it('computes the contrast of a colour on its backgrounds', () => {
  expect(
    checkContrast({ color_font: '#000000', color_card: '#ffffff', color_background: '#ffffff' }, 'color_font'),
  ).toEqual({
    ratio: 21,
    min: 4.5,
    better: null,
  })
  const pale = checkContrast({ color_group: '#fde047' }, 'color_group')
  expect(pale?.ratio).toBeLessThan(1.5)
  expect(pale?.better).toMatch(/^#[\da-f]{6}$/)
  expect(checkContrast({}, 'color_background')).toBeNull()
})

it('suggests a colour that passes the check', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  const name = fc.constantFrom('color_font', 'color_group', 'color_subgroup', 'color_icon', 'color_forgot_password')
  fc.assert(
    fc.property(colour, colour, name, (chosen, card, field) => {
      const theme = { color_card: card, [field]: chosen }
      const { better } = checkContrast(theme, field) ?? {}
      expect(better ? checkContrast({ ...theme, [field]: better }, field)?.better : null).toBeNull()
    }),
    { numRuns: 500 },
  )
})
