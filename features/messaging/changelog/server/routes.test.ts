import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { tenants } from '#testing/world.ts'
import { changelogEntryCalls, entryIn, readChangelog } from '../contract.ts'
import { changelogJobs } from './jobs.ts'

const portal = testPortal()
const platform = () => portal.as('platform')

type AddInput = SentOf<typeof changelogEntryCalls.add>
const entry = (title: string, overrides: Partial<AddInput> = {}): AddInput => ({
  title: { 'pt-BR': title, 'en-US': '', es: `${title} (es)`, 'pt-PT': '' },
  body: { 'pt-BR': 'Uma linha.\nOutra linha.', 'en-US': null, es: null, 'pt-PT': null },
  kind: 'improvement',
  day: '2026-03-01',
  sent: 'S',
  ...overrides,
})
async function added(title: string, overrides: Partial<AddInput> = {}): Promise<string> {
  const { status, body } = await platform().ask(changelogEntryCalls.add, entry(title, overrides))
  expect(status).toBe(200)
  return body.id
}
const titlesFor = async (caller: 'adminOfNorte' | 'masterOfAlfa' | 'platform', search = '') => {
  const { body } = await portal.as(caller).ask(readChangelog, { search })
  return body.data.map(({ title }) => title['pt-BR'])
}

describe('changelog', () => {
  it('shows sent entries to partners and administrators, the newest first', async () => {
    await added('Tela nova', { day: '2026-03-02' })
    await added('Exportar mais', { day: '2026-03-03' })
    const pending = await added('Ainda não', { sent: 'N', day: '2026-03-04' })
    for (const caller of ['adminOfNorte', 'masterOfAlfa', 'platform'] as const) {
      expect(await titlesFor(caller)).toEqual(['Exportar mais', 'Tela nova'])
    }
    expect(await titlesFor('adminOfNorte', 'TELA')).toEqual(['Tela nova'])
    // The search covers the text, not the stored JSON.
    expect(await titlesFor('adminOfNorte', 'outra linha')).toHaveLength(2)
    for (const none of ['pt-BR', 'null', '{']) expect(await titlesFor('adminOfNorte', none)).toEqual([])
    await platform().ask(changelogEntryCalls.update, { id: pending, version: 1, sent: 'S' })
    expect((await titlesFor('adminOfNorte'))[0]).toBe('Ainda não')
    expect((await portal.as('userOfNorte').ask(readChangelog, {})).status).toBe(403)
  })

  it('shows an entry from its day on, in one language', async () => {
    await added('De amanhã', { day: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10) })
    expect(await titlesFor('adminOfNorte', 'amanhã')).toEqual([])
    await added('Meio dita', { day: '2026-03-05' })
    const { body } = await portal.as('adminOfNorte').ask(readChangelog, { search: 'Meio' })
    const found = body.data.map((each) => entryIn(each, 'es'))
    expect(found).toEqual([{ title: 'Meio dita', body: 'Uma linha.\nOutra linha.' }])
  })

  it('shows an entry from the beginning of its day in the business unit’s time zone', async () => {
    const zone = (timezone: string) =>
      portal.platform((db) =>
        db.updateTable('settings').set({ timezone }).where('tenant_id', '=', tenants.norte.id).execute(),
      )
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    // The two zones are 25 hours apart: the present day in the east is tomorrow in the west.
    await added('Do dia', { day: dayIn(east, new Date()) })
    await zone(east)
    expect(await titlesFor('adminOfNorte', 'Do dia')).toEqual(['Do dia'])
    await zone(west)
    expect(await titlesFor('adminOfNorte', 'Do dia')).toEqual([])
    await zone('America/Sao_Paulo')
  })

  it('stores missing languages as null, and keeps line breaks', async () => {
    const id = await added('Quatro línguas')
    const { body } = await platform().ask(changelogEntryCalls.read, { id })
    expect(body).toMatchObject({
      name: 'Quatro línguas',
      title: { 'pt-BR': 'Quatro línguas', 'en-US': null, es: 'Quatro línguas (es)', 'pt-PT': null },
      body: { 'pt-BR': 'Uma linha.\nOutra linha.' },
      version: 1,
      can: ['update', 'remove'],
    })
  })

  it('requires a unique title in Portuguese', async () => {
    const none = await platform().ask(changelogEntryCalls.add, entry('  '))
    expect([none.status, none.raw.errors]).toEqual([400, { title: 'Title is required!' }])
    await added('Uma vez')
    const twice = await platform().ask(changelogEntryCalls.add, entry('Uma vez'))
    expect([twice.status, twice.raw.key]).toEqual([409, 'changelog_entry_already_exists'])
    expect(twice.raw.errors).toEqual({ title: twice.raw.message })
  })

  it.each(['masterOfAlfa', 'adminOfNorte', 'userOfNorte'] as const)('Z1: refuses changes by %s', async (caller) => {
    const id = await added(`De ninguém, ${caller}`)
    const asker = portal.as(caller)
    const answers = [
      await asker.ask(changelogEntryCalls.list, {}),
      await asker.ask(changelogEntryCalls.read, { id }),
      await asker.ask(changelogEntryCalls.add, entry('Minha')),
      await asker.ask(changelogEntryCalls.update, { id, version: 1, kind: 'new_version' }),
      await asker.ask(changelogEntryCalls.remove, { id }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })

  it('can be searched, changed against a version and removed, with audit entries', async () => {
    const id = await added('Versão nove', { kind: 'new_version' })
    const { body } = await platform().ask(changelogEntryCalls.list, { search: 'versao' })
    expect(body.data.map(({ id: found }) => found)).toEqual([id])
    const change = { id, version: 1, title: { 'pt-BR': 'Versão dez', 'en-US': 'Version ten', es: null, 'pt-PT': null } }
    expect((await platform().ask(changelogEntryCalls.update, change)).status).toBe(200)
    expect((await platform().ask(changelogEntryCalls.update, change)).raw.key).toBe('stale_version')
    expect((await platform().ask(changelogEntryCalls.remove, { id })).status).toBe(200)
    expect(await titlesFor('adminOfNorte', 'versao')).toEqual([])
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'target_name'])
        .where('target_id', '=', id)
        .orderBy('at')
        .execute(),
    )
    expect(entries).toEqual([
      { event: 'changelog_entry.added', target_name: 'Versão nove' },
      { event: 'changelog_entry.updated', target_name: 'Versão nove' },
      { event: 'changelog_entry.removed', target_name: 'Versão dez' },
    ])
  })
})

