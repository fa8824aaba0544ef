// The import of people from a file: an administrator sends 500 rows, mends two that are wrong, removes one, imports the others, takes what
// failed along as a file, and takes the whole import back.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { listTenants, readTenant, updateTenant } from '#features/organisation/tenants/contract.ts'
import { sentenceOf } from '#apps/server/phrases.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, type Portal, test, openScreen, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** 500 people, of whom every 25th row has a fault. */
const lines = Array.from({ length: 500 }, (_, at) => {
  const [name, email] = [`Pessoa ${String(at + 1)}`, `pessoa${String(at + 1)}@import.example`]
  return at % 25 === 0 ? `${name};sem-arroba-${String(at + 1)};Leitor` : `${name};${email};Leitor`
})
const file = {
  name: 'pessoas.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Nome completo;E-mail;Perfil', ...lines].join('\r\n'), 'latin1'),
}

/** The demo world lets a business unit have 50 people. */
async function allowPeople(portal: Portal, user_limit: number): Promise<void> {
  const ask = await portal.as(people.platform, '')
  const { data } = await ask(listTenants, { size: 100 })
  const id = data.find(({ subdomain }) => subdomain === 'aw-brasil')?.id ?? ''
  const { version } = await ask(readTenant, { id })
  await ask(updateTenant, { id, version, user_limit })
}

const toImport = async (page: Page) => {
  await openScreen(page, 'people')
  await page.getByRole('link', { name: say('people.imports.open'), exact: true }).click()
  await expect(page.getByText('no máximo 20.000 pessoas')).toBeVisible()
}

