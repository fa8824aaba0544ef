import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { channel } from '#platform/server/live/announce.ts'
import { listenTo } from '#platform/server/database/listen.ts'
import { testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { publishInto } from '#testing/published.ts'
import { people, type PersonName, tenants } from '#testing/world.ts'
import { webhookEvents } from '#testing/webhooks.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { addUserGroup } from '#features/people/groups/contract.ts'
import { addReportGroup } from '#features/reports/groups/contract.ts'
import { addSubgroup } from '#features/reports/subgroups/contract.ts'
import { findEndedGrants, removeEndedGrants } from './jobs.ts'
import { addAccess, listGrantRoles, listReaders, readAccess, updateAccess } from '../contract.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const { userOfNorte: ugo, otherUserOfNorte: otto } = people
let report = ''

type GrantInput = SentOf<typeof updateAccess>['grants'][number]

const grant = (overrides: Partial<GrantInput>): GrantInput => ({
  user_id: null,
  group_id: null,
  roles: ['Seller'],
  identity: 'email',
  identity_value: null,
  identity_field: null,
  custom_data: null,
  ends_on: null,
  without_filters: 'N',
  pages: null,
  ...overrides,
})

const save = (version: number, grants: GrantInput[]) =>
  admin().ask(updateAccess, { report_id: report, version, grants })
const readersOf = async () => (await admin().ask(listReaders, { report_id: report })).body

async function userGroup(member_ids: string[] = []): Promise<string> {
  const { body } = await admin().ask(addUserGroup, { name: `G ${randomUUID()}`, description: null, member_ids })
  return body.id
}

beforeEach(async () => {
  const group = await admin().ask(addReportGroup, { name: `R ${randomUUID()}` })
  const subgroup = await admin().ask(addSubgroup, { name: 'S', group_id: group.body.id })
  report = await portal.platform((db) => publishInto(db, tenants.norte, subgroup.body.id, { row_security: true }))
})

describe('the grants of a report', () => {
  it('are replaced by an update; groups are listed before people', async () => {
    const group = await userGroup([ugo.id, otto.id])
    const value = grant({ user_id: otto.id, identity: 'value', identity_value: 'Germany', custom_data: 'DE' })
    expect((await save(1, [grant({ user_id: ugo.id }), grant({ group_id: group })])).status).toBe(200)
    expect((await save(2, [value, grant({ group_id: group, roles: ['Manager', 'Seller'] })])).status).toBe(200)
    const { body } = await admin().ask(readAccess, { report_id: report })
    expect(body).toMatchObject({ version: 3, can: ['update'], known_roles: ['Manager', 'Seller'] })
    expect(body.grants).toMatchObject([
      { group_id: group, user_id: null, members: 2, email: null, roles: ['Manager', 'Seller'], identity: 'email' },
      { user_id: otto.id, email: otto.email, members: null, identity_value: 'Germany', custom_data: 'DE' },
    ])
  })

  it('are added without a list of the other grants; a grant of the same person is replaced', async () => {
    await save(1, [grant({ user_id: ugo.id }), grant({ user_id: otto.id })])
    const added = { report_id: report, grants: [grant({ user_id: otto.id, roles: ['Manager'] })] }
    expect((await admin().ask(addAccess, added)).status).toBe(200)
    expect((await admin().ask(addAccess, added)).status).toBe(200)
    const { body } = await admin().ask(readAccess, { report_id: report })
    expect(body.version).toBe(3)
    expect(body.grants.map(({ user_id, roles }) => [user_id, roles])).toEqual(
      expect.arrayContaining([
        [ugo.id, ['Seller']],
        [otto.id, ['Manager']],
      ]),
    )
    const bare = { report_id: report, grants: [grant({ user_id: ugo.id, roles: [] })] }
    expect((await admin().ask(addAccess, bare)).raw['key']).toBe('report_role_missing')
    expect((await portal.as('adminOfSul').ask(addAccess, added)).status).toBe(404)
    expect((await portal.as('userOfNorte').ask(addAccess, added)).status).toBe(403)
  })

  it('E2: require a role if the report has row-level security', async () => {
    const { status, raw } = await save(1, [grant({ user_id: ugo.id, roles: [] })])
    expect([status, raw.key, Object.keys(raw.errors as object)]).toEqual([400, 'report_role_missing', ['grants']])
    const free = { row_security: false }
    await portal.platform((db) => db.updateTable('reports').set(free).where('id', '=', report).execute())
    expect((await save(1, [grant({ user_id: ugo.id, roles: [] })])).status).toBe(200)
  })

  it('accept any role while the service does not answer, because it lists none then', async () => {
    expect((await admin().ask(listGrantRoles, { report_id: report })).body.roles).toBeNull()
    expect((await save(1, [grant({ user_id: ugo.id, roles: ['Nobody'] })])).status).toBe(200)
    expect((await readersOf()).data).toMatchObject([{ outcome: 'reads', roles: ['Nobody'], unknown_role: null }])
  })

  it('E2: refuse roles, user names and custom data that the service does not accept', async () => {
    const wrong: Partial<GrantInput>[] = [
      { roles: ['A,B'] },
      { roles: [''] },
      { roles: ['x'.repeat(51)] },
      { roles: ['A', 'A'] },
      { roles: Array.from({ length: 51 }, (_, index) => `R${index}`) },
      { identity: 'value' },
      { identity: 'value', identity_value: 'two words' },
      { identity: 'value', identity_value: 'x'.repeat(257) },
      { custom_data: 'x'.repeat(1025) },
      { group_id: randomUUID() },
      { user_id: null },
    ]
    for (const invalidGrant of wrong) {
      const { status } = await save(1, [grant({ user_id: ugo.id, ...invalidGrant })])
      expect([invalidGrant, status]).toEqual([invalidGrant, 400])
    }
    expect((await save(1, [grant({ user_id: ugo.id }), grant({ user_id: ugo.id, roles: ['B'] })])).status).toBe(400)
  })

  it('D2: refuse a stale version of the report', async () => {
    expect((await save(1, [grant({ user_id: ugo.id })])).status).toBe(200)
    const { status, raw } = await save(1, [])
    expect([status, raw.key]).toEqual([409, 'stale_version'])
    expect((await readersOf()).total).toBe(1)
  })

  it('accept exactly one of twenty concurrent updates', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(1, [grant({ user_id: ugo.id, roles: [`R${index}`] })])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await admin().ask(readAccess, { report_id: report })).body.grants).toHaveLength(1)
  })

  it('T4: refuse people and groups of another business unit, and roll back', async () => {
    await save(1, [grant({ user_id: ugo.id })])
    const foreign = await portal.as('adminOfSul').ask(addUserGroup, { name: 'Sul', description: null, member_ids: [] })
    for (const invalidGrant of [{ user_id: people.userOfSul.id }, { group_id: foreign.body.id }]) {
      expect((await save(2, [grant(invalidGrant)])).status).toBe(404)
    }
    expect((await admin().ask(readAccess, { report_id: report })).body).toMatchObject({ version: 2 })
    expect((await readersOf()).data.map(({ id }) => id)).toEqual([ugo.id])
  })

  it('T1: answer 404 to another business unit', async () => {
    const other = portal.as('adminOfSul')
    expect((await other.ask(readAccess, { report_id: report })).status).toBe(404)
    expect((await other.ask(listReaders, { report_id: report })).status).toBe(404)
    expect((await other.ask(updateAccess, { report_id: report, version: 1, grants: [] })).status).toBe(404)
  })

  it('Z1: refuse people who do not manage reports', async () => {
    const user = portal.as('userOfNorte')
    expect((await user.ask(readAccess, { report_id: report })).status).toBe(403)
    expect((await user.ask(listReaders, { report_id: report })).status).toBe(403)
    const own = { report_id: report, version: 1, grants: [grant({ user_id: ugo.id })] }
    expect((await user.ask(updateAccess, own)).status).toBe(403)
  })

  it('Z4: send a live event when a grant changed, and only then', async () => {
    const news: LiveEvent[] = []
    const listening = await listenTo(portal.databaseUrl, channel, {
      onMessage: (text) => news.push(JSON.parse(text) as LiveEvent),
      onEnd: () => undefined,
    })
    await save(1, [grant({ user_id: ugo.id })])
    await save(2, [grant({ user_id: ugo.id })])
    await save(2, [])
    await vi.waitFor(() => expect(news).toHaveLength(2))
    await listening.close()
    const event = { kind: 'access_changed', tenantId: tenants.norte.id, reportIds: [report] }
    expect(news).toEqual([event, event])
  })

  it('D5: are in the audit trail with their old and new values', async () => {
    await save(1, [grant({ user_id: ugo.id }), grant({ user_id: otto.id })])
    await save(2, [grant({ user_id: ugo.id, roles: ['Manager'] }), grant({ user_id: otto.id })])
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('target_id', '=', report).orderBy('at').execute(),
    )
    const { user_id: _, group_id: _group, ...sent } = grant({})
    const data = { custom_data_from: 'value', custom_data_field: null }
    const reading = { ...sent, ...data, without_filters: false }
    expect(entries[1]?.changes).toEqual({ [`user ${ugo.id}`]: [reading, { ...reading, roles: ['Manager'] }] })
  })
})

