// A task on real sales: it fires by its repeat policy, recovers, and mails each addressee their own rows in their language. The history
// explains each run. The other repeat policies stand in the call tests of tasks.
import { expect, type Page } from '@playwright/test'
import type { SentOf } from '#platform/contract/call.ts'
import { listRecipients, listRuns, runTask, taskCalls } from '#features/automation/tasks/contract.ts'
import { triggerCalls } from '#features/automation/triggers/contract.ts'
import { readProfile, updateProfile } from '#features/people/profile/contract.ts'
import { listUsers } from '#features/people/users/contract.ts'
import { listReports } from '#features/reports/library/contract.ts'
import { test } from './mail-world.ts'
import { phrasesOf } from './phrase.ts'
import { type Ask, faultsOf, fits, noViolations, people, takePicture } from './portal.ts'
import { ownSales } from './sales-data.ts'

const say = phrasesOf('pt-BR')

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

/** The categories with much sales. Linda begins with one and Jae with two; who runs the task has three, among them Clothing. */
const question = {
  type: 'list',
  dax: 'EVALUATE\nSUMMARIZECOLUMNS(\'Product Category\'[Category], "Total", [Reseller Sales])',
  column_name: 'Total',
  operator: 'greater',
  value: '1500000',
  row_key: ['Category'],
  variables: [{ name: 'categoria', value: 'Category', substitution: 'column' }],
  message: {
    'pt-BR': '{{categoria}} vendeu {{value}}',
    'en-US': '{{categoria}} sold {{value}}',
    es: null,
    'pt-PT': null,
  },
  tells_recovery: 'S',
} satisfies Partial<SentOf<typeof taskCalls.add>>

async function setScene(ask: Ask, askJae: Ask) {
  const profile = await askJae(readProfile, {})
  await askJae(updateProfile, { version: profile.version, language: 'en-US' })
  const report = (await ask(listReports, { search: 'Desempenho de revendas' })).data[0]?.id ?? ''
  const idOf = async (email: string) => (await ask(listUsers, { search: email })).data[0]?.id ?? ''
  const user_ids = await Promise.all([people.seller, people.otherSeller, people.reader].map(idOf))
  const add = async (name: string, repeat_policy: 'always' | 'on_change') =>
    (
      await ask(taskCalls.add, {
        ...question,
        name,
        repeat_policy,
        enabled: 'S',
        report_id: report,
        channels: ['portal', 'email'],
        webhook_url: null,
        target: 'chosen',
        send_to_self: 'N',
        user_ids,
        group_ids: [],
        trigger_ids: [],
      })
    ).id
  return { always: await add('Sempre', 'always'), onChange: await add('Mudanças', 'on_change') }
}

/** The runs of a task, oldest first, when `count` of them have ended. */
async function ended(ask: Ask, task_id: string, count: number) {
  const runs = async () => (await ask(listRuns, { task_id, size: 100, order: 'asc' })).data
  const states = async () => (await runs()).map(({ state }) => state)
  await expect
    .poll(async () => (await states()).filter((state) => state !== 'waiting').length, { timeout: 240_000 })
    .toBe(count)
  return runs()
}

/** Runs tasks now, and answers the outcome of each addressee of their last runs. */
async function runNow(ask: Ask, task_id: string): Promise<Record<string, string>> {
  const before = (await ask(listRuns, { task_id, size: 100 })).data.length
  await ask(runTask, { id: task_id })
  return outcomesOf(ask, (await ended(ask, task_id, before + 1)).at(-1)?.id ?? '')
}

async function outcomesOf(ask: Ask, run_id: string): Promise<Record<string, string>> {
  const { data } = await ask(listRecipients, { run_id, size: 100 })
  return Object.fromEntries(data.map(({ email, outcome }) => [email ?? '', outcome]))
}

const outcomes = (seller: string, otherSeller: string) => ({
  [people.seller]: seller,
  [people.otherSeller]: otherSeller,
  [people.reader]: 'no_right',
})

/** A page of the history at the three looks. */
async function looksRight(page: Page, name: string, picture: (file: string) => string): Promise<void> {
  await noViolations(page, name)
  await takePicture(page, picture(`${name}.png`), { fullPage: true })
  await page.setViewportSize(phone)
  await fits(page, name)
  await takePicture(page, picture(`${name}-phone.png`), { fullPage: true })
  const title = page.locator('h1').first()
  const ink = await title.evaluate((element) => getComputedStyle(element).color)
  await page.emulateMedia({ colorScheme: 'dark' })
  // The page draws the colours of the theme a moment after the scheme.
  await expect(title).not.toHaveCSS('color', ink)
  await noViolations(page, `${name}, dark`)
  await takePicture(page, picture(`${name}-dark.png`), { fullPage: true })
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(desktop)
}

