// Roles that the data model does not have, tried against the report service: in grants, when a report is opened, and in the explanation.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'
import { addUserGroup } from '#features/people/groups/contract.ts'
import { addRequest, grantRequest } from '#features/reports/catalogs/contract.ts'
import { listImportRoles, readReport, updateReport } from '#features/reports/library/contract.ts'
import { openReport, previewReport } from '#features/reports/view/contract.ts'
import {
  addAccess,
  explainAccess,
  listGrantRoles,
  listReaders,
  readAccess,
  suggestGrantRoles,
  updateAccess,
} from '../contract.ts'

/** The portal of this file sends its requests to the report service with this function. */
const sent = vi.spyOn(globalThis, 'fetch')
const portal = testPortal({ reports: true })
const [resellers] = published.reports
const tenant_id = tenants.norte.id
const admin = () => portal.as('adminOfNorte')

type GrantInput = SentOf<typeof addAccess>['grants'][number]
const grantTo = (user_id: string, roles: string[]): GrantInput => ({
  user_id,
  group_id: null,
  roles,
  identity: 'email',
  identity_value: null,
  custom_data: null,
})

const change = (fields: object) =>
  portal.platform((db) => db.updateTable('reports').set(fields).where('id', '=', resellers).execute())

/** Stores a grant as it is after the data model has lost the role. */
const store = (user_id: string, roles: string[]) =>
  portal.platform((db) =>
    db.insertInto('report_grants').values({ tenant_id, report_id: resellers, user_id, roles }).execute(),
  )

/** Replaces all grants of the report. */
async function save(...grants: GrantInput[]) {
  const { body } = await admin().ask(readAccess, { report_id: resellers })
  const { status, raw } = await admin().ask(updateAccess, { report_id: resellers, version: body.version, grants })
  return [status, raw['key'], raw['errors']]
}

async function add(...grants: GrantInput[]) {
  const { status, raw } = await admin().ask(addAccess, { report_id: resellers, grants })
  return [status, raw['key'], raw['errors']]
}

const saved = [200, undefined, undefined]
const refusedAt = (field: string) => [
  400,
  'report_access_role_unknown',
  { [field]: 'The data model of this report has no role Nobody.' },
]

beforeEach(async () => {
  await portal.platform((db) => db.deleteFrom('report_grants').execute())
  await change({ row_security: true, ignore_row_security: false, ignore_role: null })
})

describe('a grant', () => {
  it('is refused at the field if it names a role that the data model does not have', async () => {
    expect(await save(grantTo(seller.id, ['Salesperson', 'Nobody']))).toEqual(refusedAt('grants'))
    expect(await add(grantTo(seller.id, ['Nobody']))).toEqual(refusedAt('grants'))
    expect((await admin().ask(readAccess, { report_id: resellers })).body.grants).toEqual([])
  })

  it('names roles in any letter case, as the data model does', async () => {
    expect(await save(grantTo(seller.id, ['SALESperson']))).toEqual(saved)
    expect((await portal.as(seller).ask(openReport, { reportId: resellers })).status).toBe(200)
    const { body } = await admin().ask(explainAccess, { report_id: resellers, user_id: seller.id })
    expect(body.opens).toBe(true)
  })

  it('may keep a role that the data model has lost, as long as the grant stays as it is', async () => {
    await store(seller.id, ['Nobody'])
    expect(await add(grantTo(manager.id, ['Manager']))).toEqual(saved)
    expect(await save(grantTo(seller.id, ['Nobody']))).toEqual(saved)
    expect(await save({ ...grantTo(seller.id, ['Nobody']), ends_on: '2999-12-31' })).toEqual(refusedAt('grants'))
    expect(await save(grantTo(seller.id, ['Salesperson']))).toEqual(saved)
  })

  it('of a report without row-level security may name any role, because it changes nothing', async () => {
    await change({ row_security: false })
    expect(await save(grantTo(seller.id, ['Nobody']))).toEqual(saved)
  })

  it('of a request is refused at the field too, and the request waits', async () => {
    await change({ show_on_catalog: true, hidden: false })
    const { body } = await portal.as(seller).ask(addRequest, { report_id: resellers, reason: 'Metas' })
    const decide = (roles: string[]) =>
      admin().ask(grantRequest, { id: body.id, roles, identity: 'email', identity_value: null, custom_data: null })
    const { status, raw } = await decide(['Nobody'])
    expect([status, raw['key'], raw['errors']]).toEqual(refusedAt('roles'))
    expect((await decide(['Salesperson'])).status).toBe(200)
  })
})

