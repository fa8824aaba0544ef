import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { forgotPassword } from '#features/identity/passwords/contract.ts'
import { updateSettings } from '#features/organisation/settings/contract.ts'
import { testMailServer } from '#testing/mail-server.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { createHosts } from '#platform/server/hosts.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { notify, writeMailCopies } from '#features/messaging/notifications/server/commands.ts'
import { addMessage } from '#features/messaging/messages/contract.ts'
import {
  previewTemplate,
  readDefaultTemplate,
  templateCalls,
  templateTypeNames,
  templateTypes,
  variablesOf,
  testTemplate,
} from '../contract.ts'
import { builtInTexts } from './rules.ts'

const server = await testMailServer()
const relay = { url: `smtp://portal:right@127.0.0.1:${server.port}`, from: 'portal@vitrine.example' }
const portal = testPortal({ config: { mailPrivateHosts: true, mail: relay, demoWorld: true, runJobs: true } })
afterAll(() => server.close())

const inPortuguese = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
type AddInput = SentOf<typeof templateCalls.add>
const add = (overrides: Partial<AddInput>, caller: 'adminOfNorte' | 'adminOfSul' | 'platform' = 'adminOfNorte') =>
  portal.as(caller).ask(templateCalls.add, {
    type: 'access_granted',
    subject: inPortuguese('Liberado: {{report}}'),
    body: inPortuguese('<p>Oi, <strong>{{name}}</strong></p><p>{{link}}</p>'),
    ...overrides,
  })
const soon = { timeout: 30_000, interval: 100 }

beforeEach(async () => {
  server.taken.length = 0
  await portal.platform(async (db) => {
    await db.deleteFrom('notification_templates').execute()
    await db.deleteFrom('notification_choices').execute()
    await db.deleteFrom('notifications').execute()
    await db.deleteFrom('mails').execute()
    await db.updateTable('settings').set({ send_notification_mails: true }).execute()
  })
})

const grant = (title: string) =>
  portal.as('adminOfNorte').ask(addMessage, {
    title: inPortuguese(title),
    body: inPortuguese(`<p>${title}</p>`),
    target: 'chosen',
    group_ids: [],
    user_ids: [people.userOfNorte.id],
    login_notice: 'N',
    starts_on: null,
    ends_on: null,
  })

const plain = (raw: string) =>
  raw.replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

