import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { statementsOf } from '#testing/statements.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { listUsers } from '#features/people/users/contract.ts'
import { moveUserGroup, planMove, readMoveUnits } from '../contract.ts'

const portal = testPortal()
const master = () => portal.as(masterInNorte)
const { norte, sul, leste } = tenants
const [ugo, otto, una] = [people.userOfNorte, people.otherUserOfNorte, people.userOfSul]

/** Moves everybody back to their home unit, without groups. */
const reset = () =>
  portal.platform(async (db) => {
    for (const { id } of [ugo, otto]) {
      await db
        .insertInto('memberships')
        .values({ tenant_id: norte.id, user_id: id })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'user_id'])
            .doUpdateSet({ phone: null, custom: '{}', shift_id: null, scim_managed: false, profile: 'user' }),
        )
        .execute()
      await db.updateTable('users').set({ home_tenant_id: norte.id }).where('id', '=', id).execute()
      await db.deleteFrom('memberships').where('tenant_id', '=', sul.id).where('user_id', '=', id).execute()
    }
    await db.deleteFrom('user_groups').execute()
    await db.updateTable('memberships').set({ phone: null }).execute()
    await db.updateTable('tenants').set({ user_limit: 50 }).execute()
  })
beforeEach(reset)

const group = (members: string[], name = 'Vendas Sul') =>
  portal.platform(async (db) => {
    const { id } = await db
      .insertInto('user_groups')
      .values({ tenant_id: norte.id, name, description: 'D' })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (members.length > 0)
      await db
        .insertInto('user_group_members')
        .values(members.map((user_id) => ({ tenant_id: norte.id, group_id: id, user_id })))
        .execute()
    return id
  })
const plan = async (id: string, unit_id: string = sul.id, who = master()) => who.ask(planMove, { id, unit_id })
const move = (id: string, unit_id: string = sul.id, who = master(), name = 'VENDAS_SUL') =>
  who.ask(moveUserGroup, { id, unit_id, name })
const unitsOf = (user: string) =>
  portal.platform(async (db) => {
    const rows = await db.selectFrom('memberships').select('tenant_id').where('user_id', '=', user).execute()
    return rows.map(({ tenant_id }) => tenant_id)
  })

