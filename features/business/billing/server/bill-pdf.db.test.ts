import { createHash } from 'node:crypto'
import { isValidPixPayload, getPixPayloadInfo } from '@brazilian-utils/brazilian-utils'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pdfText } from '../../../../report-service/rest/testing/pdf-text.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, people, tenants } from '#testing/world.ts'
import * as calls from '../contract.ts'

const portal = testPortal()
const platform = () => portal.as('platform')
const client = '00000009-0000-4000-8000-0000000000a7'
// Bills are never deleted, so each test has a month of its own.
let month = 0
beforeEach(() =>
  portal.platform(async (db) => {
    month += 1
    await sql`insert into clients (id, partner_id, name, customer_code, cnpj_cpf, price, number_of_bonus, domain_fee, contract_date, language,
                                   address, number, city, state, cep, payment_details, email_invoice)
      values (${client}, ${partners.alfa.id}, 'Vale Verde', 'C-1', '11222333000181', 19.90, 1, 50.05, '2024-01-01', 'en-US',
              'Rua das Dunas', '12', 'Natal', 'RN', '59020100', 'Boleto em 10 dias', '{a@verde.example}')`.execute(db)
    await sql`insert into partner_legal_data (partner_id, client_type, cnpj_cpf, fantasy_name, city, pix_key)
      values (${partners.alfa.id}, 'legal', '12ABC34501DE35', 'Alfa Análises', 'São Paulo', 'contas@alfa.example')`.execute(
      db,
    )
    await sql`update tenants set client_id = c.id, client_standing = c.standing from clients c where tenants.id = ${tenants.norte.id}`.execute(
      db,
    )
    await sql`insert into billable_people (tenant_id, client_id, month, user_id)
      select ${tenants.norte.id}::uuid, ${client}::uuid, ${`2025-${String(month).padStart(2, '0')}-01`}::date, unnest(${[people.adminOfNorte.id, people.userOfNorte.id, people.otherUserOfNorte.id]}::uuid[])`.execute(
      db,
    )
  }),
)
afterEach(() =>
  portal.platform(async (db) => {
    await sql`delete from billable_people`.execute(db)
    await sql`update tenants set client_id = null, client_standing = null`.execute(db)
    await sql`delete from clients`.execute(db)
    await sql`delete from partner_legal_data`.execute(db)
    await sql`update users set billing_administrator = false`.execute(db)
  }),
)

async function issued(): Promise<string> {
  const reference_month = `2025-${String(month).padStart(2, '0')}`
  const { body } = await platform().ask(calls.issueBills, {
    reference_month,
    date_due: '2099-12-31',
    clients: [client],
  })
  return body.issued[0] ?? ''
}

async function fileOf(id: string, caller: 'platform' | 'masterOfAlfa' = 'platform') {
  const { token, host } = { token: await portal.tokenOf(people[caller]), host: people[caller].host }
  const answer = await portal.portal.app.inject({
    method: 'GET',
    url: `/api/auth/billing/pdf?id=${id}`,
    headers: { host, authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
const plain = (text: string) => text.replace(/\s+/g, ' ')

describe('the PDF of a bill', () => {
  it('says what was copied at issue, in the language of the client, with a Pix code of the amount', async () => {
    const id = await issued()
    await portal.platform((db) =>
      sql`update clients set name = 'Outro', language = 'es' where id = ${client}`.execute(db),
    )
    const { status, headers, bytes } = await fileOf(id)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toMatch(/Bill%20\d+\.pdf/)
    const text = plain(pdfText(bytes))
    for (const part of [
      'Vale Verde',
      'CNPJ: 11.222.333/0001-81',
      'Rua das Dunas, 12',
      'Natal, RN, 59020-100',
      'Alfa Análises',
      'CNPJ: 12.ABC.345/01DE-35',
      'December 31, 2099',
      '3 users active in the month, 1 free of charge',
      'R$39.80',
      'R$19.90',
      'Boleto em 10 dias',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(part)
    }
    // The code is wider than its column.
    const pix = /\n(00020[^]*?6304[0-9A-F]{4})\n/.exec(pdfText(bytes))?.[1]?.replaceAll('\n', '') ?? ''
    expect([isValidPixPayload(pix), getPixPayloadInfo(pix)]).toMatchObject([
      true,
      { key: 'contas@alfa.example', amount: 39.8, merchantName: 'Alfa Analises', merchantCity: 'Sao Paulo' },
    ])
    expect(bytes.toString('latin1')).toContain('/Lang (en-US)')
  })

  it('is the same file for everybody, also of 4 at the same time, until there is a credit note', async () => {
    const id = await issued()
    await portal.platform((db) =>
      sql`update users set billing_administrator = true where id = ${people.masterOfAlfa.id}`.execute(db),
    )
    const files = await Promise.all([fileOf(id), fileOf(id, 'masterOfAlfa')])
    files.push(await fileOf(id), await fileOf(id, 'masterOfAlfa'))
    const hashes = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
    const stored = await portal.platform((db) =>
      db.selectFrom('bill_files').select(['sha256', 'credit_notes']).where('bill_id', '=', id).execute(),
    )
    expect([files.map(({ status }) => status), new Set(hashes)]).toEqual([
      [200, 200, 200, 200],
      new Set([stored[0]?.sha256]),
    ])
    expect(stored).toHaveLength(1)
    await platform().ask(calls.creditBill, { id, amount: '9.80', reason: 'Uma pessoa a menos' })
    const text = plain(pdfText((await fileOf(id)).bytes))
    expect(text).toMatch(/Credit note \d+ of .*-R\$9\.80 Uma pessoa a menos Amount due R\$30\.00/)
  })

  it('is refused for a draft, a void bill and bills of another partner', async () => {
    const id = await issued()
    expect((await fileOf(id, 'masterOfAlfa')).status).toBe(403)
    expect((await fileOf('00000009-0000-4000-8000-0000000000ee')).status).toBe(404)
    await platform().ask(calls.voidBill, { id, reason: 'Preço errado' })
    expect((await fileOf(id)).status).toBe(409)
  })
})
