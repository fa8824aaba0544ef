// The arrival at another host: the page names the unit, and its theme is there before the first screen.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'
import { type ActiveTheme } from '#platform/web/theme/active-theme.ts'
import { themeValues, plain } from '#features/organisation/themes/contract.ts'
import { z } from 'zod'

const { open } = pageWithScript(join(import.meta.dirname, 'switch-landing-test-page.tsx'))

const id = (number: number) => `0000000${number}-0000-4000-8000-000000000000`
const accepted = {
  status: 'success',
  user: {
    id: id(1),
    nome_usuario: 'Tereza',
    email: 't@example.com',
    parceiro_id: id(2),
    perfil_usuario: 'admin',
    auth_type: 'password',
  },
  tenant_id: id(3),
  intended: '/',
  token: 'token',
  device: null,
  domain: 'sul.localhost',
  message: null,
}
const config = (theme: ActiveTheme) => ({
  tenant: { name: 'Sul', domain: 'sul.localhost' },
  theme: z.encode(themeValues, { ...plain, ...theme } as never),
  saml: [],
  openid: [],
  microsoft: 'N',
  register: 'N',
  forgot: 'N',
  sends_mail: 'S',
  languages: ['en-US'],
  default_language: 'en-US',
  terms: [],
  address: '192.0.2.1',
})

const arrivalsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { arrivals: string[] }).arrivals)

it('names the unit, and begins the session with the theme of the host', async () => {
  let answerTheme = (): unknown => undefined
  let isAccepted = false
  const page = await open(async (fresh) => {
    await fresh.route('**/api/**', async (route) => {
      if (route.request().url().includes('login/config')) {
        answerTheme = () => route.fulfill({ json: config({ title_page: 'Portal Sul' }) })
        return
      }
      await route.fulfill({ json: accepted })
      isAccepted = true
    })
  })
  await expect.poll(() => isAccepted).toBe(true)
  expect(await arrivalsOf(page)).toEqual([])
  await answerTheme()
  await page.getByText('Opening Sul').waitFor()
  await expect.poll(() => arrivalsOf(page)).toEqual(['Portal Sul'])
})

it('begins the session although the theme cannot be read', async () => {
  const page = await open(async (fresh) => {
    await fresh.route('**/api/**', (route) =>
      route.request().url().includes('login/config')
        ? route.fulfill({ status: 500, json: { status: false, message: 'broken' } })
        : route.fulfill({ json: accepted }),
    )
  })
  await expect.poll(async () => (await arrivalsOf(page)).length).toBe(1)
})