it('the role with which all read must be one of the data model, when it is changed', async () => {
  const ask = async (ignore_role: string) => {
    const { version } = (await admin().ask(readReport, { id: resellers })).body
    const { status, raw } = await admin().ask(updateReport, {
      id: resellers,
      version,
      ignore_row_security: 'S',
      ignore_role,
    })
    return [status, raw['key'], raw['errors']]
  }
  expect(await ask('Nobody')).toEqual(refusedAt('ignore_role'))
  expect(await ask('company')).toEqual(saved)
  await change({ ignore_role: 'Nobody' })
  expect(await ask('Nobody')).toEqual(saved)
})

describe('a role that the data model has lost', () => {
  const open = (person: Parameters<typeof portal.as>[0]) => portal.as(person).ask(openReport, { reportId: resellers })
  const answerOf = ({ status, raw }: { status: number; raw: Record<string, unknown> }) => [
    status,
    raw['status'],
    raw['key'],
    raw['message'],
  ]
  const forReaders = [
    409,
    'role_unknown',
    'report_role_unknown',
    'This report has changed, and your access needs an adjustment. Ask your administrator.',
  ]
  const forManagers = [
    409,
    'role_unknown',
    'report_access_role_removed',
    'The data model of this report no longer has the role Nobody. Choose another one in the access or the settings of the report.',
  ]

  it('E2: keeps the report closed; readers are sent to their administrator, who reads the name of the role', async () => {
    await store(seller.id, ['Salesperson', 'Nobody'])
    await store(people.adminOfNorte.id, ['Nobody'])
    expect(answerOf(await open(seller))).toEqual(forReaders)
    expect(answerOf(await open('adminOfNorte'))).toEqual(forManagers)
    const preview = { reportId: resellers, user_id: seller.id }
    expect(answerOf(await admin().ask(previewReport, { ...preview, grants: null }))).toEqual(forManagers)
    const drafts = [grantTo(seller.id, ['Nobody'])]
    expect(answerOf(await admin().ask(previewReport, { ...preview, grants: drafts }))).toEqual(forManagers)
  })

  it('is not the reason of another refusal: the service accepts no user name outside ASCII', async () => {
    const identity = { identity: 'value', identity_value: 'José' } as const
    expect(await save({ ...grantTo(seller.id, ['Salesperson']), ...identity })).toEqual(saved)
    const { status, raw } = await open(seller)
    expect([status, raw['key']]).toEqual([503, 'account_refused'])
  })

  it('is a reason in the explanation and in the list of readers, as when all read with one role', async () => {
    await store(seller.id, ['Salesperson', 'Nobody'])
    await store(manager.id, ['Manager'])
    const explained = async (user_id: string) => {
      const { opens, rules } = (await admin().ask(explainAccess, { report_id: resellers, user_id })).body
      return [opens, rules.flatMap(({ rule, verdict, name }) => (rule === 'unknown_role' ? [verdict, name] : []))]
    }
    const readers = async () => {
      const { data } = (await admin().ask(listReaders, { report_id: resellers })).body
      return data.map(({ id, outcome, unknown_role }) => [id, outcome, unknown_role])
    }
    expect(await explained(seller.id)).toEqual([false, ['out', 'Nobody']])
    expect(await explained(manager.id)).toEqual([true, []])
    expect(await readers()).toEqual(
      expect.arrayContaining([
        [seller.id, 'unknown_role', 'Nobody'],
        [manager.id, 'reads', null],
      ]),
    )
    await change({ ignore_row_security: true, ignore_role: 'Nobody' })
    expect(await explained(manager.id)).toEqual([false, ['out', 'Nobody']])
    expect(await readers()).toContainEqual([manager.id, 'unknown_role', 'Nobody'])
  })
})

it('the list of readers asks the service once, however many there are', async () => {
  for (const { id } of [seller, manager, people.adminOfNorte]) await store(id, ['Salesperson'])
  sent.mockClear()
  expect((await admin().ask(listReaders, { report_id: resellers })).body.total).toBe(3)
  const urls = sent.mock.calls.map(([input]) => String(input instanceof Request ? input.url : input))
  expect(urls.filter((url) => url.startsWith(`${portal.reportServiceUrl}/`) && url.endsWith('/roles'))).toHaveLength(1)
})

it('T1, Z1: the roles of the data model are listed to who grants the report', async () => {
  const question = { report_id: resellers }
  const { body } = await admin().ask(listGrantRoles, question)
  expect(body.roles?.toSorted()).toEqual(['Company', 'Country', 'Manager', 'Salesperson'])
  expect(body.filters).toContainEqual({ role: 'Salesperson', table: 'Customer', filter: 'FALSE()' })
  expect(body.filters?.filter(({ role }) => role === 'Company')).toEqual([])
  expect((await portal.as(seller).ask(listGrantRoles, question)).status).toBe(403)
  expect((await portal.as('adminOfSul').ask(listGrantRoles, question)).status).toBe(404)
  await change({ row_security: false })
  expect((await admin().ask(listGrantRoles, question)).body).toEqual({ roles: null, filters: null })
})

