// The query from a wish, against a real report service and the double of a language model.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAiUses, listAiCalls } from '#features/assistant/ai-accounts/contract.ts'
import { giveAiAccount } from '#testing/ai-account.ts'
import { type ModelDouble, startModelDouble } from '#testing/model-double.ts'
import { testPortal } from '#testing/portal.ts'
import { published, seller } from '#testing/reports.ts'
import { people, type Person, type PersonName, tenants } from '#testing/world.ts'
import { draftDax } from '../contract.ts'

const portal = testPortal({ config: { providerPrivateHosts: true }, reports: true })
const tenant_id = tenants.norte.id
const [resellers] = published.reports

let double: ModelDouble
beforeAll(async () => {
  double = await startModelDouble()
})
afterAll(() => double.close())
beforeEach(async () => {
  double.asked.length = 0
  await portal.platform(async (db) => {
    await giveAiAccount(db, tenant_id, double.url, { sends_rows: false })
    await db.deleteFrom('report_grants').execute()
    await db
      .insertInto('report_grants')
      .values({
        tenant_id,
        report_id: resellers,
        user_id: people.adminOfNorte.id,
        roles: ['Salesperson'],
        identity: 'value',
        identity_value: seller.email,
      })
      .execute()
  })
})

const draft = (who: PersonName | Person = 'adminOfNorte', wish = 'Total de vendas') =>
  portal.as(who).ask(draftDax, { report_id: resellers, wish })
const right = 'EVALUATE ROW("Total", [Reseller Sales])'

describe('a DAX query from a wish', () => {
  it('tells the model names of the schema and no rows, and runs the query under the identity of the author', async () => {
    double.reply({ text: `\`\`\`dax\n${right}\n\`\`\`` })
    const { body } = await draft()
    expect(body).toEqual({ dax: right, problem: null, detail: null, columns: ['[Total]'], row_count: 1 })
    const [asked] = double.asked
    expect(asked?.user).toContain('"Reseller Sales"')
    expect(asked?.user).toMatch(/\[\["[^"]+","(?:text|number)"\]/)
    // A name of a row that the author sees: none is sent.
    expect(asked?.user).not.toMatch(/Linda|linda3|Mountain-/)
    expect((await portal.as('adminOfNorte').ask(listAiCalls, {})).body.data).toEqual([
      expect.objectContaining({ purpose: 'write_dax', subject: 'Desempenho de revendas', outcome: 'answered' }),
    ])
  })

  it('has the model correct a faulty query at most twice', async () => {
    double.reply({ text: 'EVALUATE Nowhere' }, { text: 'I am sorry.' }, { text: right })
    expect((await draft()).body).toMatchObject({ dax: right, problem: null })
    expect(double.asked.length).toBe(3)
    expect(double.asked[1]?.user).toMatch(/This query failed:\nEVALUATE Nowhere\nError: .*Nowhere/)
    double.asked.length = 0
    double.reply({ text: 'EVALUATE Nowhere' })
    const { body } = await draft()
    expect([body.problem, body.dax, double.asked.length]).toEqual(['query', 'EVALUATE Nowhere', 3])
    expect(body.detail).toMatch(/Nowhere/)
  })

  it('E2: shows no data of the query, and reads only what the author may open', async () => {
    double.reply({ text: 'EVALUATE VALUES(Employee)' }, { text: right })
    const { raw } = await draft()
    expect(JSON.stringify(raw)).not.toMatch(/adventure-works/)
    await portal.platform((db) => db.deleteFrom('report_grants').execute())
    const { body } = await draft()
    expect(body.problem).toBe('identity')
  })

  it('T1, Z1: answers 404 to another business unit, and 403 to a reader', async () => {
    double.reply({ text: right })
    await portal.platform((db) => giveAiAccount(db, tenants.sul.id, double.url))
    expect((await draft('adminOfSul')).status).toBe(404)
    expect((await draft(seller)).status).toBe(403)
    expect(double.asked).toEqual([])
  })

  it('needs no permission to send rows', async () => {
    const { body } = await portal.as('adminOfNorte').ask(readAiUses, {})
    expect(body.uses).toEqual(['draft_notification', 'write_dax'])
  })
})
