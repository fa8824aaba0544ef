// An identity provider of the journeys: it answers the SAML requests that a browser brings, with signed responses.
import { inflateRawSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { type Language } from '#catalogue/languages.ts'
import { samlCalls } from '#features/identity/saml/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { certificate, encoded, entityId, responseOf, type Said, sign } from '#testing/identity-provider.ts'
import { people, type Portal } from './portal.ts'

/** What the provider says of the person at the browser. */
export type Claims = Pick<Said, 'subject' | 'attributes' | 'issuer'>

const app: SentOf<typeof samlCalls.add> = {
  name: 'Provedor',
  entity_id: entityId,
  login_url: 'https://idp.example/sso',
  logout_url: '',
  certificates: [certificate],
  name_id_format: 'persistent',
  attributes: { email: 'mail', nome_usuario: 'name' },
  create_users: 'S',
  idp_initiated: 'N',
  status: 'S',
}

/** Connects the provider to the home unit. `set` changes the connection. */
export async function connectSaml(portal: Portal) {
  const ask = await portal.as(people.partner)
  const { id } = await ask(samlCalls.add, app)
  const read = () => ask(samlCalls.read, { id })
  const set = async (change: Omit<SentOf<typeof samlCalls.update>, 'id' | 'version'>) => {
    const { version } = await read()
    await ask(samlCalls.update, { id, version, ...change })
  }
  return { id, read, set, remove: () => ask(samlCalls.remove, { id }) }
}

/** Plays the provider for one page. */
export async function playSaml(page: Page, portal: Portal, appId: string, claims: () => Claims): Promise<void> {
  await page.route('https://idp.example/**', async (route) => {
    const request = new URL(route.request().url()).searchParams.get('SAMLRequest') ?? ''
    const xml = inflateRawSync(Buffer.from(request, 'base64')).toString()
    const acsUrl = /AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? ''
    const audience = portal.url(`/api/saml/metadata/${appId}`)
    const inResponseTo = /ID="([^"]+)"/.exec(xml)?.[1] ?? ''
    const response = sign(responseOf({ acsUrl, audience, inResponseTo, ...claims() }))
    await route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><form method="post" action="${acsUrl}"><input name="SAMLResponse" value="${encoded(response)}"></form><script>document.forms[0].submit()</script>`,
    })
  })
}

/** Opens the sign-in page in a language. */
export async function openSignIn(page: Page, portal: Portal, language: Language, unit?: string): Promise<void> {
  await page.goto(portal.url('/signin', unit))
  // The portal has set its default language by then.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Presses the button of the provider. */
export const enterBySaml = (page: Page) => page.getByRole('button', { name: /Provedor/ }).click()
