// The help desk: a reader opens a ticket with files, an administrator takes and answers it, the reader answers, and it ends as resolved.
import { expect, type Page } from '@playwright/test'
import { chooseOffered, faultsOf, fits, noViolations, people, test } from './portal.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const pdf = { name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 contrato') }

const pictureOf = async (page: Page) => ({
  name: 'tela.png',
  mimeType: 'image/png',
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 180 } }),
})

const answer = (page: Page) => page.getByRole('textbox', { name: 'A sua resposta' })

test('a reader opens a ticket with files; an administrator handles it; both answer until it is resolved', async ({
  portal,
}) => {
  const reader = await portal.pageOf(people.reader)
  const faults = [faultsOf(reader)]
  await reader.getByRole('link', { name: 'Chamados', exact: true }).click()
  await expect(reader.getByText('Conte o que não está certo, ou pergunte.')).toBeVisible()
  await reader.getByRole('link', { name: 'Abrir chamado' }).click()
  await reader.getByRole('textbox', { name: 'Assunto' }).fill('O total de março está errado')
  await reader.getByRole('textbox', { name: 'Descrição' }).fill('Falta um dia.\n<b>Dia 31.</b>')
  const input = reader.locator('input[type="file"]')
  const tooLarge = { name: 'filme.png', mimeType: 'image/png', buffer: Buffer.alloc(8 * 1024 * 1024 + 1) }
  await input.setInputFiles([tooLarge])
  await expect(reader.getByText('filme.png tem mais de 8 MB.')).toBeVisible()
  await input.setInputFiles([await pictureOf(reader), pdf])
  await expect(reader.getByRole('button', { name: 'Tirar tela.png' })).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Tirar contrato.pdf' })).toBeVisible()
  await expect(reader.getByText('filme.png tem mais de 8 MB.')).toBeHidden()
  await noViolations(reader, 'a new ticket')

  // A text that is not sent is not lost by a wrong click.
  await reader.getByRole('link', { name: 'Chamados', exact: true }).click()
  const question = reader.getByRole('dialog', { name: 'Sair sem salvar?' })
  await question.getByRole('button', { name: 'Não' }).click()
  await reader.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(reader.getByRole('heading', { name: '#1 O total de março está errado' })).toBeVisible()
  await expect(reader.getByText('<b>Dia 31.</b>')).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Abrir tela.png em outra aba' }).locator('img')).toHaveJSProperty(
    'naturalWidth',
    320,
  )
  const saving = reader.waitForEvent('download')
  await reader.getByRole('button', { name: /^contrato.pdf/ }).click()
  expect((await saving).suggestedFilename()).toBe('contrato.pdf')
  const address = reader.url()

  const admin = await portal.pageOf(people.admin)
  faults.push(faultsOf(admin))
  await admin.goto(portal.url('/help_desk'))
  await expect(admin.getByRole('row', { name: /O total de março/ })).toContainText('Aberto')
  await noViolations(admin, 'the list')
  await admin.getByRole('link', { name: /O total de março/ }).click()
  await admin.getByRole('button', { name: 'Assumir' }).click()
  const handling = admin.getByRole('complementary', { name: 'Atendimento' })
  await expect(handling.getByText('Em andamento')).toBeVisible()
  await expect(handling.getByText('Ana Souza')).toBeVisible()
  await handling.getByLabel('Prioridade').selectOption('Alta')
  await handling.getByRole('textbox', { name: 'Previsão' }).fill('31/12/2030')
  await handling.getByLabel('Hora').fill('16:30')
  await handling.getByRole('button', { name: 'Salvar' }).click()
  await expect(handling.getByRole('button', { name: 'Salvar' })).toBeDisabled()
  await answer(admin).fill('Já vimos. Amanhã está certo.')
  await admin.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(admin.getByRole('article').filter({ hasText: 'Já vimos.' })).toContainText('Atendimento')
  await expect(answer(admin)).toHaveValue('')
  await noViolations(admin, 'a ticket that one handles')

  // The notification brings the answer to the page that is open.
  await expect(reader.getByRole('article').filter({ hasText: 'Já vimos.' })).toBeVisible()
  await expect(reader.getByText('31/12/2030 16:30')).toBeVisible()
  await expect(reader.getByText('Alta', { exact: true })).toBeVisible()
  await expect(reader.getByText(/marcou como em andamento/)).toBeVisible()
  await answer(reader).fill('Agora está certo, obrigada.')
  await reader.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(reader.getByRole('article').filter({ hasText: 'obrigada' })).toContainText('Quem abriu')

  await expect(admin.getByRole('article').filter({ hasText: 'obrigada' })).toBeVisible()
  await answer(admin).fill('Ótimo, fechamos aqui.')
  await admin.getByRole('button', { name: 'Enviar e marcar como resolvido' }).click()
  await expect(admin.getByText('Ana Souza marcou como resolvido')).toBeVisible()

  await expect(reader.getByText('Ana Souza marcou como resolvido')).toBeVisible()
  await expect(reader.getByText('Se você responder, ele é reaberto.')).toBeVisible()

  const onPhone = await portal.pageOf(people.reader, { ...phone, colorScheme: 'dark' })
  faults.push(faultsOf(onPhone))
  await onPhone.goto(portal.url('/help_desk'))
  await expect(onPhone.getByText('Resolvido').first()).toBeVisible()
  await fits(onPhone, 'the list on a phone')
  await noViolations(onPhone, 'the list on a phone')
  await onPhone.goto(address)
  await expect(onPhone.getByText('Ótimo, fechamos aqui.')).toBeVisible()
  await fits(onPhone, 'a ticket on a phone')
  await noViolations(onPhone, 'a ticket on a phone')

  await admin.getByRole('button', { name: 'Excluir' }).click()
  const removal = admin.getByRole('dialog')
  await removal.getByRole('textbox').fill('#1 O total de março está errado')
  await removal.getByRole('button', { name: 'Excluir' }).click()
  await expect(admin.getByText('Nenhum registro encontrado!')).toBeVisible()
  await onPhone.reload()
  await expect(onPhone.getByRole('heading', { name: 'Este chamado não existe' })).toBeVisible()
  expect(faults.flat()).toEqual([])
})