describe('notification templates', () => {
  it('exist once for each type and business unit', async () => {
    expect((await add({})).status).toBe(200)
    const twice = await add({})
    expect([twice.status, twice.raw['message']]).toEqual([409, 'This type of template has already been registered'])
    expect((await add({}, 'adminOfSul')).status).toBe(200)
    expect((await add({}, 'platform')).status).toBe(200)
    // The list of a business unit does not contain the platform's template.
    expect((await portal.as('adminOfNorte').ask(templateCalls.list, {})).body.total).toBe(1)
  })

  it('each type has a built-in text in four languages, with its mandatory variables', () => {
    expect(templateTypeNames.slice(0, 14)).toEqual([
      'user_registered',
      'password_recovery',
      'access_requested',
      'access_granted',
      'access_denied',
      'ticket_opened',
      'ticket_answered',
      'ticket_resolved',
      'task_fired',
      'report_published',
      'dataset_refresh_failed',
      'maintenance_announced',
      'user_ending',
      'export_delivered',
    ])
    for (const type of templateTypeNames) {
      const { subject, body } = builtInTexts(type)
      for (const texts of [subject, body]) expect(Object.values(texts).every(Boolean), type).toBe(true)
      for (const text of Object.values(body))
        for (const name of templateTypes[type].mandatory) expect(text, type).toContain(`{{${name}}}`)
      const { variables } = templateTypes[type]
      const hasLink = (variables as readonly string[]).includes('link')
      expect([type, Object.values(body).every((text) => text?.includes('{{link}}'))]).toEqual([type, hasLink])
      const known = new Set(variablesOf(type))
      for (const text of [...Object.values(subject), ...Object.values(body)])
        for (const [, name] of (text ?? '').matchAll(/\{\{(\w+)\}\}/g)) expect(known, `${type} ${name}`).toContain(name)
    }
  })

  it('refuse a text without its link', async () => {
    const { status, raw } = await add({ type: 'password_recovery', body: inPortuguese('<p>Sem botão</p>') })
    expect([status, raw['errors']]).toEqual([400, { body: 'The text must contain {{link}}.' }])
  })

  it('U3: refuse scripts by name', async () => {
    const { status, raw } = await add({ body: inPortuguese('<p>a</p><script>x()</script>') })
    expect([status, raw['message']]).toEqual([400, 'Scripts are not allowed: <script>'])
  })

  it('fall back from the unit to the platform and to the product', async () => {
    const subjectIn = async () =>
      (await portal.as('adminOfNorte').ask(readDefaultTemplate, { type: 'access_granted' })).body.subject['pt-BR']
    expect(await subjectIn()).toBe('Você já pode abrir {{report}}')
    await add({ subject: inPortuguese('Da plataforma') }, 'platform')
    expect(await subjectIn()).toBe('Da plataforma')
  })

  it('are shown with sample values, escaped, in the theme of the unit', async () => {
    await portal.platform((db) =>
      db
        .insertInto('themes')
        .values({
          partner_id: tenants.norte.partner_id,
          tenant_id: tenants.norte.id,
          title_page: 'Norte BI',
          color_button: '#b3261e',
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    const draft = {
      type: 'task_fired',
      language: 'en-US',
      subject: 'Task {{task}}',
      body: '<p>{{task}}, {{unit}}</p><p>{{link}}</p>',
    } as const
    const { body } = await portal.as('adminOfNorte').ask(previewTemplate, draft)
    expect(body.subject).toBe('Task Stock < 10')
    expect(body.html).toContain('Stock &lt; 10, Norte')
    expect(body.html).toContain('background:#b3261e')
    expect(body.html).toContain('Norte BI')
    expect(body.html).toContain('prefers-color-scheme:dark')
    expect(body.text).toContain('Open in the portal: https://example.com/')
  })

  it('send a test mail to the caller', async () => {
    const draft = {
      type: 'access_granted',
      language: 'pt-BR',
      subject: 'Teste {{report}}',
      body: '<p>{{name}}</p>',
    } as const
    expect((await portal.as('adminOfNorte').ask(testTemplate, draft)).status).toBe(200)
    await vi.waitFor(() => expect(server.taken.map(({ to }) => to)).toEqual([[people.adminOfNorte.email]]), soon)
  })

  it('the next recovery mail carries a changed template', async () => {
    await add({
      type: 'password_recovery',
      subject: inPortuguese('Senha de {{unit}}'),
      body: inPortuguese('<p>Do nosso jeito</p><p>{{link}}</p>'),
    })
    const { email, host } = people.userOfNorte
    await portal.as({ token: null, host }).ask(forgotPassword, { email })
    await vi.waitFor(() => expect(server.taken).toHaveLength(1), soon)
    const text = plain(server.taken[0]?.raw ?? '')
    expect(text).toContain('Subject: Senha de Norte')
    expect(text).toContain('Do nosso jeito')
    expect(text).toMatch(/\/new\/password\/[\w-]{20,}/)
    expect(text).not.toContain('List-Unsubscribe')
  })
})

describe('copies by e-mail', () => {
  it('are written in the transaction of their job, and end with one click', async () => {
    await grant('Aviso por e-mail')
    await vi.waitFor(() => expect(server.taken).toHaveLength(1), soon)
    const raw = plain(server.taken[0]?.raw.replace(/\r\n /g, ' ') ?? '')
    expect(raw).toContain('Subject: Aviso por e-mail')
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const unsubscribeUrl = /List-Unsubscribe: <([^>]+)>/.exec(raw)?.[1] ?? ''
    const { pathname } = new URL(unsubscribeUrl)
    const click = (url: string) =>
      portal.portal.app.inject({
        method: 'POST',
        url,
        headers: { host: people.userOfNorte.host, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    expect((await click(pathname.replace(/.{8}$/, 'AAAAAAAA'))).statusCode).toBe(401)
    // A second use changes nothing, and has no entry in the audit trail.
    for (let use = 0; use < 2; use++) expect((await click(pathname)).statusCode).toBe(200)
    const mailChoices = await portal.platform((db) => db.selectFrom('notification_choices').selectAll().execute())
    expect(mailChoices).toEqual([{ tenant_id: tenants.norte.id, user_id: people.userOfNorte.id, mails: false }])
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('actor_id').where('event', '=', 'notification.mails_chosen').execute(),
    )
    expect(entries).toEqual([{ actor_id: people.userOfNorte.id }])
    server.taken.length = 0
    await grant('Sem cópia')
    const dueMails = await portal.platform((db) =>
      db.selectFrom('notification_receipts').select('user_id').where('mail_due', '=', true).execute(),
    )
    expect(dueMails).toEqual([])
  })

  it('use the template of their type, in the language of the person', async () => {
    await add({ subject: { ...inPortuguese('Liberado: {{report}}'), 'en-US': 'Granted: {{report}}' } })
    await portal.platform((db) =>
      db.updateTable('users').set({ language: 'en-US' }).where('id', '=', people.otherUserOfNorte.id).execute(),
    )
    await portal.platform(async (db) => {
      const quiet = async () => undefined
      const context = { db, tenantId: tenants.norte.id, announce: quiet, enqueue: quiet }
      await notify(context, { people: [people.otherUserOfNorte.id] }, 'access_granted', { report: '<Vendas>' })
      const { id } = await db.selectFrom('notifications').select('id').executeTakeFirstOrThrow()
      const dependencies = {
        hosts: createHosts(new URL('https://portal.example')),
        secrets: createSecrets('s'.repeat(40), []),
        repliesOf: null,
      }
      // A second run of the job writes no copy again.
      for (let run = 0; run < 2; run++) await writeMailCopies(context, dependencies, id)
    })
    const mails = await portal.platform((db) => db.selectFrom('mails').selectAll().execute())
    expect(mails.map(({ subject, to_address }) => [subject, to_address])).toEqual([
      ['Granted: <Vendas>', people.otherUserOfNorte.email],
    ])
    expect(mails[0]?.body_html).toContain('Oi, <strong>Otto Norte</strong>')
    expect(mails[0]?.body_text).toContain('Stop receiving copies by e-mail: https://norte.portal.example/unsubscribe/')
  })

  it('of every type, also of written messages, use the text of their template', async () => {
    const types = { written_message: '', comment_mentioned: '', changelog_sent: '', dataset_refresh_failed: '' }
    for (const type of Object.keys(types) as (keyof typeof types)[])
      await add({
        type,
        subject: inPortuguese(`Do modelo: ${type}`),
        body: inPortuguese('<p>Antes</p><p>{{content}}</p><p>{{link}}</p>'),
      })
    await portal.as('adminOfNorte').ask(addMessage, {
      title: inPortuguese('Inventário'),
      body: inPortuguese('<p>Vale desde <strong>oito</strong>, {{name}}.</p>'),
      target: 'chosen',
      group_ids: [],
      user_ids: [people.userOfNorte.id],
      login_notice: 'N',
      starts_on: null,
      ends_on: null,
    })
    await portal.platform(async (db) => {
      const quiet = async () => undefined
      const context = { db, tenantId: tenants.norte.id, announce: quiet, enqueue: quiet }
      const to = { people: [people.userOfNorte.id] }
      await notify(context, to, 'comment_mentioned', { person: 'Bia', report: 'Vendas', text: 'Veja' })
      await notify(context, to, 'changelog_sent', { entry: inPortuguese('Filtros') })
      await notify(context, to, 'dataset_refresh_failed', { dataset: 'Vendas', reason: 'x' })
      const dependencies = {
        hosts: createHosts(new URL('https://portal.example')),
        secrets: createSecrets('s'.repeat(40), []),
        repliesOf: null,
      }
      const notifications = await db.selectFrom('notifications').select('id').where('type', '<>', 'message').execute()
      for (const { id } of notifications) await writeMailCopies(context, dependencies, id)
    })
    const stored = () => portal.platform((db) => db.selectFrom('mails').selectAll().execute())
    await vi.waitFor(async () => expect(await stored()).toHaveLength(4), soon)
    expect(new Set((await stored()).map(({ subject }) => subject))).toEqual(
      new Set(Object.keys(types).map((type) => `Do modelo: ${type}`)),
    )
    await vi.waitFor(() => expect(server.taken.length).toBeGreaterThan(0), soon)
    const message = plain(server.taken.find(({ raw }) => raw.includes('written_message'))?.raw ?? '')
    // A variable in the text that a person wrote is not filled.
    expect(message).toContain('<p>Antes</p><p>Vale desde <strong>oito</strong>, {{name}}.</p>')
  })

  it('of a registration and of a password elsewhere have templates, and those of second factors and senders have none', () => {
    const isKnown = (type: string) => (templateTypeNames as readonly string[]).includes(type)
    expect(['registration_verify', 'password_elsewhere', 'written_message'].map(isKnown)).toEqual([true, true, true])
    expect(['two_factor_reset', 'sender_code', 'mail_tested'].map(isKnown)).toEqual([false, false, false])
  })

  it('are off until the business unit switches them on', async () => {
    await portal.platform((db) => db.updateTable('settings').set({ send_notification_mails: false }).execute())
    await grant('Calado')
    const dueMails = await portal.platform((db) =>
      db.selectFrom('notification_receipts').select('user_id').where('mail_due', '=', true).execute(),
    )
    expect(dueMails).toEqual([])
    const { body } = await portal.as('adminOfNorte').ask(updateSettings, { send_email_notification: 'S', version: 1 })
    expect(body.status).toBe(true)
  })
})