it('webhooks are told who gets a report and who loses it, and of no grant that only changes', async () => {
  const events = await webhookEvents(portal, tenants.norte.id, ['grant.added', 'grant.removed'])
  const group = await userGroup([otto.id])
  await save(1, [grant({ user_id: ugo.id }), grant({ group_id: group })])
  await save(2, [grant({ user_id: ugo.id, roles: ['Manager'] }), grant({ group_id: group })])
  await save(3, [grant({ group_id: group })])
  await save(4, [])
  const about = { id: report, name: expect.any(String) as string }
  const [person, people] = [
    { report: about, user: { id: ugo.id, name: ugo.name }, group: null },
    { report: about, user: null, group: { id: group, name: expect.stringMatching(/^G /) as string } },
  ]
  const found = await events()
  expect(found.slice(0, 2)).toEqual(
    expect.arrayContaining([
      { event_type: 'grant.added', data: person },
      { event_type: 'grant.added', data: people },
    ]),
  )
  expect(found.slice(2)).toEqual([
    { event_type: 'grant.removed', data: person },
    { event_type: 'grant.removed', data: people },
  ])
})

describe('the list of readers', () => {
  it('shows the same identity as opening the report would use', async () => {
    const [one, two] = [await userGroup([ugo.id, otto.id]), await userGroup([otto.id])]
    await save(1, [grant({ group_id: one }), grant({ group_id: two, custom_data: 'France' })])
    const { data, total } = await readersOf()
    expect(total).toBe(2)
    expect(data.find(({ id }) => id === ugo.id)).toMatchObject({
      outcome: 'reads',
      username: ugo.email,
      roles: ['Seller'],
      direct: false,
    })
    expect(data.find(({ id }) => id === otto.id)).toMatchObject({ outcome: 'identity_ambiguous', username: null })
    await save(2, [
      grant({ group_id: one }),
      grant({ group_id: two, custom_data: 'France' }),
      grant({ user_id: otto.id, identity: 'value', identity_value: 'FR', roles: ['Country'] }),
    ])
    const again = (await readersOf()).data.find(({ id }) => id === otto.id)
    expect(again).toMatchObject({ outcome: 'reads', username: 'FR', roles: ['Country'], direct: true })
    expect(again?.groups).toHaveLength(2)
  })

  it('marks a hidden report, and is empty without grants', async () => {
    expect(await readersOf()).toEqual({ data: [], total: 0 })
    await save(1, [grant({ user_id: ugo.id })])
    const hidden = { hidden: true }
    await portal.platform((db) => db.updateTable('reports').set(hidden).where('id', '=', report).execute())
    expect((await readersOf()).data).toMatchObject([{ outcome: 'hidden' }])
  })
})

