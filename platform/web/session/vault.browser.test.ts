import type { BrowserContext, JSHandle, Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BrowserGround, startBrowser } from '#testing/browser-page.ts'

type Module = typeof import('./vault.ts') & typeof import('./caches.ts')

let ground: BrowserGround
let context: BrowserContext
beforeAll(async () => {
  ground = await startBrowser()
})
afterAll(() => ground.close())
beforeEach(async () => {
  context = await ground.browser.newContext()
})

const openVault = async (page: Page) => {
  const module = await ground.load<Module>(page, 'platform/web/session/vault.ts')
  return module.evaluateHandle((vault) => vault.openVault())
}
type VaultHandle = Awaited<ReturnType<typeof openVault>>

const write = (vault: VaultHandle, name: string, value: unknown) =>
  vault.evaluate(
    async (vault, [name, value]) => {
      vault.write(name, value)
      await vault.settled()
    },
    [name, value] as const,
  )
const read = (vault: VaultHandle, name: string) => vault.evaluate((vault, name) => vault.read(name), name)

/** All content of IndexedDB, as another script of the origin would read it. */
const rawEntries = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('vitrine')
      request.addEventListener('success', () => resolve(request.result))
    })
    const shelf = database.transaction('entries').objectStore('entries')
    const get = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const nameOf = (key: IDBValidKey | undefined) => (typeof key === 'string' ? key : '')
    const [keys, values] = [await get(shelf.getAllKeys()), await get(shelf.getAll())]
    database.close()
    return Promise.all(
      values.map(async (value: unknown, at) => {
        if (value instanceof CryptoKey) {
          const exported = await crypto.subtle.exportKey('raw', value).then(
            () => 'read',
            (error: unknown) => (error instanceof Error ? error.name : 'failed'),
          )
          return { id: nameOf(keys[at]), text: exported }
        }
        const bytes = new Uint8Array((value as { text: ArrayBuffer }).text)
        return { id: nameOf(keys[at]), text: new TextDecoder('latin1').decode(bytes) }
      }),
    )
  })

/** Replaces an entry, as a damaged disk or an attacker would. */
const overwrite = (page: Page, id: string, source: string | null) =>
  page.evaluate(
    async ([id, source]) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('vitrine')
        request.addEventListener('success', () => resolve(request.result))
      })
      const transaction = database.transaction('entries', 'readwrite')
      const shelf = transaction.objectStore('entries')
      if (source === null) shelf.put({ iv: new Uint8Array(12), text: new ArrayBuffer(40) }, id)
      else {
        const request = shelf.get(source)
        request.addEventListener('success', () => shelf.put(request.result, id))
      }
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      database.close()
    },
    [id, source] as const,
  )

test('an entry survives a reload and is not on disk in clear text', async () => {
  const page = await ground.openPage(context)
  await write(await openVault(page), 'user', { token: 'very-secret-token' })
  await page.reload()
  expect(await read(await openVault(page), 'user')).toEqual({ token: 'very-secret-token' })
  const entries = await rawEntries(page)
  expect(entries.map(({ id }) => id)).toEqual(['entry:user', 'key'])
  expect(entries[0]?.text).not.toContain('very-secret-token')
  expect(entries[1]?.text).toBe('InvalidAccessError')
})

test('an entry is read without opening the vault; a missing or damaged one, or a missing vault, is undefined', async () => {
  const page = await ground.openPage(context)
  const module = await ground.load<Module>(page, 'platform/web/session/vault.ts')
  const readOnce = (name: string) => module.evaluate((vault, name) => vault.readVaultOnce(name), name)
  expect(await readOnce('user')).toBeUndefined()
  expect(await rawEntries(page)).toEqual([])
  await write(await openVault(page), 'user', { token: 'very-secret-token' })
  expect([await readOnce('user'), await readOnce('config')]).toEqual([{ token: 'very-secret-token' }, undefined])
  await overwrite(page, 'entry:user', null)
  expect(await readOnce('user')).toBeUndefined()
})

test('removes a damaged or swapped entry and keeps the rest', async () => {
  const page = await ground.openPage(context)
  const vault = await openVault(page)
  for (const name of ['user', 'config', 'theme']) await write(vault, name, { name })
  await overwrite(page, 'entry:user', null)
  await overwrite(page, 'entry:config', 'entry:theme')
  await page.reload()
  const again = await openVault(page)
  expect(await read(again, 'user')).toBeUndefined()
  expect(await read(again, 'config')).toBeUndefined()
  expect(await read(again, 'theme')).toEqual({ name: 'theme' })
  expect((await rawEntries(page)).map(({ id }) => id)).toEqual(['entry:theme', 'key'])
})

