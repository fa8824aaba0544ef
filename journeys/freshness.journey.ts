// How fresh the data is: an administrator plans refreshes and starts one, sees its end and the plan in the calendar.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { selectUsers } from '#features/people/users/contract.ts'
import {
  listDatasets,
  listRefreshes,
  readDataset,
  refreshDataset,
  refreshProblems,
} from '#features/reports/datasets/contract.ts'
import { requestOf } from '#testing/call-request.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, fits, noViolations, people, type Portal, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

test('an administrator refreshes a data set, plans its refreshes, and finds them in the calendar', async ({
  portal,
}, testInfo) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/powerbi/datasets'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('reports.datasets.title'))
  await page
    .getByRole('link', { name: /AdventureWorks|Desempenho|Visão|Produtos/ })
    .first()
    .click()
  await page.getByRole('button', { name: say('reports.datasets.refresh') }).click()
  await expect(page.getByText(say('reports.datasets.started'))).toBeVisible()
  const first = page.getByRole('table', { name: '' }).locator('tbody tr').first()
  await expect(first).toContainText(say('reports.datasets.states.completed'), { timeout: 60_000 })
  await expect(first).toContainText('Ana Souza')
  // What is left of the daily limit stands above the history, before somebody reaches it.
  await expect(page.getByText(/^Restam? \d atualiza.* hoje, do limite diário de 8 da conta/)).toBeVisible()
  await noViolations(page, 'data set')
  await takePicture(page, testInfo.outputPath('limit.png'), { fullPage: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page, 'data set')
  await takePicture(page, testInfo.outputPath('limit-phone.png'), { fullPage: true })
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.getByRole('switch', { name: say('reports.datasets.field.enabled') }).check()
  for (const day of ['segunda-feira', 'quarta-feira']) await page.getByRole('checkbox', { name: day }).check()
  await page.getByRole('button', { name: say('frame.times.add') }).click()
  await expect(page.getByText(say('reports.datasets.planned', { count: 1, limit: '8' }))).toBeVisible()
  // A person is told of failures, and then the administrators again.
  await chooseOffered(
    page.getByRole('combobox', { name: say('reports.datasets.field.owner_id') }),
    'Beatriz',
    /Beatriz/,
  )
  await expect(page.getByText(say('reports.datasets.nobodyTold'), { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: say('reports.datasets.notifyAdministrators') }).click()
  await expect(page.getByText(say('reports.datasets.nobodyTold'), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: say('general.action.save') }).click()
  // The page stays, says when the next refresh is, and shows the next ones.
  await expect(page.getByText(/^Agendamento salvo\. Próxima atualização: .*06:00\.$/)).toBeVisible()
  await expect(
    page.getByRole('region', { name: say('reports.datasets.next.title') }).getByRole('listitem'),
  ).toHaveCount(5)

  await page.goto(portal.url('/powerbi/datasets/calendar?from=2026-11-23'))
  await expect(page.getByText('06:00').first()).toBeVisible()
  await noViolations(page, 'calendar')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await fits(page, 'calendar')
})

test('the list of people does not move while it loads', async ({ portal }) => {
  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url('/powerbi/datasets'))
  const dataset = page.getByRole('link', { name: /AdventureWorks|Desempenho|Visão|Produtos/ })
  await dataset.first().click()
  await page.getByRole('switch', { name: say('reports.datasets.field.enabled') }).check()
  const field = page.getByRole('combobox', { name: say('reports.datasets.field.owner_id') })
  const options = page.getByRole('option')
  const offered = () =>
    options.evaluateAll((all) => all.map((one) => `${one.textContent} ${Math.round(one.getBoundingClientRect().top)}`))
  await field.click()
  await expect(options.first()).toBeVisible()
  const looked = Promise.withResolvers<void>()
  await page.route(`**/api/${selectUsers.path}?*`, async (route) => {
    await looked.promise
    await route.continue()
  })
  // A letter of every e-mail: people come to stand between those whose names have it.
  await field.fill('e')
  const early: string[] = []
  for (let look = 0; look < 10; look++) {
    early.push(...(await offered()))
    await sleep(60)
  }
  looked.resolve()
  await expect(options.first()).toBeVisible()
  await expect.poll(offered).toEqual(await offered())
  const final = await offered()
  expect(final.length).toBeGreaterThan(1)
  // A person who could be clicked before the answer stays in place.
  expect(early.filter((option) => !final.includes(option))).toEqual([])
})