it('T1, Z1: the roles of a report that is not published yet are listed to who may grant reports', async () => {
  const { workspace_id, service_report_id } = await portal.platform((db) =>
    db
      .selectFrom('reports')
      .select(['workspace_id', 'service_report_id'])
      .where('id', '=', resellers)
      .executeTakeFirstOrThrow(),
  )
  const source = { workspace_id, service_report_id }
  const { body } = await admin().ask(listImportRoles, source)
  expect(body.roles?.toSorted()).toEqual(['Company', 'Country', 'Manager', 'Salesperson'])
  expect(body.filters?.some(({ role, filter }) => role === 'Salesperson' && filter.includes('USERPRINCIPALNAME'))).toBe(
    true,
  )
  expect((await portal.as(seller).ask(listImportRoles, source)).status).toBe(403)
  expect((await portal.as('adminOfSul').ask(listImportRoles, source)).status).toBe(404)
})

describe('suggested roles', () => {
  const [, other] = published.reports
  const suggested = async (who: { user_id?: string; group_id?: string }) => {
    const { status, body } = await admin().ask(suggestGrantRoles, { report_id: resellers, ...who })
    return status === 200 ? body.map(({ roles, group }) => [roles, group]) : status
  }
  const grantOther = (grant: object, report_id: string = other) =>
    portal.platform((db) =>
      db
        .insertInto('report_grants')
        .values({ tenant_id, report_id, roles: ['Salesperson'], ...grant })
        .execute(),
    )
  /** Both reports have the data model of the first. */
  const sameModel = (is: boolean) =>
    portal.platform(async (db) => {
      const { service_dataset_id } = await db
        .selectFrom('reports')
        .select('service_dataset_id')
        .where('id', '=', resellers)
        .executeTakeFirstOrThrow()
      const model = is ? service_dataset_id : '0000000f-0000-4000-8000-000000000000'
      await db.updateTable('reports').set({ service_dataset_id: model }).where('id', '=', other).execute()
    })
  let group = ''
  beforeEach(async () => {
    await sameModel(true)
    group = (await admin().ask(addUserGroup, { name: `G ${randomUUID()}`, description: null, member_ids: [seller.id] }))
      .body.id
  })

  it('are those of the person before those of their groups, each once', async () => {
    expect(await suggested({ user_id: seller.id })).toEqual([])
    await grantOther({ user_id: seller.id, roles: ['Salesperson', 'Company'] })
    await grantOther({ group_id: group, roles: ['Manager'] })
    await grantOther({ group_id: group, roles: ['Company', 'Salesperson'] }, resellers)
    const { name } = await portal.platform((db) =>
      db.selectFrom('user_groups').select('name').where('id', '=', group).executeTakeFirstOrThrow(),
    )
    expect(await suggested({ user_id: seller.id })).toEqual([
      [['Company', 'Salesperson'], null],
      [['Manager'], name],
    ])
    expect(await suggested({ group_id: group })).toEqual([[['Manager'], null]])
    expect(await suggested({ user_id: people.otherUserOfNorte.id })).toEqual([])
  })

  it('are neither of another data model, nor of an ended grant, nor of the grant itself', async () => {
    await grantOther({ user_id: seller.id })
    expect(await suggested({ user_id: seller.id })).toEqual([[['Salesperson'], null]])
    await sameModel(false)
    expect(await suggested({ user_id: seller.id })).toEqual([])
    await sameModel(true)
    await portal.platform((db) => db.updateTable('report_grants').set({ ends_on: '2020-01-01' }).execute())
    expect(await suggested({ user_id: seller.id })).toEqual([])
    await grantOther({ user_id: seller.id }, resellers)
    expect(await suggested({ user_id: seller.id })).toEqual([])
  })

  it('T1, Z1: are for who grants reports, and for a person or group of the business unit', async () => {
    await grantOther({ user_id: seller.id })
    const input = { report_id: resellers, user_id: seller.id }
    expect((await portal.as(seller).ask(suggestGrantRoles, input)).status).toBe(403)
    expect((await portal.as('adminOfSul').ask(suggestGrantRoles, input)).status).toBe(404)
    expect(await suggested({ user_id: people.adminOfSul.id })).toBe(404)
    expect(await suggested({ user_id: seller.id, group_id: group })).toBe(400)
    expect(await suggested({})).toBe(400)
  })
})

it('the list of readers says as whom the caller may preview the report: not as an administrator', async () => {
  await store(seller.id, ['Salesperson'])
  await store(people.adminOfNorte.id, ['Company'])
  const { data } = (await admin().ask(listReaders, { report_id: resellers })).body
  expect(data.map(({ id, may_preview }) => [id, may_preview])).toEqual(
    expect.arrayContaining([
      [seller.id, true],
      [people.adminOfNorte.id, false],
    ]),
  )
})
