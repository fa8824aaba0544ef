import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { readShelves } from '#features/home/shelves/contract.ts'
import { openReport } from '#features/reports/view/contract.ts'
import { embeddedLogin } from '#features/identity/embedded-access/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { logout, readConfig, refreshToken } from '#features/identity/sessions/contract.ts'
import { claimsFor, signed } from '#testing/embedded-tokens.ts'
import { testPortal } from '#testing/portal.ts'
import { speakInNorte } from '#testing/unit-language.ts'
import { resellers } from '#testing/probe.ts'
import { manager, seller } from '#testing/reports.ts'
import { masterInNorte, people, type Person, type PersonName, tenants } from '#testing/world.ts'
import {
  acceptTerm,
  checkTermHtml,
  exportAcceptances,
  listAcceptances,
  listDueTerms,
  listEditions,
  publishTerm,
  userTermCalls,
} from '../contract.ts'

const portal = testPortal({ reports: true })
type Who = PersonName | Person
type Sent = SentOf<typeof userTermCalls.add>

const term = (title: string, overrides: Partial<Sent> = {}): Sent => ({
  title: { 'pt-BR': title, 'en-US': `${title} (en)`, es: null, 'pt-PT': null },
  body: { 'pt-BR': 'Uma linha.\nhttps://example.com', 'en-US': null, es: null, 'pt-PT': null },
  condition: 'mandatory',
  place: 'after_login',
  report_id: null,
  active: 'S',
  ...overrides,
})
const versionOf = async (who: Who, id: string) => (await portal.as(who).ask(userTermCalls.read, { id })).body.version
const publish = async (who: Who, id: string) =>
  (await portal.as(who).ask(publishTerm, { id, version: await versionOf(who, id) })).body.edition
async function published(who: Who, title: string, overrides: Partial<Sent> = {}): Promise<string> {
  const { status, body, raw } = await portal.as(who).ask(userTermCalls.add, term(title, overrides))
  expect(status, JSON.stringify(raw)).toBe(200)
  expect(await publish(who, body.id)).toBe(1)
  return body.id
}
const statusOf = async (who: Who) => (await portal.as(who).ask(readShelves, {})).status
const due = async (who: Who) => (await portal.as(who).ask(listDueTerms, {})).body.map(({ title }) => title['pt-BR'])
const accept = (who: Who, id: string, version = 1) => portal.as(who).ask(acceptTerm, { id, version })

beforeAll(() =>
  portal.platform((db) =>
    db
      .insertInto('report_grants')
      .values({
        tenant_id: tenants.norte.id,
        report_id: resellers,
        user_id: seller.id,
        roles: ['Salesperson'],
        identity: 'email',
      })
      .execute(),
  ),
)
afterEach(() => portal.platform((db) => db.deleteFrom('user_terms').execute()))

