// A publisher names a report in English; a reader who changes the language sees that name, and finds a page of the report by its name.
import { expect } from '@playwright/test'
import { phrasesOf } from './phrase.ts'
import { faultsOf, fits, noViolations, people, reportIn, test, takePicture } from './portal.ts'

const say = phrasesOf('pt-BR')
const sayInEnglish = phrasesOf('en-US')

const plain = 'Desempenho de revendas'
const english = 'Reseller performance'

test('a reader sees the name in their language, and opens a page by its name @all', async ({ portal }, info) => {
  const admin = await portal.pageOf(people.admin)
  const faults = faultsOf(admin)
  await admin.goto(portal.url(`/report?search=${encodeURIComponent(plain)}`))
  await admin.getByRole('link', { name: plain }).first().click()
  await admin.getByRole('button', { name: /^Nome por idioma: 0 de 4/ }).click()
  const box = admin.getByRole('textbox', { name: 'Nome · English' })
  await box.fill(english)
  await fits(admin, 'names by language')
  await takePicture(admin, info.outputPath('names-form.png'))
  await noViolations(admin, 'names by language')
  await admin.getByRole('button', { name: say('general.action.save'), exact: true }).click()
  await expect(admin.getByRole('link', { name: plain }).first()).toBeVisible()
  expect(faults).toEqual([])

  for (const { width, colorScheme } of [
    { width: 1366, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const) {
    const options = { viewport: { width, height: 800 }, colorScheme } as const
    const reader = await portal.pageOf(people.seller, options)
    await reader.goto(portal.url('/all/reports'))
    await expect(reader.getByRole('main').getByText(plain).first()).toBeVisible()
    await reader.getByRole('button', { name: /^Idioma/ }).click()
    await reader.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(reader.getByRole('main').getByText(english).first()).toBeVisible()
    await reader.keyboard.press('ControlOrMeta+k')
    const search = reader.getByRole('combobox', { name: sayInEnglish('frame.searchAll') })
    const found = reader.getByRole('option', { name: /^Vendedores · Reseller performance/ })
    // A job reads the pages within a minute after the start.
    await expect(async () => {
      await search.fill('')
      await search.fill('vendedores')
      await expect(found).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 100_000 })
    await takePicture(reader, info.outputPath(`names-search-${width}.png`))
    await found.click()
    await expect(reader).toHaveURL(/\/reports\/view\?page=vendedores/)
    await expect(reportIn(reader).getByText('Salespeople').first()).toBeVisible({ timeout: 30_000 })
    await fits(reader, 'the viewer with a name by language')
    await takePicture(reader, info.outputPath(`names-view-${width}.png`))
    await reader.goto(portal.url('/all/reports'))
    await reader.getByRole('button', { name: /^Language/ }).click()
    await reader.getByRole('menuitemradio', { name: 'Português (Brasil)' }).click()
    await expect(reader.getByText(plain).first()).toBeAttached()
  }

  // The demo world as it was.
  await admin.getByRole('link', { name: plain }).first().click()
  await admin.getByRole('button', { name: /^Nome por idioma: 1 de 4/ }).click()
  await box.fill('')
  await admin.getByRole('button', { name: say('general.action.save'), exact: true }).click()
  await expect(admin.getByRole('link', { name: plain }).first()).toBeVisible()
})
