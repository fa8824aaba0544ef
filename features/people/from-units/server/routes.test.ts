import { beforeEach, describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { importUnitPeople, listUnitPeople, readImportUnits } from '../contract.ts'

const portal = testPortal()
const master = () => portal.as(masterInNorte)
const admin = () => portal.as('adminOfNorte')
const { norte, sul, leste } = tenants
const una = people.userOfSul

const give = (toggles: string[], isAllowed: boolean) =>
  portal.platform(async (db) => {
    await db.updateTable('memberships').set({ toggles }).where('user_id', '=', people.adminOfNorte.id).execute()
    await db.updateTable('settings').set({ import_from_units: isAllowed }).execute()
  })
const bring = (who = master(), user_ids = [una.id], unit_id: string = sul.id, group_ids: string[] = []) =>
  who.ask(importUnitPeople, { unit_id, user_ids, group_ids })
const membersHere = () =>
  portal.platform((db) =>
    db
      .selectFrom('memberships')
      .select(['user_id', 'profile', 'state'])
      .where('tenant_id', '=', norte.id)
      .where('user_id', 'in', [una.id, people.adminOfSul.id])
      .execute(),
  )
beforeEach(() =>
  portal.platform(async (db) => {
    await db
      .deleteFrom('memberships')
      .where('tenant_id', '=', norte.id)
      .where('user_id', 'in', [una.id, people.adminOfSul.id])
      .execute()
    await db.updateTable('tenants').set({ user_limit: 50 }).execute()
  }),
)

describe('people of another business unit', () => {
  it('are found by name and address, of units of the same partner only', async () => {
    expect((await master().ask(readImportUnits, {})).body.units).toEqual([{ value: sul.id, label: 'Sul' }])
    const { body } = await master().ask(listUnitPeople, { unit_id: sul.id, search: 'ÚNA' })
    expect(body.data).toEqual([{ id: una.id, name: una.name, email: una.email, department: null, is_here: false }])
    expect((await master().ask(listUnitPeople, { unit_id: sul.id, search: 'nobody' })).body).toMatchObject({
      data: [],
      total: 0,
    })
  })

  it('T1, T2: another partner’s unit, the own one and an unknown one are 404', async () => {
    for (const unit_id of [leste.id, norte.id, crypto.randomUUID()]) {
      expect((await master().ask(listUnitPeople, { unit_id })).status).toBe(404)
      expect((await bring(master(), [people.userOfLeste.id], unit_id)).status).toBe(404)
    }
    // The person is a member of another unit than the one that the call names.
    expect((await bring(master(), [people.userOfLeste.id])).status).toBe(404)
    expect((await bring(master(), [una.id], sul.id, [crypto.randomUUID()])).status).toBe(404)
    expect(await membersHere()).toEqual([])
  })

  it('become readers, stay where they are, and are audited', async () => {
    const { body } = await bring(master(), [una.id, people.adminOfSul.id])
    expect(body.results.map(({ name, refusal }) => [name, refusal])).toEqual([
      [people.adminOfSul.name, null],
      [una.name, null],
    ])
    expect((await membersHere()).map(({ profile, state }) => profile + state)).toEqual(['userA', 'userA'])
    const homes = await portal.platform((db) =>
      db.selectFrom('users').select('home_tenant_id').where('id', '=', una.id).execute(),
    )
    expect(homes).toEqual([{ home_tenant_id: sul.id }])
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor_id', 'tenant_id', 'target_name'])
        .where('event', '=', 'user.added_from_unit')
        .orderBy('target_name')
        .execute(),
    )
    expect(entries).toEqual(
      [people.adminOfSul, una].map(({ name }) => ({
        actor_id: people.masterOfAlfa.id,
        tenant_id: norte.id,
        target_name: name,
      })),
    )
  })

  it('rows of people who are members already are refused with “This email already exists”, and the others are added', async () => {
    await bring()
    const { body } = await bring(master(), [una.id, people.adminOfSul.id])
    expect(body.results.map(({ refusal }) => refusal)).toEqual([null, 'This email already exists'])
    expect((await master().ask(listUnitPeople, { unit_id: sul.id, search: una.name })).body.data[0]?.is_here).toBe(true)
  })

  it('Z8: count against the user limit, also when several are added at once', async () => {
    await portal.platform((db) => db.updateTable('tenants').set({ user_limit: 4 }).where('id', '=', norte.id).execute())
    const answers = await Promise.all([bring(master(), [una.id]), bring(master(), [people.adminOfSul.id])])
    const refusals = answers.map(({ body }) => body.results[0]?.refusal)
    expect(refusals).toContain(null)
    expect(refusals).toContain('The user limit for this business unit has been reached')
    expect((await membersHere()).length).toBe(1)
  })
})

describe('Z1: an administrator', () => {
  it.each([
    ['neither', [], false, 403],
    ['only the setting', [], true, 403],
    ['only the toggle', ['import_users'], false, 403],
    ['both', ['import_users'], true, 200],
  ] as const)('with %s', async (_, toggles, isAllowed, status) => {
    await give([...toggles], isAllowed)
    expect((await admin().ask(listUnitPeople, { unit_id: sul.id })).status).toBe(status)
    expect((await bring(admin())).status).toBe(status)
    const units = await admin().ask(readImportUnits, {})
    expect(units.status === 200 ? units.body.units.length : 0).toBe(status === 200 ? 1 : 0)
    await give([], false)
  })

  it('does not change the setting; staff do, with an audit entry', async () => {
    const change = async (who: ReturnType<typeof admin>) => {
      const { version } = (await who.ask(readSettings, {})).body
      return (await who.ask(updateSettings, { version, user_import: 'S' })).status
    }
    expect((await admin().ask(readSettings, {})).raw['user_import']).toBe('N')
    expect(await change(admin())).toBe(403)
    expect(await change(master())).toBe(200)
    expect((await admin().ask(readSettings, {})).raw['user_import']).toBe('S')
    const [entry] = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('event', '=', 'settings.updated').execute(),
    )
    expect(entry?.changes).toEqual({ import_from_units: [false, true] })
    await give([], false)
  })

  it('a person with the profile of a reader cannot add people of another unit', async () => {
    expect((await portal.as('userOfNorte').ask(readImportUnits, {})).status).toBe(403)
  })
})
