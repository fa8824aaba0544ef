import { describe, expect, it } from 'vitest'
import { type Language, languages } from '#catalogue/languages.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, type Person, type PersonName } from '#testing/world.ts'
import { broadcastCalls, checkBroadcastHtml, dismissBroadcast } from '../contract.ts'

const portal = testPortal()
type AddInput = SentOf<typeof broadcastCalls.add>
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const message = (name: string, overrides: Partial<AddInput> = {}): AddInput => ({
  name,
  message: { 'pt-BR': `${name} pt`, 'en-US': `${name} en`, es: null, 'pt-PT': `${name} ptpt` },
  starts_on: dayFromNow(1),
  ends_on: null,
  ...overrides,
})
/** Stores a message that is shown today in every time zone. */
async function present(
  caller: 'platform' | 'masterOfAlfa',
  name: string,
  days: { starts_on?: string; ends_on?: string } = {},
) {
  const { body } = await portal.as(caller).ask(broadcastCalls.add, message(name))
  await portal.platform((db) =>
    db
      .updateTable('broadcasts')
      .set({ starts_on: dayFromNow(-2), ...days })
      .where('id', '=', body.id)
      .execute(),
  )
  return body.id
}
const broadcastsFor = async (caller: PersonName | Person) =>
  (await portal.as(caller).ask(readConfig, {})).body.broadcast_message?.message_ptbr ?? null
const removeAll = () => portal.platform((db) => db.deleteFrom('broadcasts').execute())

describe('broadcast messages', () => {
  it('shows a message of the platform to everybody, and a message of a partner to its business units', async () => {
    await removeAll()
    await present('masterOfAlfa', 'Da Alfa')
    expect([
      await broadcastsFor('userOfNorte'),
      await broadcastsFor('adminOfSul'),
      await broadcastsFor('masterOfAlfa'),
    ]).toEqual(['Da Alfa pt', 'Da Alfa pt', 'Da Alfa pt'])
    expect([
      await broadcastsFor('userOfLeste'),
      await broadcastsFor('masterOfBeta'),
      await broadcastsFor('platform'),
    ]).toEqual([null, null, null])
    const id = await present('platform', 'De todos')
    for (const caller of ['userOfNorte', 'userOfLeste', 'masterOfBeta', 'platform'] as const)
      expect(await broadcastsFor(caller), caller).toBe('De todos pt')
    const { body } = await portal.as('userOfNorte').ask(readConfig, {})
    expect(body.broadcast_message).toEqual({
      id,
      message_ptbr: 'De todos pt',
      message_en: 'De todos en',
      message_ptpt: 'De todos ptpt',
      message_es: '',
    })
  })

  it('shows a message from its first day to its last', async () => {
    await removeAll()
    await present('platform', 'Amanhã', { starts_on: dayFromNow(2) })
    await present('platform', 'Ontem', { ends_on: dayFromNow(-2) })
    expect(await broadcastsFor('userOfNorte')).toBeNull()
    await present('platform', 'Hoje', { ends_on: dayFromNow(1) })
    expect(await broadcastsFor('userOfNorte')).toBe('Hoje pt')
  })

  it('hides a dismissed message from the person who dismissed it only', async () => {
    await removeAll()
    const id = await present('platform', 'Uma vez')
    expect((await portal.as('userOfNorte').ask(dismissBroadcast, { id })).status).toBe(200)
    expect((await portal.as('userOfNorte').ask(dismissBroadcast, { id })).status).toBe(200)
    expect([await broadcastsFor('userOfNorte'), await broadcastsFor('adminOfNorte')]).toEqual([null, 'Uma vez pt'])
    const { body } = await portal.as('platform').ask(broadcastCalls.read, { id })
    expect(body.dismissed).toBe(1)
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('target_id', '=', id).orderBy('at').execute(),
    )
    expect(entries.map(({ event }) => event)).toEqual(['broadcast.added', 'broadcast.dismissed'])
  })

  it('T1: answers 404 for the dismissal of another partner’s message', async () => {
    await removeAll()
    const id = await present('masterOfAlfa', 'Da Alfa')
    expect((await portal.as('userOfLeste').ask(dismissBroadcast, { id })).status).toBe(404)
    expect((await portal.as('masterOfBeta').ask(broadcastCalls.read, { id })).status).toBe(404)
    expect((await portal.as('platform').ask(broadcastCalls.remove, { id })).status).toBe(404)
  })

  it('Z1: refuses broadcast messages written inside a business unit or by other people than staff', async () => {
    for (const caller of ['adminOfNorte', 'userOfNorte', masterInNorte] as const) {
      const { status } = await portal.as(caller).ask(broadcastCalls.add, message('De ninguém'))
      expect(status).toBe(403)
    }
  })

  it('U3: stores cleaned HTML of a message, and names the elements that it refuses', async () => {
    await removeAll()
    const only = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
    const id = await present('platform', 'Formatada')
    const platform = portal.as('platform')
    const change = (version: number, html: string) =>
      platform.ask(broadcastCalls.update, { id, version, message: only(html) })
    expect((await change(1, '<p class="x">Às <strong>8h</strong></p>')).status).toBe(200)
    expect(await broadcastsFor('userOfNorte')).toBe('<p>Às <strong>8h</strong></p>')
    const picture = '<img src="/storage/private/00000002-0000-4000-8000-000000000001/AAAAAAAAAAAAAAAAAAAAAA.webp">'
    const refused = await change(2, `<p>a</p>${picture}`)
    expect([refused.status, refused.raw['errors']]).toEqual([400, { message: 'This text takes no images.' }])
    const added = await platform.ask(broadcastCalls.add, message('Com moldura', { message: only('<iframe></iframe>') }))
    expect(added.raw['errors']).toEqual({ message: 'These elements are not allowed: <iframe>' })
    expect(await broadcastsFor('userOfNorte')).toBe('<p>Às <strong>8h</strong></p>')
    const other = await platform.ask(broadcastCalls.add, message('Outra', { message: only('<p class="x">Olá</p>') }))
    expect((await platform.ask(broadcastCalls.read, { id: other.body.id })).body.message).toEqual(only('<p>Olá</p>'))
    const checked = await platform.ask(checkBroadcastHtml, { html: '<p class="x">Olá</p>' })
    expect(checked.body).toEqual({ html: '<p>Olá</p>' })
  })

  it('refuses days of the past and a last day before the first, in four languages', async () => {
    await removeAll()
    const refusals: string[] = []
    const refused = async (overrides: Partial<AddInput>, language: Language) => {
      const { status, raw } = await portal.as('platform').send({
        method: 'POST',
        url: '/api/auth/broadcasts/add',
        body: message('Dias', overrides),
        headers: { lang: language },
      })
      expect(status).toBe(400)
      refusals.push(...Object.values(raw['errors'] as Record<string, string>))
    }
    for (const language of languages) {
      await refused({ starts_on: dayFromNow(-3) }, language)
      await refused({ starts_on: dayFromNow(5), ends_on: dayFromNow(4) }, language)
    }
    expect(refusals).toEqual([
      'Escolha hoje ou um dia futuro.',
      'O último dia não pode vir antes do primeiro.',
      'Choose today or a later day.',
      'The last day cannot be before the first.',
      'Elija hoy o un día posterior.',
      'El último día no puede ser anterior al primero.',
      'Escolha hoje ou um dia posterior.',
      'O último dia não pode ser anterior ao primeiro.',
    ])
  })
})
