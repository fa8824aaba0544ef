import { describe, expect, it } from 'vitest'
import { SAMPLE_REPORT } from '../testing/sample-report.ts'
import { contrast } from './colors.ts'
import { deriveTheme, overlayTheme } from './theme.ts'

const own = SAMPLE_REPORT.theme

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
    expect(deriveTheme({ ...own, fontFamily: 'x;} body{' }).fontFamily).not.toContain('}')
  })
  it('detects a dark theme by the background', () => {
    expect(deriveTheme(own).isDark).toBe(false)
    expect(deriveTheme({ ...own, background: '#14171F' }).isDark).toBe(true)
  })
})
