// Domains: a partner adds a domain, puts the TXT record into DNS, checks, and the sign-in page opens at that address. Removed, it leads nowhere.
// The DNS server of this file answers.
import { expect } from '@playwright/test'
import { findChromium, testFlags } from '../tools/chromium.ts'
import { type TestDns, testDns } from '#testing/dns-server.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, takePicture, test as base } from './portal.ts'
import { openWorld, type World } from './world.ts'

const say = phrasesOf('pt-BR')

const host = 'bi.aurora.example'

const test = base.extend<object, { dns: TestDns; world: World }>({
  dns: [
    async ({ playwright: _ }, provide) => {
      const dns = await testDns()
      await provide(dns)
      await dns.close()
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ dns }, provide) => {
      const { close, ...world } = await openWorld(process.env['JOURNEY_WORLDS'] ?? '', { DNS_SERVERS: dns.address })
      await provide(world)
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const executablePath = findChromium()
test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [...testFlags, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  },
})

test('a partner proves a domain and dresses it, people sign in there, and its removal closes it', async ({
  portal,
  dns,
  world,
  browser,
}, info) => {
  test.slow()
  const master = await portal.pageOf(people.partner, { unit: 'adventure-works' })
  const faults = [faultsOf(master)]
  await master.goto(portal.url('/domain', 'adventure-works'))
  await expect(master.getByText(say('business.domains.empty'))).toBeVisible()
  await noViolations(master, 'no domain yet')
  await master.getByRole('link', { name: say('business.domains.add') }).click()
  await master.locator('input[name="name"]').fill('10.0.0.1')
  await master
    .getByRole('combobox', { name: say('business.domains.field.tenant_id') })
    .or(master.getByRole('textbox', { name: say('business.domains.field.tenant_id') }))
    .first()
    .click()
  await master.getByRole('option', { name: 'Adventure Works Brasil', exact: true }).click()
  await noViolations(master, 'the form of a domain')
  await master.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  await expect(
    master.getByText(say('general.field.invalid', { name: say('business.domains.field.name') })).first(),
  ).toBeVisible()
  await master.locator('input[name="name"]').fill(host)
  await master.getByRole('button', { name: say('general.action.add'), exact: true }).click()

  await expect(master.getByRole('heading', { name: host })).toBeVisible()
  await expect(master.getByText(say('business.domains.state.waiting'))).toBeVisible()
  await noViolations(master, 'a domain that waits')
  const visitor = await (await browser.newContext({ locale: 'pt-BR' })).newPage()
  const address = `http://${host}:${world.port}/signin`
  await visitor.goto(address)
  await expect(visitor).toHaveURL(/\/domain\/notfound/)

  await master.getByRole('button', { name: say('business.domains.check.action') }).click()
  await expect(master.getByText(say('business.domains.fault.not_found')).first()).toBeVisible()
  const name = await master.getByRole('textbox', { name: say('business.domains.steps.name') }).inputValue()
  const value = await master.getByRole('textbox', { name: say('business.domains.steps.value') }).inputValue()
  expect(name).toBe(`_vitrine-challenge.${host}`)
  dns.texts.set(name, [['something else'], [value]])
  await master.getByRole('button', { name: say('business.domains.check.action') }).click()
  await expect(master.getByText(say('business.domains.state.verified'), { exact: true })).toBeVisible()
  await expect(
    master.getByText(say('business.domains.stateText.verified', { target: 'Adventure Works Brasil' })),
  ).toBeVisible()
  await expect(master.getByRole('button', { name: say('business.domains.check.action') })).toBeEnabled()
  await noViolations(master, 'a verified domain')

  await visitor.goto(address)
  await expect(visitor.locator('input[name="password"]')).toBeVisible()
  await expect(visitor).toHaveURL(address)

  // The partner dresses it: the title and the colour of its theme are those of the page at the domain.
  await master.goto(portal.url('/whitelabels', 'adventure-works'))
  await master.locator('input[name="title_page"]').fill('Aurora BI')
  await master.locator('input[name="color_button"]').fill('#7a1f3d')
  await master.getByRole('button', { name: say('general.action.save') }).click()
  await expect(master).toHaveTitle('Aurora BI')
  await visitor.goto(address)
  await expect(visitor).toHaveTitle('Aurora BI')
  await expect(visitor.locator('button[type="submit"]')).toHaveCSS('background-color', 'rgb(122, 31, 61)')
  await takePicture(visitor, info.outputPath('sign-in.png'))
  await visitor.setViewportSize({ width: 390, height: 844 })
  await fits(visitor, 'the sign-in page of a domain on a phone')
  await takePicture(visitor, info.outputPath('sign-in-phone.png'))

  await master.goto(portal.url('/domain', 'adventure-works'))
  await master.getByRole('link', { name: host }).first().click()
  await expect(master.getByRole('heading', { name: host })).toBeVisible()
  await master.setViewportSize({ width: 390, height: 844 })
  await fits(master)
  await master.goto(portal.url('/domain', 'adventure-works'))
  await expect(master.getByText(host).first()).toBeVisible()
  await fits(master)
  await noViolations(master, 'the list of domains on a phone')
  await master.setViewportSize({ width: 1366, height: 800 })

  await master.getByRole('button', { name: say('general.action.more') }).click()
  await master.getByRole('menuitem', { name: say('general.action.remove') }).click()
  const dialog = master.getByRole('dialog')
  await expect(dialog.getByText(say('business.domains.deleteText'))).toBeVisible()
  await dialog.getByRole('textbox').fill(host.toUpperCase())
  await dialog.getByRole('button', { name: say('general.action.remove') }).click()
  await expect(master.getByText(say('business.domains.empty'))).toBeVisible()
  await visitor.goto(address)
  await expect(visitor).toHaveURL(/\/domain\/notfound/)
  await visitor.context().close()
  expect(faults.flat()).toEqual([])
})