test('a ticket about a report begins in its menu; what another person changed meanwhile is not overwritten @all', async ({
  portal,
}) => {
  const admin = await portal.pageOf(people.admin)
  await admin.getByRole('link', { name: 'Desempenho de revendas' }).first().click()
  await admin.getByRole('button', { name: 'Mais ferramentas' }).click()
  await admin.getByRole('menuitem', { name: 'Relatar um problema' }).click()
  await expect(admin.getByRole('button', { name: 'Tirar o relatório Desempenho de revendas' })).toBeVisible()
  await admin.getByRole('textbox', { name: 'Assunto' }).fill('Falta uma região')
  await admin.getByRole('textbox', { name: 'Descrição' }).fill('O Norte não aparece.')
  await admin.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(admin.getByRole('heading', { name: /Falta uma região/ })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Desempenho de revendas' }).last()).toBeVisible()

  const ask = await portal.as(people.admin)
  const id = admin.url().split('/').at(-1)
  const { body } = await ask({ method: 'GET', path: `/api/auth/help_desk/get?id=${id}` })
  const change = { id, version: body['version'], priority: 'low' }
  expect((await ask({ method: 'PUT', path: '/api/auth/help_desk/update', body: change })).status).toBe(200)
  const handling = admin.getByRole('complementary', { name: 'Atendimento' })
  await expect(handling.getByLabel('Prioridade')).toHaveValue('medium')
  await handling.getByLabel('Prioridade').selectOption('Alta')
  await handling.getByRole('button', { name: 'Salvar' }).click()
  await expect(handling.getByRole('alert')).toContainText('O chamado foi carregado de novo.')
  await expect(handling.getByLabel('Prioridade')).toHaveValue('low')
  await chooseOffered(handling.getByRole('combobox', { name: 'Responsável' }), 'Ana', 'Ana Souza')
  await handling.getByRole('button', { name: 'Salvar' }).click()
  await expect(handling.getByRole('alert')).toBeHidden()
  await expect(handling.getByText('Ana Souza')).toBeVisible()
  await fits(admin, 'a ticket with its side panel')
})