describe('the move of a user group', () => {
  it('is planned first, and the plan changes nothing', async () => {
    await portal.platform(async (db) => {
      const partner_id = norte.partner_id
      const [own, global] = [
        await db
          .insertInto('custom_fields')
          .values({ partner_id, tenant_id: norte.id, name: 'Crachá', kind: 'text' })
          .returning('id')
          .executeTakeFirstOrThrow(),
        await db
          .insertInto('custom_fields')
          .values({ partner_id, tenant_id: null, name: 'Cargo', kind: 'text' })
          .returning('id')
          .executeTakeFirstOrThrow(),
      ]
      const custom = JSON.stringify({ [own.id]: 'x', [global.id]: 'y' })
      await db.updateTable('memberships').set({ custom, phone: '11987654321' }).where('user_id', '=', ugo.id).execute()
      await db.updateTable('memberships').set({ phone: '11987654321' }).where('user_id', '=', una.id).execute()
    })
    const id = await group([ugo.id, otto.id])
    await group([ugo.id], 'Outro')
    expect((await plan(id)).body).toEqual({
      group: 'Vendas Sul',
      unit: 'Sul',
      people: 2,
      moving: 2,
      already: 0,
      administrators: 0,
      grants: 0,
      shifts: 0,
      other_groups: 1,
      custom_values: 1,
      phones: 1,
      places: 48,
      needed: 2,
      refusals: [],
    })
    expect(await unitsOf(ugo.id)).toEqual([norte.id])
    await portal.platform((db) => db.deleteFrom('custom_fields').where('name', '=', 'Crachá').execute())
    await portal.platform((db) =>
      db.updateTable('memberships').set({ phone: '11987654321' }).where('user_id', '=', una.id).execute(),
    )
    expect((await move(id)).body).toEqual({ status: true, people: 2 })
    const moved = await portal.platform((db) =>
      db.selectFrom('memberships').select(['tenant_id', 'phone', 'custom']).where('user_id', '=', ugo.id).execute(),
    )
    expect(moved).toMatchObject([{ tenant_id: sul.id, phone: null }])
    expect(Object.values(moved[0]?.custom as object)).toEqual(['y'])
  })

  it('takes group and people along, ends their sessions here, and is audited in both units', async () => {
    await portal.tokenOf(otto)
    expect((await portal.as('otherUserOfNorte').ask(listUsers, {})).status).toBe(403)
    const id = await group([otto.id])
    expect((await move(id)).status).toBe(200)
    expect(await unitsOf(otto.id)).toEqual([sul.id])
    const { home } = await portal.platform((db) =>
      db.selectFrom('users').select('home_tenant_id as home').where('id', '=', otto.id).executeTakeFirstOrThrow(),
    )
    expect(home).toBe(sul.id)
    expect((await portal.as('otherUserOfNorte').ask(listUsers, {})).status).toBe(401)
    const groups = await portal.platform((db) =>
      db.selectFrom('user_groups').select(['tenant_id', 'name', 'description']).execute(),
    )
    expect(groups).toEqual([{ tenant_id: sul.id, name: 'Vendas Sul', description: 'D' }])
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'tenant_id', 'actor_id'])
        .where('event', 'in', ['user_group.migrated', 'user_group.received'])
        .orderBy('at', 'desc')
        .orderBy('event')
        .limit(2)
        .execute(),
    )
    expect(entries).toEqual([
      { event: 'user_group.migrated', tenant_id: norte.id, actor_id: people.masterOfAlfa.id },
      { event: 'user_group.received', tenant_id: sul.id, actor_id: people.masterOfAlfa.id },
    ])
  })

  it('people who are members of the other unit already only join the group', async () => {
    await portal.platform((db) =>
      db.insertInto('memberships').values({ tenant_id: sul.id, user_id: ugo.id, profile: 'admin' }).execute(),
    )
    const id = await group([ugo.id])
    expect((await plan(id)).body).toMatchObject({ moving: 0, already: 1, needed: 0 })
    expect((await move(id)).status).toBe(200)
    const rows = await portal.platform((db) =>
      db.selectFrom('memberships').select(['tenant_id', 'profile']).where('user_id', '=', ugo.id).execute(),
    )
    expect(rows).toEqual([{ tenant_id: sul.id, profile: 'admin' }])
  })

  it.each([
    [
      'the name is taken there',
      'A group of this name exists there already. Rename one of the two first.',
      (db: Db) => db.insertInto('user_groups').values({ tenant_id: sul.id, name: 'VENDAS súl' }).execute(),
    ],
    [
      'the limit is reached',
      'The user limit for this business unit has been reached',
      (db: Db) => db.updateTable('tenants').set({ user_limit: 2 }).where('id', '=', sul.id).execute(),
    ],
    [
      'a directory keeps somebody',
      'The directory of this unit maintains some of these people. They cannot move.',
      (db: Db) => db.updateTable('memberships').set({ scim_managed: true }).where('user_id', '=', ugo.id).execute(),
    ],
  ])('Z8: is refused as a whole when %s', async (_, sentence, prepare) => {
    const id = await group([ugo.id, otto.id])
    await portal.platform(async (db) => {
      await prepare(db)
    })
    expect((await plan(id)).body.refusals).toEqual([sentence])
    const { status, raw } = await move(id)
    expect([status, raw['message']]).toEqual([409, sentence])
    expect([await unitsOf(ugo.id), await unitsOf(otto.id)]).toEqual([[norte.id], [norte.id]])
  })

  it('leaves a unit its last administrator, and the plan says so', async () => {
    const id = await group([people.adminOfNorte.id, ugo.id])
    // The plan says it too, so that nobody types the name in vain.
    expect((await plan(id)).body.refusals).toHaveLength(1)
    const { status, raw } = await move(id)
    expect([status, raw['key']]).toEqual([409, 'last_administrator'])
    expect([await unitsOf(ugo.id), await unitsOf(people.adminOfNorte.id)]).toEqual([[norte.id], [norte.id]])
  })

  it('needs as many statements for 200 people as for one', async () => {
    const crowd = await portal.platform(async (db) => {
      const { rows } = await sql<{ id: string }>`
        insert into users (home_tenant_id, name, email)
        select ${norte.id}::uuid, 'Pessoa ' || n, 'crowd-' || n || '@moves.example' from generate_series(1, 200) n returning id`.execute(
        db,
      )
      await sql`insert into memberships (tenant_id, user_id, state) select ${norte.id}::uuid, unnest(${rows.map(({ id }) => id)}::uuid[]), 'D'`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    })
    const statementsFor = async (members: string[]) => {
      const id = await group(members)
      const sent = await statementsOf(async () => {
        const answer = await move(id)
        expect(answer.body).toEqual({ status: true, people: members.length })
        return answer
      })
      await portal.platform((db) => db.deleteFrom('user_groups').execute())
      return sent.length
    }
    const one = await statementsFor([ugo.id])
    expect(one).toBeGreaterThan(5)
    expect(await statementsFor(crowd)).toBe(one)
    expect(await unitsOf(crowd[199] ?? '')).toEqual([sul.id])
  })

  it('needs the typed name', async () => {
    const id = await group([ugo.id])
    expect((await move(id, sul.id, master(), 'Vendas Sul')).raw['key']).toBe('name_mistyped')
  })

  it('Z1, T1, T2: is of staff, between units of one partner, of groups of this unit', async () => {
    const id = await group([ugo.id])
    expect((await portal.as('adminOfNorte').ask(readMoveUnits, {})).status).toBe(403)
    expect((await move(id, sul.id, portal.as('adminOfNorte'))).status).toBe(403)
    expect((await plan(id, sul.id, portal.as('adminOfNorte'))).status).toBe(403)
    expect((await master().ask(readMoveUnits, {})).body).toEqual([{ value: sul.id, label: 'Sul' }])
    for (const unit of [leste.id, norte.id, crypto.randomUUID()]) expect((await move(id, unit)).status).toBe(404)
    const inLeste = portal.as({ ...people.masterOfBeta, host: 'leste.localhost' })
    expect([(await plan(id, sul.id, inLeste)).status, (await move(id, sul.id, inLeste)).status]).toEqual([404, 404])
    const { status, raw } = await plan(crypto.randomUUID())
    expect([status, raw['message']]).toEqual([404, 'This group does not exist!'])
    expect(await unitsOf(ugo.id)).toEqual([norte.id])
  })

  it('happens once when it is sent twice at the same time', async () => {
    const id = await group([ugo.id, otto.id])
    const answers = await Promise.all([move(id), move(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })
})

type Db = Parameters<Parameters<typeof portal.platform>[0]>[0]