describe('mandatory terms', () => {
  it('may have only the default language of the business unit', async () => {
    const inSpanish = (text: string) => ({ 'pt-BR': null, 'en-US': null, es: text, 'pt-PT': null })
    await speakInNorte(portal, 'es')
    const id = await published(masterInNorte, '', { title: inSpanish('Uso'), body: inSpanish('Una línea.') })
    const [shown] = (await portal.as(seller).ask(listDueTerms, {})).body
    expect(shown).toMatchObject({ id, title: { es: 'Uso' } })
  })

  it('A6: stop every call of the unit’s people but log-out, configuration, terms and acceptance', async () => {
    const id = await published(masterInNorte, 'Uso')
    const refused = await portal.as(seller).ask(readShelves, {})
    expect([refused.status, refused.raw.status, refused.raw.key]).toEqual([403, 'terms_due', 'terms_due'])
    const { status, body } = await portal.as(seller).ask(readConfig, {})
    expect([status, body.terms]).toEqual([200, [{ id, version: 1, mandatory: true }]])
    expect(await due(seller)).toEqual(['Uso'])
    // The session gate also refuses the renewal of a token until the term is accepted.
    expect((await portal.as(seller).ask(refreshToken, {})).raw.status).toBe('terms_due')
    // A term of one business unit stops neither people of other units nor staff.
    expect([await statusOf('userOfSul'), await statusOf(masterInNorte)]).toEqual([200, 200])
    expect((await accept(seller, id)).status).toBe(200)
    expect([await statusOf(seller), await statusOf('adminOfNorte')]).toEqual([200, 403])
    expect((await portal.as(seller).ask(readConfig, {})).body.terms).toEqual([])
    const token = await portal.tokenOf(manager)
    const own = portal.as({ token, host: manager.host })
    expect((await own.ask(readShelves, {})).status).toBe(403)
    expect((await own.ask(logout, {})).status).toBe(200)
    expect((await own.ask(readShelves, {})).status).toBe(401)
  })

  it('are looked for only in sessions of people who may owe one', async () => {
    const asks = async () => {
      const { id } = await portal.platform((db) =>
        db
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', seller.id)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow(),
      )
      return (await askingSessions()).includes(id)
    }
    const askingSessions = async () => {
      const rows = await portal.platform((db) =>
        db.selectFrom('sessions').select('id').where('asks_terms', '=', true).execute(),
      )
      return rows.map(({ id }) => id)
    }
    const id = await published(masterInNorte, 'Uma vez')
    await portal.tokenOf(seller)
    expect(await asks()).toBe(true)
    await accept(seller, id)
    await portal.tokenOf(seller)
    expect(await asks()).toBe(false)
    expect(await publish(masterInNorte, id)).toBe(2)
    expect(await asks()).toBe(true)
    await portal.tokenOf(seller)
    expect([await asks(), await statusOf(seller)]).toEqual([true, 403])
  })

  it('A6: ask in running and in new sessions, again for a new version, and no longer when not in force', async () => {
    const fresh = async () => {
      const token = await portal.tokenOf(seller)
      return (await portal.as({ token, host: seller.host }).ask(readShelves, {})).status
    }
    const id = await published(masterInNorte, 'Versões')
    expect([await statusOf(seller), await fresh()]).toEqual([403, 403])
    await accept(seller, id)
    expect([await statusOf(seller), await fresh()]).toEqual([200, 200])
    const changed = { 'pt-BR': 'Outro texto', 'en-US': null, es: null, 'pt-PT': null }
    const version = await versionOf(masterInNorte, id)
    expect((await portal.as(masterInNorte).ask(userTermCalls.update, { id, version, body: changed })).status).toBe(200)
    // A changed draft must not be accepted: only a published version stops calls.
    expect(await statusOf(seller)).toBe(200)
    expect((await portal.as(masterInNorte).ask(userTermCalls.read, { id })).body).toMatchObject({
      edition: 1,
      draft: true,
    })
    expect(await publish(masterInNorte, id)).toBe(2)
    expect(await statusOf(seller)).toBe(403)
    const old = await accept(seller, id, 1)
    expect([old.status, old.raw.key]).toEqual([409, 'stale_version'])
    await accept(seller, id, 2)
    expect(await statusOf(seller)).toBe(200)
    const { body: editions } = await portal.as(masterInNorte).ask(listEditions, { id })
    expect(editions.map(({ edition, body, published_by }) => [edition, body['pt-BR'], published_by])).toEqual([
      [2, 'Outro texto', people.masterOfAlfa.name],
      [1, 'Uma linha.\nhttps://example.com', people.masterOfAlfa.name],
    ])
    const off = { id, version: await versionOf(masterInNorte, id), active: 'N' } as const
    await portal.as(masterInNorte).ask(userTermCalls.update, off)
    expect(await statusOf('adminOfNorte')).toBe(200)
  })

  it('of the platform stop everybody but its staff, and are accepted once for all units', async () => {
    const id = await published('platform', 'De todos')
    for (const who of [seller, 'adminOfLeste', 'masterOfBeta'] as const)
      expect((await portal.as(who).ask(listDueTerms, {})).body).toHaveLength(1)
    expect((await portal.as('platform').ask(userTermCalls.list, {})).status).toBe(200)
    expect((await portal.as('masterOfAlfa').ask(readShelves, {})).raw.status).toBe('terms_due')
    await accept('masterOfAlfa', id)
    expect(await due(masterInNorte)).toEqual([])
    expect((await portal.as('adminOfNorte').ask(userTermCalls.read, { id })).raw.status).toBe('terms_due')
  })

  it('end live streams, which the browser opens again after the acceptance', async () => {
    await published(masterInNorte, 'Ao vivo')
    const answer = await portal.as(seller).send({ method: 'GET', url: '/api/auth/events' })
    expect([answer.status, answer.raw['status']]).toEqual([403, 'terms_due'])
  })

  it('E5: embed tokens of a person who must accept a term are revoked', async () => {
    expect((await portal.as(seller).ask(openReport, { reportId: resellers })).status).toBe(200)
    // The rows that meet the condition by which the background work revokes embed tokens.
    const reached = () =>
      portal.platform(async (db) => {
        const { rows } = await sql<{ reached: boolean }>`
          select app.session_refusal(z, e.address) is null as reached
            from embed_tokens e join sessions z on z.id = e.session_id where e.user_id = ${seller.id}`.execute(db)
        return rows.map((token) => token.reached)
      })
    expect(await reached()).toEqual([true])
    const id = await published(masterInNorte, 'Tokens')
    // The background work may have revoked the token meanwhile.
    expect(await reached()).not.toContain(true)
    await accept(seller, id)
    expect((await portal.as(seller).ask(openReport, { reportId: resellers })).status).toBe(200)
    expect(await reached()).toContain(true)
  })

  it('before a report stop only that report', async () => {
    const id = await published(masterInNorte, 'Do relatório', { place: 'report', report_id: resellers })
    expect(await statusOf(seller)).toBe(200)
    const refused = await portal.as(seller).ask(openReport, { reportId: resellers })
    expect([refused.status, refused.raw.status, refused.raw.key]).toEqual([403, 'terms_due', 'report_terms_due'])
    const { body } = await portal.as(seller).ask(listDueTerms, { report_id: resellers })
    expect(body).toMatchObject([{ id, version: 1, mandatory: true }])
    expect((await portal.as(seller).ask(readConfig, {})).body.terms).toEqual([])
    await accept(seller, id)
    expect((await portal.as(seller).ask(openReport, { reportId: resellers })).status).toBe(200)
  })

  it('Z3: nobody accepts for another person in remote access', async () => {
    expect(acceptTerm.personal).toBe(true)
  })

  it('say in four languages what to do', async () => {
    const said = async (method: string, url: string, body?: object) => {
      const all: unknown[] = []
      for (const lang of languages) {
        const { raw } = await portal.as(seller).send({ method, url, headers: { lang }, ...(body && { body }) })
        all.push(raw['message'])
      }
      return all
    }
    await published(masterInNorte, 'Do relatório', { place: 'report', report_id: resellers })
    expect(await said('POST', '/api/auth/report_view/open', { reportId: resellers })).toEqual([
      'Aceite os termos deste relatório para abri-lo.',
      'Accept the terms of this report to open it.',
      'Acepte los términos de este informe para abrirlo.',
      'Aceite os termos deste relatório para o abrir.',
    ])
    await published(masterInNorte, 'Línguas')
    expect(await said('GET', '/api/auth/home/shelves')).toEqual([
      'Aceite os termos de uso para continuar.',
      'Accept the terms of use to continue.',
      'Acepte los términos de uso para continuar.',
      'Aceite os termos de utilização para continuar.',
    ])
  })
})

