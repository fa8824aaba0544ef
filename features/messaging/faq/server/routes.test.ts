import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { speakInNorte } from '#testing/unit-language.ts'
import { people, type Person, type PersonName } from '#testing/world.ts'
import { checkAnswerHtml, faqEntryCalls, orderFaq, readFaq, readFaqOrder, readOwnFaq } from '../contract.ts'

const portal = testPortal()
type Caller = PersonName | Person

const texts = (text: string) => ({ 'pt-BR': text, 'en-US': `${text} (en)`, es: null, 'pt-PT': null })
const added = async (caller: Caller, question: string) => {
  const { status, body } = await portal
    .as(caller)
    .ask(faqEntryCalls.add, { question: texts(question), answer: texts(`Sobre ${question}`) })
  expect(status).toBe(200)
  return body.id
}
const ownOf = async (caller: Caller) =>
  (await portal.as(caller).ask(readOwnFaq, {})).body.map(({ question, of_unit }) => [question['pt-BR'], of_unit])
const clear = () => portal.platform((db) => db.deleteFrom('faq_entries').execute())

describe('frequently asked questions', () => {
  it('of the platform are visible to everybody, and those of a business unit to its own people', async () => {
    await clear()
    await added('platform', 'Como entro?')
    await added('adminOfNorte', 'Onde fica o refeitório?')
    for (const host of ['localhost', 'norte.localhost', 'alfa.localhost', 'nowhere.localhost']) {
      const { status, body } = await portal.as({ token: null, host }).ask(readFaq, {})
      expect([status, body.map(({ question }) => question['pt-BR'])], host).toEqual([200, ['Como entro?']])
    }
    expect(await ownOf('userOfNorte')).toEqual([
      ['Onde fica o refeitório?', true],
      ['Como entro?', false],
    ])
    for (const caller of ['userOfSul', 'userOfLeste', 'masterOfAlfa', 'platform'] as const)
      expect(await ownOf(caller), caller).toEqual([['Como entro?', false]])
    expect((await portal.as({ token: null, host: 'norte.localhost' }).ask(readOwnFaq, {})).status).toBe(401)
  })

  it('follow the stored order, with a new question at the end', async () => {
    await clear()
    const ids = [await added('adminOfNorte', 'A'), await added('adminOfNorte', 'B'), await added('adminOfNorte', 'C')]
    expect((await ownOf('userOfNorte')).map(([question]) => question)).toEqual(['A', 'B', 'C'])
    const requestedIds = ids.toReversed()
    expect((await portal.as('adminOfNorte').ask(orderFaq, { ids: requestedIds })).status).toBe(200)
    await added('adminOfNorte', 'D')
    expect((await ownOf('userOfNorte')).map(([question]) => question)).toEqual(['C', 'B', 'A', 'D'])
    const { body } = await portal.as('adminOfNorte').ask(readFaqOrder, {})
    expect(body.map(({ question }) => question['pt-BR'])).toEqual(['C', 'B', 'A', 'D'])
    // A second call with the same order stores nothing.
    expect((await portal.as('adminOfNorte').ask(orderFaq, { ids: requestedIds })).status).toBe(200)
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('event', '=', 'faq_entry.moved').execute(),
    )
    expect(entries).toHaveLength(1)
  })

  it('of a business unit in another language need no text in Portuguese, and are different questions', async () => {
    await clear()
    const inEnglish = (text: string) => ({ 'pt-BR': null, 'en-US': text, es: null, 'pt-PT': null })
    const add = async (question: string) => {
      const entry = { question: inEnglish(question), answer: inEnglish('In the hall.') }
      const { status, raw } = await portal.as('adminOfNorte').ask(faqEntryCalls.add, entry)
      return [status, raw['key'] ?? null]
    }
    await speakInNorte(portal, 'en-US')
    expect(await add('Where is it?')).toEqual([200, null])
    expect(await add('Where is it?')).toEqual([409, 'faq_entry_already_exists'])
    const { body } = await portal.as('adminOfNorte').ask(faqEntryCalls.list, {})
    expect(body.data.map(({ name }) => name)).toEqual(['Where is it?'])
  })

  it('U3: store cleaned HTML of an answer, and name the elements that are refused', async () => {
    await clear()
    const only = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
    const admin = portal.as('adminOfNorte')
    const answer = only(
      '<h2>Como</h2><p class="x">Clique em <b>Entrar</b>, em <a href="https://example.com">ajuda</a>.</p>',
    )
    const { body: made } = await admin.ask(faqEntryCalls.add, { question: texts('Formatada'), answer })
    const storedEntry = async () => (await admin.ask(faqEntryCalls.read, { id: made.id })).body
    const cleaned =
      '<h2>Como</h2><p>Clique em <b>Entrar</b>, em <a href="https://example.com" target="_blank" rel="noopener noreferrer">ajuda</a>.</p>'
    expect((await storedEntry()).answer).toEqual(only(cleaned))
    const refused = async (html: string) => {
      const { status, raw } = await admin.ask(faqEntryCalls.update, { id: made.id, version: 1, answer: only(html) })
      expect(status, html).toBe(400)
      return raw['errors']
    }
    expect(await refused('<p onclick="x()">a</p>')).toEqual({ answer: 'Scripts are not allowed: onclick' })
    expect(await refused('<p>a</p><img src="https://example.com/a.png">')).toEqual({
      answer: 'This text takes no images.',
    })
    expect(await refused('<p> </p>')).toEqual({ answer: 'Answer is required!' })
    expect((await storedEntry()).answer).toEqual(only(cleaned))
    const { host } = people.adminOfNorte
    const authorization = `Bearer ${await portal.tokenOf(people.adminOfNorte)}`
    const url = `/api/${faqEntryCalls.export.path}?format=csv`
    const changed = { id: made.id, version: 1, answer: only(`${cleaned}<p class="x">Fim</p>`) }
    expect((await admin.ask(faqEntryCalls.update, changed)).status).toBe(200)
    expect((await storedEntry()).answer).toEqual(only(`${cleaned}<p>Fim</p>`))
    const file = await portal.portal.app.inject({ url, headers: { host, authorization } })
    expect(file.body).toContain('Clique em Entrar, em ajuda.')
    expect(file.body).not.toContain('<')

    const checked = await admin.ask(checkAnswerHtml, { html: '<p class="x">Olá</p>' })
    expect(checked.body).toEqual({ html: '<p>Olá</p>' })
    const script = await admin.ask(checkAnswerHtml, { html: '<script>x()</script>' })
    expect([script.status, script.raw['errors']]).toEqual([400, { html: 'Scripts are not allowed: <script>' }])
    expect((await portal.as('userOfNorte').ask(checkAnswerHtml, { html: '<p>Olá</p>' })).status).toBe(403)
  })

  it('T1, Z1: are changed only by administrators of the business unit and, for the platform, by its staff', async () => {
    await clear()
    const id = await added('platform', 'Da plataforma')
    const own = await added('adminOfNorte', 'De Norte')
    for (const caller of ['adminOfSul', 'adminOfLeste'] as const) {
      expect((await portal.as(caller).ask(faqEntryCalls.read, { id: own })).status, caller).toBe(404)
      expect((await portal.as(caller).ask(faqEntryCalls.remove, { id })).status, caller).toBe(404)
      expect((await portal.as(caller).ask(orderFaq, { ids: [own] })).status, caller).toBe(404)
    }
    expect((await portal.as('platform').ask(faqEntryCalls.read, { id: own })).status).toBe(404)
    for (const caller of ['userOfNorte', 'masterOfAlfa'] as const)
      expect(
        (await portal.as(caller).ask(faqEntryCalls.add, { question: texts('X'), answer: texts('X') })).status,
      ).toBe(403)
  })
})