test('E6: a task on sales fires by policy, recovers, and mails each seller their own rows in their language', async ({
  portal,
  mails,
  world,
}, info) => {
  test.setTimeout(1_200_000)
  const picture = (file: string) => info.outputPath(file)
  const ask = await portal.as(people.admin)
  const changeSales = await ownSales(world, ask)
  const { always, onChange } = await setScene(ask, await portal.as(people.otherSeller))
  const textTo = async (email: string, task: string) => (await mails.mailTo(email, new RegExp(task))).text ?? ''

  // The first run tells each seller their own categories. Who may not open the report is told nothing.
  expect(await runNow(ask, always)).toEqual(outcomes('told', 'told'))
  expect(await runNow(ask, onChange)).toEqual(outcomes('told', 'told'))
  for (const task of ['Sempre', 'Mudanças']) {
    const linda = await textTo(people.seller, task)
    expect(linda).toMatch(/Bikes vendeu 8\.660\.468,7/)
    expect(linda).not.toMatch(/Components|Clothing|sold/)
    const jae = await textTo(people.otherSeller, task)
    expect(jae).toMatch(/Bikes sold 6,617,235\.85/)
    expect(jae).toMatch(/Components sold 1,571,664\.98/)
    expect(jae).not.toMatch(/Clothing|vendeu/)
  }

  // The same sales again: only `always` tells again.
  expect(await runNow(ask, always)).toEqual(outcomes('told', 'told'))
  expect(await runNow(ask, onChange)).toEqual(outcomes('policy', 'policy'))
  for (const email of [people.seller, people.otherSeller]) await mails.mailTo(email, /Sempre/)

  // Linda sells more components. The planned run of `on_change` tells her alone.
  await changeSales(2, `e.EmailAddress = '${people.seller}' and c.EnglishProductCategoryName = 'Components'`)
  const planned = new Date(Math.ceil((Date.now() + 30_000) / 60_000) * 60_000)
  await ask(triggerCalls.add, {
    name: 'Na hora',
    enabled: 'S',
    frequency: 'daily',
    days: [],
    month_days: [],
    times: [planned.toISOString().slice(11, 16)],
    timezone: 'Atlantic/Reykjavik', // UTC the whole year
    starts_on: null,
    ends_on: null,
    task_ids: [onChange],
  })
  const [, held, fired] = await ended(ask, onChange, 3)
  expect(held).toMatchObject({ state: 'held', receipts: 0, untold: 3 })
  expect(fired).toMatchObject({ cause: 'trigger', state: 'notified', receipts: 1, untold: 2, planned_at: planned })
  expect(await outcomesOf(ask, fired?.id ?? '')).toEqual(outcomes('told', 'policy'))
  const more = await mails.mailTo(people.seller, /Mudanças/)
  expect(more.text).toMatch(/Components vendeu 2\.805\.923,06/)

  // Everybody sells less: what fired is told as normal again, in each language.
  await changeSales(0.01, 'true')
  expect(await runNow(ask, always)).toEqual(outcomes('told', 'told'))
  expect(await runNow(ask, onChange)).toEqual(outcomes('told', 'told'))
  // `always` has not run while Linda's components fired.
  expect(await textTo(people.seller, 'Sempre')).toMatch(/Voltou ao normal: Bikes\s/)
  expect(await textTo(people.seller, 'Mudanças')).toMatch(/Voltou ao normal: (Bikes · Components|Components · Bikes)/)
  for (const task of ['Sempre', 'Mudanças'])
    expect(await textTo(people.otherSeller, task)).toMatch(/Back to normal: (Bikes · Components|Components · Bikes)/)
  // Nobody had another mail. Who may see nothing had none.
  const countTo = (email: string) => mails.taken.filter(({ to }) => to.includes(email)).length
  expect([people.seller, people.otherSeller, people.reader].map(countTo)).toEqual([6, 5, 0])

  // The history explains each run.
  const admin = await portal.pageOf(people.admin, { viewport: desktop })
  const faults = faultsOf(admin)
  await admin.goto(portal.url(`/auto_actions/${onChange}`))
  await expect(admin.locator('input[name="name"]')).toHaveValue('Mudanças')
  await looksRight(admin, 'form', picture)
  await admin.goto(portal.url(`/auto_actions/${onChange}/runs`))
  const rows = admin.getByRole('main').getByRole('table').last().locator('tbody tr')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toContainText(say('automation.tasks.states.notified'))
  await expect(rows.nth(2)).toContainText(say('automation.tasks.states.held'))
  for (const reason of ['policy', 'no_right'] as const)
    await expect(rows.nth(1)).toContainText(say(`automation.tasks.outcomes.${reason}`))
  await looksRight(admin, 'history', picture)
  await admin.goto(portal.url(`/auto_actions/runs/${fired?.id ?? ''}`))
  const fact = (name: 'planned_at' | 'row_count' | 'state_before' | 'task_state' | 'state') =>
    admin
      .getByRole('row')
      .filter({ has: admin.getByRole('rowheader', { name: say(`automation.tasks.field.${name}`), exact: true }) })
  await expect(fact('state')).toContainText(say('automation.tasks.states.notified'))
  await expect(fact('state_before')).toContainText(say('automation.tasks.states.held'))
  await expect(fact('task_state')).toContainText(say('automation.tasks.stateNames.firing'))
  await expect(fact('row_count')).toContainText('4')
  await expect(fact('planned_at')).toContainText(/\d\d:\d\d/)
  const addressee = (email: string) => admin.getByRole('row').filter({ hasText: email })
  await expect(addressee(people.seller)).toContainText(say('automation.tasks.outcomes.told'))
  await expect(addressee(people.otherSeller)).toContainText(say('automation.tasks.outcomes.policy'))
  await expect(addressee(people.reader)).toContainText(say('automation.tasks.outcomes.no_right'))
  await looksRight(admin, 'run', picture)
  expect(faults).toEqual([])

  const letter = await admin.context().newPage()
  await letter.setViewportSize(desktop)
  await letter.setContent(more.html || '')
  await looksRight(letter, 'mail', picture)
})
