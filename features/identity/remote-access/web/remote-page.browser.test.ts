// The screen of remote access: when it says that nobody asked.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'remote-page-test-page.tsx'))

const id = '00000001-0000-4000-8000-000000000000'
const requester = { nome_usuario: 'Ana Souza', perfil_usuario: 'admin' }
const nothing = { allow_access_remote: 'S', consent: null, waiting: [], current: null, past: [] }
const waiting = [{ token: id, requester, reason: 'Help', expires_at: '2999-01-01T00:00:00.000Z' }]

it('the screen of remote access says that nobody asked, unless a request is open', async () => {
  const pageWith = (config: object) =>
    open((fresh) => fresh.route('**/api/**', (route) => route.fulfill({ json: { ...nothing, ...config } })))
  const none = 'identity.remoteAccess.list.none'
  await (await pageWith({})).getByText(none).waitFor()
  const asked = await pageWith({ waiting })
  await asked.getByText('Ana Souza').waitFor()
  expect(await asked.getByText(none).count()).toBe(0)
})