test('tabs share changes, and clearing one tab clears and notifies the others', async () => {
  const [one, two] = [await ground.openPage(context), await ground.openPage(context)]
  const [first, second] = [await openVault(one), await openVault(two)]
  const heard = await second.evaluateHandle((vault) => {
    const names: (string | null)[] = []
    vault.listen((name) => names.push(name))
    return names
  })
  const expectHeard = (names: (string | null)[]) => expect.poll(() => heard.jsonValue()).toEqual(names)
  await write(first, 'user', { token: 'a' })
  await expectHeard(['user'])
  expect(await read(second, 'user')).toEqual({ token: 'a' })
  await first.evaluate((vault) => vault.clear())
  await expectHeard(['user', null])
  expect(await read(second, 'user')).toBeUndefined()
})

test('a write that crosses the clearing by another tab is not left on disk', async () => {
  const [one, two] = [await ground.openPage(context), await ground.openPage(context)]
  const [first, second] = [await openVault(one), await openVault(two)]
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([
      first.evaluate((vault) => {
        vault.clear()
        return vault.settled()
      }),
      second.evaluate((vault) => {
        vault.write('user', { token: 'a' })
        return vault.settled()
      }),
    ])
    // Whichever came first: the disk has the entry if the tab that wrote it has it.
    const isOnDisk = async () => (await rawEntries(one)).some(({ id }) => id === 'entry:user')
    await expect.poll(async () => (await isOnDisk()) === ((await read(second, 'user')) !== undefined)).toBe(true)
  }
})

test('two tabs that open at the same moment get the same key', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map(() => ground.openPage(context)))
  const vaults = await Promise.all(pages.map(openVault))
  await Promise.all(vaults.map((vault, index) => write(vault, `entry${index}`, index)))
  const late = await openVault(await ground.openPage(context))
  expect(await Promise.all(vaults.map((_, index) => read(late, `entry${index}`)))).toEqual([0, 1, 2, 3])
})

test('a write just before a clearing does not survive it', async () => {
  const page = await ground.openPage(context)
  const vault = await openVault(page)
  await vault.evaluate(async (vault) => {
    vault.write('user', { token: 'a' })
    vault.clear()
    await vault.settled()
  })
  expect((await rawEntries(page)).map(({ id }) => id)).toEqual(['key'])
})

test('the caches have the formats of the specification', async () => {
  const page = await ground.openPage(context)
  const vault = await openVault(page)
  const module = await ground.load<Module>(page, 'platform/web/session/caches.ts')
  const result = await page.evaluate(
    ([vault, { makeCaches }]) => {
      const caches = makeCaches(vault)
      caches.updateConfig({ hidden_menu: [] })
      caches.writeToken('lonely')
      const before = {
        config: caches.config(),
        user: caches.user(),
        page: caches.pageNumber('page_user'),
        theme: caches.theme(),
      }
      caches.writeConfig({ a: 1 })
      caches.updateConfig({ b: 2 })
      caches.writeUser({
        token: 'old',
        id: '1',
        email: 'a@b.c',
        tenant_id: null,
        parceiro_id: null,
        perfil_usuario: 'a2m',
        auth_type: 'password',
      })
      caches.writeToken('new')
      caches.writePageNumber('page_user', '3')
      caches.writeSingleSignOn({ id: 'x', redirect: '/a' })
      vault.write('theme', 'not a theme')
      return {
        before,
        config: caches.config(),
        token: caches.user()?.token,
        pages: [caches.pageNumber('page_user'), caches.pageNumber('page_tenant')],
        singleSignOn: [caches.takeSingleSignOn(), caches.takeSingleSignOn()],
        theme: caches.theme(),
        themeEntry: vault.read('theme'),
      }
    },
    [vault, module] as [VaultHandle, JSHandle<Module>],
  )
  expect(result).toEqual({
    before: { config: null, user: null, page: '1', theme: {} },
    config: { a: 1, b: 2 },
    token: 'new',
    pages: ['3', '1'],
    singleSignOn: [{ id: 'x', redirect: '/a' }, null],
    theme: {},
    themeEntry: undefined,
  })
})
