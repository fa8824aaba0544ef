import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserGround, startBrowser } from '#testing/browser-page.ts'
import { previewTokens, type Scheme, type ThemeColours, themeSheet } from './theme-tokens.ts'

const names = [
  '--ink', '--ink-quiet', '--paper', '--surface', '--surface-hover', '--line', '--line-strong', '--accent', '--accent-text',
  '--accent-soft', '--on-accent', '--nav-group', '--nav-subgroup', '--nav-icon', '--nav-active', '--nav-active-soft',
  '--login-background', '--login-ink', '--login-link', '--logo-ground', '--highlight',
] // prettier-ignore

const themes: Record<string, ThemeColours> = {
  'of the product': {},
  'with an accent': { color_button: '#b4245d' },
  'with grounds': { color_background: '#f0f4ff', color_card: '#ffffff', color_font: '#10204a' },
  'with a menu': { color_active_item: '#7a1f3d', color_group: '#204080', color_icon: '#a04000' },
  'with a sign-in page': {
    color_login_background: '#12324a',
    color_login_button: '#e0a030',
    color_forgot_password: '#b4245d',
  },
}

let ground: BrowserGround
beforeAll(async () => {
  ground = await startBrowser()
})
afterAll(() => ground.close())

const tokensCss = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

type ThemeValues = { theme: ThemeColours; scheme: Scheme }

/** The tokens of the page, or those of a preview on it. */
async function tokensOn(page: ThemeValues, preview?: ThemeValues): Promise<Record<string, string>> {
  const style = Object.entries(preview ? previewTokens(preview.theme, preview.scheme) : {}).map((one) => one.join(':'))
  const board = preview ? `<div data-preview-scheme="${preview.scheme}" style="${style.join(';')}"></div>` : ''
  const tab = await ground.browser.newPage()
  await tab.setContent(
    `<html data-mantine-color-scheme="${page.scheme}"><style>${tokensCss}${themeSheet(page.theme)}</style><body>${board}</body></html>`,
  )
  const found = await tab.locator(preview ? '[data-preview-scheme]' : 'html').evaluate((element, wanted) => {
    const computed = getComputedStyle(element)
    return Object.fromEntries(wanted.map((name) => [name, computed.getPropertyValue(name)]))
  }, names)
  await tab.close()
  return found
}

describe('the preview of a theme', () => {
  for (const scheme of ['light', 'dark'] as const) {
    it.each(Object.entries(themes))(`has the colours of the page in ${scheme}: theme %s`, async (_, theme) => {
      // The editor may have another theme and the other scheme.
      const editor: ThemeValues = {
        theme: { color_button: '#445500', color_background: '#222222' },
        scheme: scheme === 'light' ? 'dark' : 'light',
      }
      const page = await tokensOn({ theme, scheme })
      expect(page['--ink']).not.toBe('')
      expect(await tokensOn(editor, { theme, scheme })).toEqual(page)
    })
  }
})