describe('grants that end', () => {
  it('are refused from the day after their last one, and removed by a job with an audit entry', async () => {
    const worker = await testWorker(portal.databaseUrl, [findEndedGrants, removeEndedGrants])
    const events = await webhookEvents(portal, tenants.norte.id, ['grant.removed'])
    const lasting = grant({ user_id: otto.id, ends_on: '2999-12-31' })
    expect((await save(1, [grant({ user_id: ugo.id, ends_on: '2020-01-01' }), lasting])).status).toBe(200)
    const readers = (await readersOf()).data.map(({ id }) => id)
    expect(readers).toEqual([otto.id])
    await worker.gate.acrossTenants('test', (db) => worker.enqueue(db, findEndedGrants, {}))
    await vi.waitFor(
      async () => {
        const { body } = await admin().ask(readAccess, { report_id: report })
        expect(body.grants.map(({ user_id }) => user_id)).toEqual([otto.id])
      },
      { timeout: 20_000, interval: 100 },
    )
    await worker.close()
    const entry = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('target_id').where('event', '=', 'report.access_ended').executeTakeFirst(),
    )
    expect(entry?.target_id).toBe(report)
    expect(await events()).toMatchObject([{ data: { report: { id: report }, user: { id: ugo.id } } }])
  })
})

describe('people who get a report', () => {
  const namesOf = async (person: PersonName) => {
    const { body } = await portal.as(person).ask(listNotifications, {})
    return body.data.filter(({ path }) => path === `/${report}/reports/view`)
  }
  const notifications = async () => {
    const names = ['userOfNorte', 'otherUserOfNorte', 'adminOfNorte', 'userOfSul', 'adminOfSul'] as const
    const found = await Promise.all(names.map(async (name) => ({ name, count: (await namesOf(name)).length })))
    return Object.fromEntries(found.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]))
  }
  const saveGrants = (version: number, grants: GrantInput[]) =>
    admin().ask(updateAccess, { report_id: report, version, grants, tell: 'S' })
  const own = { user_id: ugo.id }

  it('are notified once, with the name and the path of the report; earlier readers, other people and business units are not', async () => {
    expect((await save(1, [grant(own)])).status).toBe(200)
    expect(await notifications()).toEqual({})
    expect((await saveGrants(2, [grant(own), grant({ user_id: otto.id })])).status).toBe(200)
    expect(await notifications()).toEqual({ otherUserOfNorte: 1 })
    const [notice] = await namesOf('otherUserOfNorte')
    const { body } = await admin().ask(readAccess, { report_id: report })
    expect(notice).toMatchObject({ type: 'report_published', facts: { report: body.name } })
    // Neither other roles of the same people nor the same grants again notify anybody.
    expect((await saveGrants(3, [grant({ ...own, roles: ['Manager'] }), grant({ user_id: otto.id })])).status).toBe(200)
    expect((await saveGrants(4, [grant({ ...own, roles: ['Manager'] }), grant({ user_id: otto.id })])).status).toBe(200)
    expect(await notifications()).toEqual({ otherUserOfNorte: 1 })
  })

  it('are notified of a grant to their group if no other grant let them open it, and once for two grants', async () => {
    const group = await userGroup([ugo.id, otto.id, people.adminOfNorte.id])
    await save(1, [grant(own)])
    // The administrator who makes the grant is a member of the group and is not notified.
    expect((await saveGrants(2, [grant(own), grant({ group_id: group }), grant({ user_id: otto.id })])).status).toBe(
      200,
    )
    expect(await notifications()).toEqual({ otherUserOfNorte: 1 })
    // A person who can open the report through the group gets a grant by name.
    expect((await saveGrants(3, [grant({ group_id: group }), grant({ user_id: otto.id })])).status).toBe(200)
    expect((await saveGrants(4, [grant({ group_id: group }), grant(own)])).status).toBe(200)
    expect(await notifications()).toEqual({ otherUserOfNorte: 1 })
  })

  it('are notified once, although the grant is taken back and given again on the same day, and again later', async () => {
    expect((await saveGrants(1, [grant(own)])).status).toBe(200)
    expect((await saveGrants(2, [])).status).toBe(200)
    const group = await userGroup([ugo.id, otto.id])
    expect((await saveGrants(3, [grant({ group_id: group })])).status).toBe(200)
    expect(await notifications()).toEqual({ userOfNorte: 1, otherUserOfNorte: 1 })
    await portal.platform((db) =>
      db
        .updateTable('notifications')
        .set({ published_at: new Date(Date.now() - 25 * 3_600_000) })
        .where('path', '=', `/${report}/reports/view`)
        .execute(),
    )
    expect((await saveGrants(4, [])).status).toBe(200)
    expect((await saveGrants(5, [grant(own)])).status).toBe(200)
    expect(await notifications()).toEqual({ userOfNorte: 2, otherUserOfNorte: 1 })
  })

  it('are notified of an added grant only if the flag is set', async () => {
    const add = (person: string, more: object) =>
      admin().ask(addAccess, { report_id: report, grants: [grant({ user_id: person })], ...more })
    expect((await add(ugo.id, {})).status).toBe(200)
    expect(await notifications()).toEqual({})
    expect((await add(otto.id, { tell: 'S' })).status).toBe(200)
    expect((await add(otto.id, { tell: 'S' })).status).toBe(200)
    expect(await notifications()).toEqual({ otherUserOfNorte: 1 })
  })

  it('get no notification of a hidden report', async () => {
    await portal.platform((db) => db.updateTable('reports').set({ hidden: true }).where('id', '=', report).execute())
    expect((await saveGrants(1, [grant(own)])).status).toBe(200)
    expect(await notifications()).toEqual({})
  })

  it('are notified of a grant that has not ended, and an earlier grant that has ended does not count', async () => {
    const ended = { ends_on: '2020-01-01' }
    expect((await saveGrants(1, [grant({ ...own, ...ended }), grant({ user_id: otto.id, ...ended })])).status).toBe(200)
    expect(await notifications()).toEqual({})
    expect((await saveGrants(2, [grant(own), grant({ user_id: otto.id, ...ended })])).status).toBe(200)
    expect(await notifications()).toEqual({ userOfNorte: 1 })
  })

  it('of another business unit are refused, and nobody is notified', async () => {
    expect((await saveGrants(1, [grant(own), grant({ user_id: people.userOfSul.id })])).status).toBe(404)
    expect(await notifications()).toEqual({})
  })
})
