// The installed app on a phone. Notices: offered above the notifications, asked for after a click only, chosen and removed in the profile.
// The offline page: there after the sign-in, with the names of reports, and empty after the sign-out.
import { expect, type Page } from '@playwright/test'
import { offlineWords } from '#apps/web/installed/offline-words.ts'
import { addMessage } from '#features/messaging/messages/contract.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, signOut, test as base, takePicture } from './portal.ts'
import { openWorld, type World } from './world.ts'

const test = base.extend<object, { world: World }>({
  world: [
    async ({ playwright: _ }, provide) => {
      const contact = { PUSH_CONTACT: 'mailto:operator@vitrine.example' }
      const { close, ...world } = await openWorld(process.env['JOURNEY_WORLDS'] ?? '', contact)
      await provide(world)
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const say = phrasesOf('pt-BR')
const words = offlineWords['pt-BR']
const phone = { viewport: { width: 390, height: 844 } }

/** Chromium in tests reaches no push service: the subscription is one of the test. The number of questions for permission is counted. */
async function withPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const subscription = {
      endpoint: 'https://push.example/journey',
      options: { applicationServerKey: null },
      getKey: (name: string) => new Uint8Array(name === 'p256dh' ? 65 : 16).fill(4).buffer,
      unsubscribe: async () => {
        localStorage.removeItem('journey-subscribed')
        return true
      },
    }
    const present = async () => (localStorage.getItem('journey-subscribed') === null ? null : subscription)
    Object.assign(PushManager.prototype, {
      getSubscription: present,
      subscribe: async () => {
        localStorage.setItem('journey-subscribed', 'yes')
        return subscription
      },
    })
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => {
      localStorage.setItem('journey-asked', 'yes')
      return 'granted'
    }
  })
}

test('a reader is offered notices above the first notification, chooses kinds and quiet hours, and removes the device', async ({
  portal,
}, testInfo) => {
  const page = await portal.pageOf(people.reader, phone)
  const faults = faultsOf(page)
  await withPushService(page)
  const asked = () => page.evaluate(() => localStorage.getItem('journey-asked'))
  await page.goto(portal.url('/notifications'))
  const offer = page.getByRole('region', { name: say('messaging.pushDevices.title') })
  // Nothing is offered before there is a notification.
  await expect(page.getByText(say('messaging.notifications.empty'))).toBeVisible()
  await expect(offer).toBeHidden()
  const inPortuguese = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
  const send = await portal.as(people.admin)
  await send(addMessage, {
    title: inPortuguese('Fechamento'),
    body: inPortuguese('<p>Fechamos na sexta.</p>'),
    target: 'everybody',
    group_ids: [],
    user_ids: [],
    login_notice: 'N',
    starts_on: null,
    ends_on: null,
  })
  await expect(offer).toBeVisible()
  await noViolations(page, 'offer')
  await fits(page, 'offer')
  await takePicture(page, testInfo.outputPath('offer.png'))
  expect(await asked()).toBeNull()
  await offer.getByRole('button', { name: say('messaging.pushDevices.on') }).click()
  await expect(page.getByText(say('messaging.pushDevices.done'))).toBeVisible()
  await expect(offer).toBeHidden()
  expect(await asked()).toBe('yes')

  await page.goto(portal.url('/profile'))
  const device = page.getByRole('listitem').filter({ hasText: say('messaging.pushDevices.here') })
  await expect(device).toBeVisible()
  const tasks = page.getByRole('switch', { name: say('messaging.pushDevices.kind.tasks') })
  await tasks.uncheck()
  await expect(page.getByText(say('general.toast.done')).first()).toBeVisible()
  await page.getByRole('switch', { name: say('messaging.pushDevices.quiet') }).check()
  const from = page.getByLabel(say('messaging.pushDevices.field.quiet_from'))
  await from.fill('21:30')
  await from.blur()
  await expect(from).toBeEnabled()
  await noViolations(page, 'profile')
  await fits(page, 'profile')
  await takePicture(page, testInfo.outputPath('profile.png'), { fullPage: true })
  await page.reload()
  await expect(from).toHaveValue('21:30')
  await expect(tasks).not.toBeChecked()
  await device.getByRole('button').click()
  await expect(device).toBeHidden()
  await expect(page.getByRole('button', { name: say('messaging.pushDevices.on') })).toBeVisible()
  expect(faults).toEqual([])
})

test('without a connection a reader sees the names of their reports, and after the sign-out none', async ({
  portal,
}, testInfo) => {
  const page = await portal.pageOf(people.reader, phone)
  const context = page.context()
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  // The worker begins when the page has been idle for some seconds.
  await expect.poll(workers, { timeout: 60_000 }).toBe(1)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const copies = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(copies, { timeout: 60_000 }).toContain('vitrine-offline')
  await context.setOffline(true)
  await expect(async () => {
    await page.goto(portal.url('/profile'))
    await expect(page.getByRole('listitem').first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title)
  await noViolations(page, 'offline')
  await fits(page, 'offline')
  await takePicture(page, testInfo.outputPath('offline.png'), { fullPage: true })

  // The page loads itself again when the connection is back, which ends the navigation of the test.
  await context.setOffline(false)
  await expect(async () => {
    await page.goto(portal.url('/'))
    await expect(page.getByRole('button', { name: say('frame.profile.menu') })).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await signOut(page)
  await context.setOffline(true)
  await page.goto(portal.url('/'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title)
  await expect(page.getByText(words.none)).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(0)
})
