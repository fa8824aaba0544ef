import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SAMPLE_REPORT } from '../testing/sample-report.ts'
import { contrast, difference, parseColor } from './colors.ts'
import { APART } from './series-colors.ts'
import { deriveTheme, overlayTheme } from './theme.ts'

const own = SAMPLE_REPORT.theme
const bare = { ...own, dataColors: [], accent: null }

describe('theme', () => {
  it.each([
    ['default theme', {}],
    ['dark', { background: '#14171F', foreground: '#ECEBE8' }],
    ['dark background with a dark foreground', { background: '#101010' }],
    ['white on white', { background: '#FFFFFF', foreground: '#FEFEFE' }],
    ['colours with low contrast', { dataColors: ['#FFFFFF', '#FFFF00', '#F8F8F8'], tableAccent: '#FFFFAA' }],
    ['black', { background: '#000000', dataColors: ['#000000', '#0A0A0A'] }],
  ])('has sufficient contrast: %s', (_, themeJson) => {
    const theme = deriveTheme(overlayTheme(own, { themeJson }))
    expect(contrast(theme.ink, theme.card)).toBeGreaterThanOrEqual(7)
    expect(contrast(theme.muted, theme.card)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme.accent, theme.card)).toBeGreaterThanOrEqual(3)
    expect(contrast(theme.onAccent, theme.accent)).toBeGreaterThanOrEqual(4.5)
    for (const color of theme.dataColors) expect(contrast(color, theme.card)).toBeGreaterThanOrEqual(1.9)
  })
  it('uses the host’s colours and ignores invalid values', () => {
    const theme = overlayTheme(own, {
      themeJson: { background: 'url(x)', dataColors: ['#123456', 'red;}'], fontFamily: 5 },
    })
    expect(theme).toMatchObject({ background: own.background, dataColors: ['#123456'], fontFamily: own.fontFamily })
    expect(deriveTheme(overlayTheme({ ...own, fontFamily: 'x;} body{' }, {})).fontFamily).not.toContain('}')
  })
  it('has the palette of the brand only where the report has no colours of its own', () => {
    const brand = { themeJson: { brand: '#b4245d' } }
    expect(overlayTheme(bare, brand)).toMatchObject({
      accent: '#b4245d',
      dataColors: ['#b4245d'],
    })
    expect(overlayTheme(own, brand)).toEqual(overlayTheme(own, {}))
    expect(overlayTheme(bare, { themeJson: { brand: 'url(x)' } }).accent).toBe('#0f766e')
  })
  it.each(['#fde047', '#000000', '#ffffff', '#d97706', '#3b5b78'])(
    'is readable with the brand %s, in light and dark',
    (brand) => {
      for (const ground of [{}, { background: '#11141a', foreground: '#edece7' }]) {
        const full = overlayTheme(bare, { themeJson: { brand, ...ground } })
        const theme = deriveTheme(full)
        expect(contrast(theme.accent, theme.card)).toBeGreaterThanOrEqual(3)
        for (const color of theme.dataColors) expect(contrast(color, theme.card)).toBeGreaterThanOrEqual(3)
      }
    },
  )
  it('keeps the series of every brand apart, and visible on card and page, in light and dark', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const brands = fc
      .tuple(byte, byte, byte)
      .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
    const grounds = fc.constantFrom({}, { background: '#11141a', foreground: '#edece7' }, { background: '#fbfaf7' })
    fc.assert(
      fc.property(brands, grounds, (brand, ground) => {
        const { dataColors, card, page } = deriveTheme(overlayTheme(bare, { themeJson: { brand, ...ground } }))
        expect(dataColors).toHaveLength(7)
        for (const [index, color] of dataColors.entries()) {
          expect(Math.min(contrast(color, card), contrast(color, page))).toBeGreaterThanOrEqual(3)
          for (const other of dataColors.slice(0, index)) expect(difference(color, other)).toBeGreaterThanOrEqual(APART)
        }
      }),
    )
  })
  it.each(['#c01c28', '#7f1d1d', '#ff0000'])('a goal that is met is green also with the red brand %s', (brand) => {
    for (const ground of [{}, { background: '#11141a' }]) {
      const { good, card } = deriveTheme(overlayTheme(bare, { themeJson: { brand, accent: brand, ...ground } }))
      const [red = 0, green = 0] = parseColor(good) ?? []
      expect(green).toBeGreaterThan(red)
      expect(contrast(good, card)).toBeGreaterThanOrEqual(4.5)
    }
  })
  it('brightens the palette of the brand on a dark background, and keeps the colours that the report has chosen', () => {
    const dark = { themeJson: { brand: '#0f766e', background: '#11141a', foreground: '#edece7' } }
    const made = deriveTheme(overlayTheme(bare, dark))
    for (const color of made.dataColors) expect(contrast(color, made.card)).toBeGreaterThanOrEqual(5)
    const chosen = deriveTheme(overlayTheme({ ...own, dataColors: ['#0f8a80'] }, dark))
    expect(chosen.dataColors).toEqual(['#0f8a80'])
  })
  it('detects a dark theme by the background', () => {
    expect(deriveTheme(overlayTheme(own, {})).isDark).toBe(false)
    expect(deriveTheme(overlayTheme({ ...own, background: '#14171F' }, {})).isDark).toBe(true)
  })
})
