import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastRatio, looksLikeFault, textOn } from './contrast.ts'
import {
  coloursOf,
  inheritedColour,
  ownColours,
  previewTokens,
  type ThemeColours,
  themeSheet,
  themeTokens,
} from './theme-tokens.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const names = Object.keys(ownColours.light) as (keyof ThemeColours)[]
const theme = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.option(colour)])),
) as fc.Arbitrary<ThemeColours>

describe('the tokens of a theme', () => {
  it('are empty for an empty theme', () => {
    expect(themeSheet({})).toBe('')
    expect(themeSheet({ color_card: null })).toBe('')
  })

  it('are readable for any theme, in light and dark', () => {
    fc.assert(
      fc.property(theme, fc.constantFrom('light' as const, 'dark' as const), (given, scheme) => {
        const tokens = themeTokens(given, scheme)
        const { color_card, color_background } = coloursOf(given, scheme)
        // Tokens that a theme does not set are tested with tokens.css.
        const ratio = (name: string, ground: string, min: number) =>
          expect(contrastRatio(tokens[name] ?? textOn(ground), ground)).toBeGreaterThanOrEqual(min)
        for (const name of ['--nav-group', '--nav-subgroup', '--ink', '--ink-quiet']) ratio(name, color_card, 4.5)
        ratio('--nav-active', tokens['--nav-active-soft'] ?? '#000000', 4.5)
        ratio('--accent-text', tokens['--accent-soft'] ?? '#000000', 4.5)
        ratio('--nav-icon', color_card, 3)
        if (given.color_forgot_password) {
          ratio('--login-link', color_card, 4.5)
          ratio('--login-link', color_background, 4.5)
        }
        ratio('--line-strong', color_card, 3)
        ratio('--login-ink', tokens['--login-background'] ?? '#000000', 4.5)
        ratio('--on-accent', tokens['--accent'] ?? '#000000', 4.5)
        for (const name of ['--ink', '--ink-quiet', '--accent-text']) ratio(name, color_background, 4.5)
      }),
      { numRuns: 500 },
    )
  })

  it('keep the focus ring apart from a fault for any theme, and visible', () => {
    fc.assert(
      fc.property(theme, fc.constantFrom('light' as const, 'dark' as const), (given, scheme) => {
        const tokens = themeTokens(given, scheme)
        const { color_card, color_background } = coloursOf(given, scheme)
        const ring = tokens['--highlight'] ?? tokens['--accent-text'] ?? ownColours[scheme].color_active_item
        for (const ground of [color_card, color_background])
          expect(contrastRatio(ring, ground)).toBeGreaterThanOrEqual(3)
        expect(looksLikeFault(ring)).toBe(false)
      }),
      { numRuns: 500 },
    )
    for (const red of ['#b3261e', '#d32f2f', '#c8102e', '#ff0000'])
      expect([red, themeTokens({ color_button: red }, 'light')['--highlight']]).toEqual([red, '#1b1f2a'])
    for (const other of ['#0f766e', '#1f6fb2', '#6d4bc4', '#9a4f00', '#1a7f42', '#5c6270'])
      expect([other, themeTokens({ color_button: other }, 'light')['--highlight']]).toEqual([other, undefined])
  })

  it('keep a readable colour unchanged', () => {
    expect(themeTokens({ color_group: '#7a1f3d', color_button: '#7a1f3d' }, 'light')).toMatchObject({
      '--nav-group': '#7a1f3d',
      '--accent': '#7a1f3d',
    })
  })

  it('change with each colour of the theme', () => {
    const withOne = (name: keyof ThemeColours) => previewTokens({ [name]: '#7a1f3d' }, 'light')
    const plain = previewTokens({}, 'light')
    for (const name of names) {
      const changed = Object.entries(withOne(name)).filter(([token, value]) => plain[token] !== value)
      expect(changed.length, name).toBeGreaterThan(0)
    }
  })

  it('make default cards a shade of a dark page, and keep them white on a light one', () => {
    expect(coloursOf({ color_background: '#222222' }, 'light').color_card).toBe('#2f2f2f')
    expect(coloursOf({ color_background: '#eef3ff' }, 'light').color_card).toBe('#ffffff')
  })

  it('do not change backgrounds of the dark scheme', () => {
    const tokens = themeTokens({ color_background: '#ffffff', color_card: '#eeeeee', color_font: '#000000' }, 'dark')
    expect(tokens).toEqual({})
  })

  it('U2: contain only colours for any theme content', () => {
    const hostile = '#fff;}body{background:url(//evil)}'
    const sheet = themeSheet(Object.fromEntries(names.map((name) => [name, hostile])))
    expect(sheet).not.toContain('evil')
    expect(
      sheet.replace(
        /:root\[data-mantine-color-scheme='(light|dark)'\]\{(--[a-z-]+:(#[\da-f]{6}|color-mix\([^;{}]*\));?)*\}/g,
        '',
      ),
    ).toBe('')
  })
})

it('a colour that a theme leaves out follows the button and the text, as in the portal', () => {
  const theme = { color_button: '#7a1fa2', color_group: '#123456' }
  const tokens = themeTokens(theme, 'light')
  expect(inheritedColour(theme, 'color_active_item')).toBe(tokens['--accent-text'])
  expect(inheritedColour(theme, 'color_login_button')).toBe(tokens['--accent'])
  expect(inheritedColour(theme, 'color_group')).toBe('#123456')
  expect(inheritedColour({}, 'color_active_item')).toBe(ownColours.light.color_active_item)
  expect(inheritedColour({ ...theme, color_active_item: '#00ff00' }, 'color_active_item')).toBe('#00ff00')
})