describe('a sent entry', () => {
  let worker: TestWorker | undefined
  afterEach(() => worker?.close())
  const notificationsOf = async (
    caller: 'adminOfNorte' | 'userOfNorte' | 'platform' | 'masterOfAlfa' | 'masterOfBeta',
  ) => {
    const { body } = await portal.as(caller).ask(listNotifications, {})
    return body.data.filter(
      (notification) => notification.type === 'changelog_sent' && JSON.stringify(notification).includes('Avisada'),
    )
  }

  it('becomes one notification for administrators, on its day', { timeout: 60_000 }, async () => {
    worker = await testWorker(portal.databaseUrl, changelogJobs)
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await added('Avisada depois', { day: later })
    await added('Avisada nunca', { sent: 'N' })
    const id = await added('Avisada')
    await vi.waitFor(async () => expect(await notificationsOf('adminOfNorte')).toHaveLength(1), {
      timeout: 30_000,
      interval: 200,
    })
    // The entry is sent again, which notifies nobody twice. The notification of a later entry shows that the jobs of this one have run.
    await platform().ask(changelogEntryCalls.update, { id, version: 1, sent: 'N' })
    await platform().ask(changelogEntryCalls.update, { id, version: 2, sent: 'S' })
    await added('Avisada também')
    await vi.waitFor(async () => expect(await notificationsOf('adminOfNorte')).toHaveLength(2), {
      timeout: 30_000,
      interval: 200,
    })
    expect(await notificationsOf('userOfNorte')).toEqual([])
    // Staff outside of business units have the notification in their own list.
    for (const caller of ['platform', 'masterOfAlfa', 'masterOfBeta'] as const) {
      await vi.waitFor(async () => expect(await notificationsOf(caller), caller).toHaveLength(2), {
        timeout: 30_000,
        interval: 200,
      })
      expect(
        (await notificationsOf(caller)).map(({ path, read, facts }) => [path, read, JSON.stringify(facts)]),
      ).toEqual(['Avisada também', 'Avisada'].map((title) => ['/changelog', false, expect.stringContaining(title)]))
    }
  })
})