test('a reader gets no data sets until an administrator turns the toggle on in the form of the person @all', async ({
  portal,
}, testInfo) => {
  const page = await portal.pageOf(people.seller)
  await page.goto(portal.url('/powerbi/datasets'))
  await expect(page.getByText(say('frame.refused.text'))).toBeVisible()

  const admin = await portal.pageOf(people.admin)
  await admin.goto(portal.url('/user?search=linda3'))
  await admin.getByRole('link', { name: 'Linda Mitchell' }).click()
  const toggle = admin.getByRole('switch', { name: say('people.users.field.update_datasets') })
  await expect(toggle).not.toBeChecked()
  await toggle.check()
  await takePicture(admin, testInfo.outputPath('toggle.png'), { fullPage: true })
  await admin.getByRole('button', { name: say('general.action.save') }).click()
  const saved = say('general.toast.saved', { name: 'Linda Mitchell' })
  await expect(admin.getByText(saved).first()).toBeVisible()

  await page.goto(portal.url('/powerbi/datasets'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('reports.datasets.title'))
  await expect(page.getByRole('link', { name: 'AdventureWorks' })).toBeVisible()
  await page.getByRole('link', { name: 'AdventureWorks' }).click()
  await expect(page.getByRole('button', { name: say('reports.datasets.refresh') })).toBeVisible()
})

test('a reached daily limit is said, and no refresh can be started @all', async ({ portal }, testInfo) => {
  const ask = await portal.as(people.admin)
  const [dataset] = (await ask(listDatasets, {})).data
  const id = dataset?.id ?? ''
  const refreshes = () => ask(listRefreshes, { id })
  const isDone = () =>
    expect
      .poll(async () => (await refreshes()).data.every(({ state }) => !['waiting', 'running'].includes(state)))
      .toBe(true)
  await isDone()
  for (let { used, limit } = await refreshes(); used < limit; { used, limit } = await refreshes()) {
    await ask(refreshDataset, { id })
    await isDone()
  }
  const send = await portal.rawAs(people.admin)
  const refused = await send(requestOf(refreshDataset, { id }))
  expect([refused.status, refused.body['key']]).toEqual([409, 'dataset_limit_reached'])

  const page = await portal.pageOf(people.admin)
  await page.goto(portal.url(`/powerbi/datasets/${id}`))
  const sentence = say('reports.datasets.left', { count: 0, limit: 8 })
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('button', { name: say('reports.datasets.refresh') })).toBeDisabled()
  await noViolations(page, 'data set at its limit')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await fits(page, 'data set at its limit')
  await takePicture(page, testInfo.outputPath('limit-reached-phone.png'), { fullPage: true })
})

const long = 'Vendas_por_revendedor_e_território_de_todas_as_regiões_do_mundo_desde_2011_até_hoje'

/** A data set of the demo world with the longest contents that a service may send. Answers its id. */
async function giveLongContents(page: Page, portal: Portal): Promise<string> {
  const ask = await portal.rawAs(people.admin)
  const listed = await ask({ method: 'GET', path: `/api/${listDatasets.path}` })
  const id = (listed.body['data'] as { id: string }[])[0]?.id ?? ''
  const { body } = await ask({ method: 'GET', path: `/api/${readDataset.path}?id=${id}` })
  const half = (at: number) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`
  const json = {
    ...body,
    name: long,
    last_state: 'failed',
    enabled: 'S',
    days: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
    times: Array.from({ length: 48 }, (_, at) => half(at)),
    after_id: crypto.randomUUID(),
    after: long,
    owner: long,
  }
  await page.route(`**/api/${readDataset.path}?*`, (route) => route.fulfill({ json }))
  const data = refreshProblems.map((problem, at) => ({
    id: crypto.randomUUID(),
    cause: 'person',
    person: long,
    state: 'failed',
    problem,
    service_code: `Model_Refresh_Failed_${'Credentials_not_specified_'.repeat(6)}`,
    started_at: new Date(Date.UTC(2026, 10, 1, at)),
    ended_at: new Date(Date.UTC(2026, 10, 30, at)),
  }))
  const history = { complete: false, used: 3, limit: 8, data }
  await page.route(`**/api/${listRefreshes.path}?*`, (route) => route.fulfill({ json: history }))
  return id
}

for (const isMeasured of [true, false]) {
  const when = isMeasured ? '' : ', also before its table is measured'
  test(`a data set with long names and messages fits a narrow phone in pt-PT${when} @all`, async ({
    portal,
  }, testInfo) => {
    const page = await portal.pageOf(people.admin, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
    await page.evaluate(() => localStorage.setItem('language', 'pt-PT'))
    if (!isMeasured) await page.addInitScript(() => (ResizeObserver.prototype.observe = () => undefined))
    const id = await giveLongContents(page, portal)
    await page.goto(portal.url(`/powerbi/datasets/${id}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(long)
    await expect(page.getByRole('row')).toHaveCount(refreshProblems.length + 1)
    await fits(page, 'a data set with long contents')
    await takePicture(page, testInfo.outputPath('long-phone.png'), { fullPage: true })
  })
}