describe('the session of an embedded page', () => {
  const { host } = seller

  async function embeddedSession(): Promise<ReturnType<typeof portal.as>> {
    const change = async (values: object) => {
      const { version } = (await portal.as(masterInNorte).ask(readSettings, {})).body
      return (await portal.as(masterInNorte).ask(updateSettings, { version, ...values })).body
    }
    await change({ enable_embedded: 'S' })
    const { token_embedded } = await change({ token_embedded: 'rotate' })
    const token = signed(claimsFor(seller.email, host), token_embedded ?? '')
    const { status, body } = await portal.as({ token: null, host }).ask(embeddedLogin, { token })
    expect(status).toBe(200)
    return portal.as({ token: body.token, host })
  }

  it('E5: asks for the terms before a report, and for no others', async () => {
    const ofSignIn = await published(masterInNorte, 'Depois da entrada')
    const ofReport = await published(masterInNorte, 'Antes do relatório', { place: 'report', report_id: resellers })
    const embedded = await embeddedSession()
    const open = () => embedded.ask(openReport, { reportId: resellers })
    expect((await embedded.ask(readConfig, {})).body.terms).toEqual([])
    expect((await embedded.ask(listDueTerms, {})).body).toEqual([])
    expect((await open()).raw.key).toBe('report_terms_due')
    const { body } = await embedded.ask(listDueTerms, { report_id: resellers })
    expect(body).toMatchObject([{ id: ofReport, version: 1, mandatory: true }])
    expect((await embedded.ask(acceptTerm, { id: ofSignIn, version: 1 })).status).toBe(404)
    expect((await embedded.ask(acceptTerm, { id: ofReport, version: 1 })).status).toBe(200)
    expect((await open()).status).toBe(200)
    const stored = await portal.platform((db) =>
      db.selectFrom('user_term_acceptances').select(['term_id', 'user_id']).execute(),
    )
    expect(stored).toEqual([{ term_id: ofReport, user_id: seller.id }])
  })
})

