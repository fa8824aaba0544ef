// An administrator allows a host and adds a page of it; a reader finds the page at home and opens it in its sandboxed frame.
import { expect } from '@playwright/test'
import { externalReportCalls, updateExternalHosts } from '#features/reports/external/contract.ts'
import { phrasesOf } from './phrase.ts'
import { chooseOffered, faultsOf, fits, noViolations, people, reportIn, takePicture, test } from './portal.ts'

const say = phrasesOf('pt-BR')

const host = 'bi.parceiro.example'
const shown = `<!doctype html><html lang="pt-BR"><title>Mapa</title><body style="font:16px sans-serif;margin:2rem;background:#fff;color:#123">
  <h1>Mapa de lojas</h1><p id="reach">…</p><script>
  let reach = 'isolado'; try { reach = top.document.title } catch {} document.querySelector('#reach').textContent = reach</script>`

test('an administrator publishes a page of an allowed host, and a reader opens it in a sandboxed frame', async ({
  portal,
}, info) => {
  const admin = await portal.pageOf(people.admin)
  const name = `Mapa de lojas ${Date.now()}`
  await admin.goto(portal.url('/external_reports'))
  await admin.getByRole('button', { name: say('reports.external.hosts.open') }).click()
  const dialog = admin.getByRole('dialog', { name: say('reports.external.hosts.title') })
  await dialog.getByLabel(say('reports.external.hosts.label'), { exact: true }).fill(`https://${host}/mapa`)
  await dialog.getByLabel(say('reports.external.hosts.label'), { exact: true }).press('Enter')
  await expect(dialog.getByText(host, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: say('general.action.save') }).click()
  await expect(dialog).toBeHidden()

  await admin.goto(portal.url('/external_reports/add'))
  await admin.getByLabel(say('reports.external.field.name'), { exact: true }).fill(name)
  await admin.getByLabel(say('reports.external.field.address')).fill('https://outro.example/')
  await chooseOffered(admin.getByRole('combobox', { name: say('people.groups.grantees.person') }), 'Beatriz', /Beatriz/)
  await expect(admin.getByRole('list', { name: say('reports.external.field.people') })).toContainText('Beatriz')
  await admin.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  // Another host is refused at the field.
  await expect(admin.getByLabel(say('reports.external.field.address'))).toHaveAttribute('aria-invalid', 'true')
  await admin.getByLabel(say('reports.external.field.address')).fill(`https://${host}/mapa`)
  await admin.getByRole('button', { name: say('general.action.add'), exact: true }).click()
  await expect(admin.getByRole('link', { name })).toBeVisible()

  let address = ''
  for (const { width, colorScheme } of [
    { width: 1366, colorScheme: 'light' },
    { width: 390, colorScheme: 'light' },
    { width: 1366, colorScheme: 'dark' },
  ] as const) {
    const options = { viewport: { width, height: 800 }, colorScheme } as const
    const reader = await portal.pageOf(people.reader, options)
    const faults = faultsOf(reader)
    await reader.route(`https://${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body: shown }))
    // Lists on phones leave external reports out: there the link is opened that somebody has sent.
    await reader.goto(width < 600 ? address : portal.url('/'))
    if (width >= 600) await reader.getByRole('link', { name }).click()
    await expect(reader.getByRole('heading', { name, level: 1 })).toBeVisible()
    address = reader.url()
    const frame = reader.frameLocator('iframe')
    await expect(frame.getByRole('heading', { name: 'Mapa de lojas' })).toBeVisible()
    // The framed page reaches nothing of the portal.
    await expect(frame.locator('#reach')).toHaveText('isolado')
    await fits(reader, 'an external report')
    await takePicture(reader, info.outputPath(`external-${width}-${colorScheme}.png`))
    expect(faults).toEqual([])
    await noViolations(reader, 'an external report')
  }

  // By the search, within the portal: the page is loaded anew with the policy that names the host.
  const reader = await portal.pageOf(people.reader)
  await reader.route(`https://${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body: shown }))
  await reader.keyboard.press('ControlOrMeta+k')
  await chooseOffered(reader.getByRole('combobox', { name: say('frame.searchAll') }), name, new RegExp(name))
  await expect(reportIn(reader).getByRole('heading', { name: 'Mapa de lojas' })).toBeVisible()

  await admin.goto(portal.url(`/analyze/reports?search=${encodeURIComponent(name)}`))
  await expect(admin.getByRole('row', { name: new RegExp(name) })).toContainText('4')

  // The demo world as it was.
  const ask = await portal.as(people.admin)
  const [made] = (await ask(externalReportCalls.list, { search: name })).data
  await ask(externalReportCalls.remove, { id: made?.id ?? '' })
  await ask(updateExternalHosts, { hosts: [] })
})