test('an administrator imports 500 people, of whom 20 rows are wrong at first, and takes the import back', async ({
  portal,
}, info) => {
  await allowPeople(portal, 1_000)
  const admin = await portal.pageOf(people.admin)
  const faults = [faultsOf(admin)]
  await toImport(admin)
  await noViolations(admin, 'the upload')
  for (const [name, text, fault] of [
    ['vazio.csv', '', say('people.imports.upload.empty')],
    ['foto.png', 'PNG', say('people.imports.upload.wrongKind')],
  ] as const) {
    await admin.locator('input[type="file"]').setInputFiles({ ...file, name, buffer: Buffer.from(text) })
    await expect(admin.getByRole('alert').filter({ hasText: fault })).toBeVisible()
  }
  await admin
    .locator('input[type="file"]')
    .setInputFiles({ ...file, name: 'foto.csv', buffer: Buffer.from('Nome;E-mail') })
  await expect(admin.getByRole('alert').filter({ hasText: sentenceOf('import.invalid_file', 'pt-BR') })).toBeVisible()
  await admin.locator('input[type="file"]').setInputFiles(file)

  await expect(admin.getByLabel(say('people.imports.map.column', { name: 'Nome completo' }))).toHaveValue(
    'nome_usuario',
  )
  await expect(admin.getByLabel(say('people.imports.map.column', { name: 'E-mail' }))).toHaveValue('email')
  await noViolations(admin, 'the columns')
  await admin.getByRole('button', { name: say('people.imports.map.next') }).click()

  await expect(admin.getByText(say('people.imports.review.ready', { shown: '480', count: 480 }))).toBeVisible()
  await expect(admin.getByText(say('people.imports.review.hidden', { shown: '20', count: 20 }))).toBeVisible()
  await admin.getByRole('switch', { name: say('people.imports.review.showFaulty') }).check()
  await expect(admin.getByText(say('general.field.invalid', { name: say('people.users.field.email') }))).toHaveCount(20)
  await noViolations(admin, 'the review')
  await fits(admin, 'the review')
  for (const [line, email] of [
    ['2', 'primeira@import.example'],
    ['27', 'segunda@import.example'],
  ] as const) {
    const cell = admin.getByRole('textbox', {
      name: say('people.imports.review.cell', { field: 'E-mail', number: line }),
      exact: true,
    })
    await cell.fill(email)
    await cell.press('Enter')
    await expect(cell).toBeHidden()
  }
  await expect(admin.getByText(say('people.imports.review.ready', { shown: '482', count: 482 }))).toBeVisible()
  await admin
    .getByRole('checkbox', { name: say('people.imports.review.select', { number: '52' }), exact: true })
    .check()
  await admin.getByRole('button', { name: say('people.imports.review.remove', { count: 1 }) }).click()
  await expect(
    admin.getByText(say('people.imports.review.shown', { shown: '17', count: 17 }), { exact: true }),
  ).toBeVisible()

  const onPhone = await portal.pageOf(people.admin, { ...phone, colorScheme: 'dark' })
  faults.push(faultsOf(onPhone))
  await onPhone.goto(admin.url())
  await expect(onPhone.getByText(say('people.imports.review.ready', { shown: '482', count: 482 }))).toBeVisible()
  await fits(onPhone, 'the review on a phone')
  await noViolations(onPhone, 'the review on a phone')

  await admin.getByRole('button', { name: say('people.imports.review.start', { shown: '482', count: 482 }) }).click()
  const question = admin.getByRole('dialog', { name: say('people.imports.review.start', { shown: '482', count: 482 }) })
  await expect(question.getByText(say('people.imports.review.askText', { shown: '482', count: 482 }))).toBeVisible()
  await question.getByRole('button', { name: say('general.action.yes') }).click()
  await expect(admin.getByRole('heading', { name: say('people.imports.results.done') })).toBeVisible({
    timeout: 60_000,
  })
  await expect(admin.getByText(say('people.imports.results.success', { shown: '482', count: 482 }))).toBeVisible()
  await expect(admin.getByText(say('people.imports.results.failed', { shown: '17', count: 17 }))).toBeVisible()
  await noViolations(admin, 'the results')
  const saving = admin.waitForEvent('download')
  await admin.getByRole('button', { name: say('people.imports.results.download'), exact: true }).click()
  await admin.getByRole('menuitem', { name: /CSV/ }).click()
  const text = await readFile(await (await saving).path(), 'utf8')
  const rows = text.trimEnd().split('\r\n')
  expect(rows).toHaveLength(18)
  expect(rows[0]).toBe('\uFEFFNome completo;E-mail;Perfil;Resultado;Motivo')
  expect(rows[1]).toBe('Pessoa 76;sem-arroba-76;Leitor;Falhou;O campo E-mail é inválido!')

  await onPhone.reload()
  await expect(onPhone.getByText(say('people.imports.results.success', { shown: '482', count: 482 }))).toBeVisible()
  await fits(onPhone, 'the results on a phone')
  const results = admin.url()
  await admin.getByRole('link', { name: say('people.imports.results.users') }).click()
  const added = admin.getByRole('row', { name: /primeira@import.example/ })
  await admin.getByRole('searchbox').fill('primeira@import.example')
  await expect(added).toBeVisible()

  // The whole import is taken back, after the name of the file was typed.
  await admin.goto(results)
  await admin.getByRole('button', { name: say('people.imports.results.undo'), exact: true }).click()
  const undoing = admin.getByRole('dialog', { name: say('people.imports.results.undoTitle', { name: file.name }) })
  await noViolations(admin, 'the question before an import is taken back')
  await undoing.getByRole('textbox').fill(typedName(file.name))
  await undoing.getByRole('button', { name: say('people.imports.results.undo'), exact: true }).click()
  await expect(admin.getByRole('heading', { name: say('people.imports.results.undone') })).toBeVisible({
    timeout: 120_000,
  })
  await expect(admin.getByText(say('people.imports.results.undoneRows', { shown: '482', count: 482 }))).toBeVisible()
  await takePicture(admin, info.outputPath('undone.png'))
  await onPhone.reload()
  await expect(onPhone.getByRole('heading', { name: say('people.imports.results.undone') })).toBeVisible()
  await fits(onPhone, 'an import that was taken back, on a phone')
  await takePicture(onPhone, info.outputPath('undone-phone.png'))
  await admin.goto(portal.url('/user'))
  await admin.getByRole('searchbox').fill('primeira@import.example')
  await expect(admin.getByText(say('people.users.counted', { count: 0 }), { exact: true })).toBeVisible()
  await expect(added).toHaveCount(0)
  expect(faults.flat()).toEqual([])
})
