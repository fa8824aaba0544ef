import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'api-keys-test-page.tsx'))

const key = {
  id: '00000001-0000-4000-8000-000000000001',
  name: 'ERP',
  owner: 'Ana',
  own: 'S',
  state: 'expiring',
  scopes: ['user.read'],
  networks: ['203.0.113.0/24'],
  host: 'unit.example.com',
  token_hint: 'wxyz',
  old_valid_until: null,
  expires_at: '2026-12-01T03:00:00Z',
  last_used_on: '2026-11-26',
  created_at: '2026-11-01T03:00:00Z',
  version: 3,
}
const token = 'vit_00000001_0123456789ABCDEFabcdef0123456789_00abcd'

type Sent = { method: string; path: string; body: Record<string, unknown> | null }

/** A page with these keys, and the calls that it has sent. */
async function screen(keys: object[]): Promise<{ page: Page; sent: Sent[] }> {
  const sent: Sent[] = []
  const page = await open(async (fresh) => {
    await fresh.route('**/api/auth/api_keys/**', async (route) => {
      const request = route.request()
      const path = new URL(request.url()).pathname
      if (path.endsWith('/all')) return route.fulfill({ json: { data: keys, can: ['add'] } })
      sent.push({ method: request.method(), path, body: request.postDataJSON() as Sent['body'] })
      return route.fulfill({ json: { status: true, id: key.id, token, expires_at: '2027-02-24T03:00:00Z' } })
    })
  })
  return { page, sent }
}

it('without keys the screen says what to do; a new key is shown once, with the chosen permissions', async () => {
  const { page, sent } = await screen([])
  await page.getByText('Create a key, so that a program').waitFor()
  await page.getByRole('button', { name: 'New API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Payroll')
  await dialog.getByRole('button', { name: 'Read only' }).click()
  // The permissions that the person has not are not offered.
  await dialog.getByRole('combobox', { name: 'Permissions' }).click()
  expect(await page.getByRole('option').allTextContents()).toEqual(['People: add'])
  await dialog.getByLabel('Allowed addresses').first().fill('203.0.113.0/24')
  await dialog.getByLabel('Allowed addresses').first().press('Enter')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Key' }).inputValue()).toBe(token)
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/auth/api_keys/add',
      body: {
        name: 'Payroll',
        scopes: ['user.read', 'report.manage'],
        networks: ['203.0.113.0/24'],
        expires_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      },
    },
  ])
  await dialog.getByRole('button', { name: 'I have stored the key' }).click()
  await dialog.waitFor({ state: 'detached' })
})

it('a key is rotated and changed by its owner, and revoked after its name was typed', async () => {
  const { page, sent } = await screen([key])
  const row = page.getByRole('listitem')
  await row.getByText('Ends soon').waitFor()
  expect(await row.textContent()).toContain('from 1 address only')
  const act = async (name: string) => {
    await row.getByRole('button').click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Rotate')
  await page.getByRole('dialog', { name: 'Rotate ERP' }).getByRole('button', { name: 'Rotate' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe(token)
  await page.getByRole('button', { name: 'I have stored the key' }).click()
  await act('Edit')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('ERP 2')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await act('Revoke')
  const revoke = page.getByRole('dialog').getByRole('button', { name: 'Revoke' })
  expect(await revoke.isDisabled()).toBe(true)
  await page.getByRole('dialog').getByRole('textbox').fill('ERP')
  await revoke.click()
  await expect
    .poll(() => sent.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`))
    .toEqual(['POST rotate', 'PUT update', 'DELETE delete'])
  expect(sent[1]?.body).toMatchObject({ id: key.id, version: 3, name: 'ERP 2', networks: ['203.0.113.0/24'] })
})

it('who does not own a key can only revoke it; a revoked key has no actions', async () => {
  const keys = [
    { ...key, own: 'N', state: 'active' },
    { ...key, id: key.id.replace(/1$/, '2'), name: 'Old', own: 'S', state: 'revoked' },
  ]
  const { page } = await screen(keys)
  const [first, second] = [page.getByRole('listitem').nth(0), page.getByRole('listitem').nth(1)]
  await first.getByRole('button').click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Revoke'])
  expect(await second.getByRole('button').count()).toBe(0)
})