describe('informative terms', () => {
  it('informative terms are listed and refuse no call', async () => {
    const id = await published(masterInNorte, 'Aviso', { condition: 'informative' })
    expect(await statusOf(seller)).toBe(200)
    expect((await portal.as(seller).ask(readConfig, {})).body.terms).toEqual([{ id, version: 1, mandatory: false }])
    await accept(seller, id)
    expect(await due(seller)).toEqual([])
  })
})

describe('the keeping of terms', () => {
  it('lists who accepted which version, when and from where, and who has not', async () => {
    const id = await published(masterInNorte, 'Lista', { condition: 'informative' })
    await accept(seller, id)
    const { body } = await portal.as('adminOfNorte').ask(listAcceptances, { term_id: id })
    expect(body.total).toBeGreaterThanOrEqual(3)
    const mine = body.data.find(({ email }) => email === seller.email)
    expect(mine).toMatchObject({ accepted: true, edition: 1, address: '127.0.0.1', unit: 'Norte' })
    expect(Date.now() - (mine?.accepted_at?.getTime() ?? 0)).toBeLessThan(60_000)
    const missing = await portal.as('adminOfNorte').ask(listAcceptances, { term_id: id, accepted: 'N' })
    expect(missing.body.data.map(({ email }) => email)).toContain(people.adminOfNorte.email)
    expect(missing.body.data.map(({ email }) => email)).not.toContain(seller.email)
    const found = await portal.as('adminOfNorte').ask(listAcceptances, { term_id: id, search: seller.name })
    expect(found.body.data.map(({ email }) => email)).toEqual([seller.email])
    expect((await portal.as('adminOfNorte').ask(userTermCalls.read, { id })).body.accepted).toBe(1)
    const file = await portal
      .as('adminOfNorte')
      .send({ method: 'GET', url: `/api/${exportAcceptances.path}?format=csv&term_id=${id}` })
    expect(file.status).toBe(200)
  })

  it('T1: belongs to the platform or to one unit', async () => {
    const id = await published(masterInNorte, 'De Norte', { condition: 'informative' })
    for (const who of ['adminOfSul', 'adminOfLeste', 'platform'] as const) {
      expect((await portal.as(who).ask(userTermCalls.read, { id })).status, who).toBe(404)
      expect((await portal.as(who).ask(publishTerm, { id, version: 2 })).status, who).toBe(404)
      expect((await portal.as(who).ask(listAcceptances, { term_id: id })).body.data, who).toEqual([])
      expect((await portal.as(who).ask(listEditions, { id })).body, who).toEqual([])
    }
    expect((await accept('userOfSul', id)).status).toBe(404)
    expect((await portal.as(seller).ask(userTermCalls.list, {})).status).toBe(403)
    expect((await portal.as('masterOfAlfa').ask(userTermCalls.list, {})).status).toBe(403)
  })

  it('asks for a report where the term stands before one, and knows reports of the unit only', async () => {
    const add = (overrides: Partial<Sent>, who: Who = masterInNorte) =>
      portal.as(who).ask(userTermCalls.add, term('Lugar', overrides))
    expect((await add({ place: 'report' })).raw.errors).toEqual({ report_id: 'Report is required!' })
    expect((await add({ report_id: resellers })).raw.errors).toEqual({ report_id: 'Report is invalid!' })
    expect((await add({ place: 'report', report_id: resellers }, 'adminOfSul')).status).toBe(404)
    expect((await add({ place: 'report', report_id: resellers }, 'platform')).raw.errors).toEqual({
      place: 'Display location is invalid!',
    })
  })

  it('U3: keeps formatted texts, cleaned, and refuses the rest by name', async () => {
    const only = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
    const overrides = {
      condition: 'informative',
      body: only('<p class="x">Dados <strong>internos</strong></p>'),
    } as const
    const id = await published(masterInNorte, 'Formatado', overrides)
    const visibleBodies = async () =>
      (await portal.as(seller).ask(listDueTerms, {})).body.map(({ body }) => body['pt-BR'])
    expect(await visibleBodies()).toEqual(['<p>Dados <strong>internos</strong></p>'])
    const version = await versionOf(masterInNorte, id)
    const refused = async (html: string) => {
      const { status, raw } = await portal
        .as(masterInNorte)
        .ask(userTermCalls.update, { id, version, body: only(html) })
      return [status, raw.errors]
    }
    expect(await refused('<a href="javascript:x()">a</a>')).toEqual([
      400,
      { body: 'Scripts are not allowed: javascript:x()' },
    ])
    expect(await refused('<img src="data:image/png;base64,AAAA">')).toEqual([
      400,
      { body: 'This text takes no images.' },
    ])
    const added = await portal
      .as(masterInNorte)
      .ask(userTermCalls.add, term('CSS', { body: only('<style>p{}</style>') }))
    expect(added.raw.errors).toEqual({ body: 'Inline styles only, no external CSS: <style>' })
    const body = only('<p class="x">Outros dados</p>')
    expect((await portal.as(masterInNorte).ask(userTermCalls.update, { id, version, body })).status).toBe(200)
    expect(await publish(masterInNorte, id)).toBe(2)
    expect(await visibleBodies()).toEqual(['<p>Outros dados</p>'])
    const checked = await portal.as(masterInNorte).ask(checkTermHtml, { html: '<p class="x">Olá</p>' })
    expect(checked.body).toEqual({ html: '<p>Olá</p>' })
  })

  it('D5: writes additions, publications and acceptances to the audit trail', async () => {
    const id = await published(masterInNorte, 'Trilha', { condition: 'informative' })
    await accept(seller, id)
    await accept(seller, id)
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('target_id', '=', id).orderBy('at').execute(),
    )
    expect(entries.map(({ event }) => event)).toEqual(['user_term.added', 'user_term.published', 'user_term.accepted'])
  })
})
