// The business units of the switcher for staff of a partner with more of them than a session lists.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { ownUnits } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, people, tenants } from '#testing/world.ts'
import { findCompanies, readConfig } from '../contract.ts'

const portal = testPortal()
const added = ownUnits.listed + 60

// Their names are before the other names of the test world.
beforeAll(() =>
  portal.platform((db) =>
    sql`insert into tenants (partner_id, name, subdomain)
        select ${partners.alfa.id}, 'Açaí ' || lpad(n::text, 3, '0'), 'loja-' || n from generate_series(1, ${added}::int) n`.execute(
      db,
    ),
  ),
)

const find = async (who: Parameters<typeof portal.as>[0], search: string) => {
  const { status, body } = await portal.as(who).ask(findCompanies, { search })
  expect(status).toBe(200)
  return { names: body.companies.map(({ name }) => name), more: body.more_companies }
}

describe('more business units than a session lists', () => {
  it.each([
    ['the platform', people.platform],
    ['a partner', people.masterOfAlfa],
  ])('%s gets the first of them by name, and the sign that there are more', async (_, who) => {
    const { body } = await portal.as(who).ask(readConfig, {})
    expect([body.companies.length, body.more_companies]).toEqual([ownUnits.listed, true])
    expect(body.companies[0]?.name).toBe('Açaí 001')
  })

  it('the present business unit is among them, also behind the last', async () => {
    const { body } = await portal.as(masterInNorte).ask(readConfig, {})
    expect([body.companies.length, body.more_companies]).toEqual([ownUnits.listed, true])
    expect(body.companies.filter(({ current }) => current)).toMatchObject([
      { tenant_id: tenants.norte.id, name: 'Norte' },
    ])
  })

  it('a person of one business unit has no more', async () => {
    const { body } = await portal.as('userOfSul').ask(readConfig, {})
    expect([body.companies.map(({ name }) => name), body.more_companies]).toEqual([['Sul'], false])
  })

  it('are found by name without accents and case, by host, and at most fifty at once', async () => {
    expect(await find(people.platform, 'ACAI 25')).toEqual({
      names: Array.from({ length: 10 }, (__, n) => `Açaí 25${n}`),
      more: false,
    })
    expect(await find(people.masterOfAlfa, `loja-${added}`)).toEqual({ names: [`Açaí ${added}`], more: false })
    const { names, more } = await find(masterInNorte, 'açaí')
    expect([names.length, names[0], more]).toEqual([ownUnits.found, 'Açaí 001', true])
    expect(await find(people.platform, '%')).toEqual({ names: [], more: false })
  })

  it('T1: are found by those who may enter them only', async () => {
    expect(await find(people.masterOfBeta, 'açaí')).toEqual({ names: [], more: false })
    expect(await find(people.masterOfAlfa, 'leste')).toEqual({ names: [], more: false })
    expect(await find(people.userOfSul, '')).toEqual({ names: ['Sul'], more: false })
    const visitor = await portal.as({ token: null, host: 'localhost' }).ask(findCompanies, { search: '' })
    expect(visitor.status).toBe(401)
  })
})
