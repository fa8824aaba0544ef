// API keys as programs use them: over HTTP, on a real database. The form of a key: platform/server/session/api-key.test.ts.
import Fastify from 'fastify'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { allows, keyScopes, type Permission, permissionNames } from '#catalogue/access.ts'
import { apiKeys, idempotency, recentSignInMinutes } from '#catalogue/limits.ts'
import { call, type Call, pathOfCall } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { systemClock } from '#platform/server/clock.ts'
import { openPool } from '#platform/server/database/pool.ts'
import { keepAnswer } from '#platform/server/http/api-key-calls.ts'
import { bind } from '#platform/server/http/bind.ts'
import { errorHandler } from '#platform/server/http/errors.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { isOpenToKeys } from '#platform/server/http/llms-text.ts'
import { outside, type OutsideContext, type WriteContext } from '#platform/server/http/route.ts'
import { createGate } from '#platform/server/session/gate.ts'
import { makeApiKey } from '#platform/server/session/api-key.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { routes } from '#apps/server/testing/probes.ts'
import { listAudit } from '#features/operations/audit/contract.ts'
import { updateSettings, readSettings } from '#features/organisation/settings/contract.ts'
import { addUser, listUsers, readUser } from '#features/people/users/contract.ts'
import { logout, readConfig, refreshToken } from '#features/identity/sessions/contract.ts'
import { tagCalls } from '#features/reports/tags/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, password, people, type Person, tenants } from '#testing/world.ts'
import { addApiKey, listApiKeys, revokeApiKey, rotateApiKey, updateApiKey } from '../contract.ts'

const portal = testPortal({ config: { trustedProxies: ['127.0.0.1'] } })
const dayMs = 86_400_000
// A person has a limited number of keys.
beforeEach(() => portal.platform((db) => db.deleteFrom('api_keys').execute()))
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
const { adminOfNorte, userOfNorte, otherUserOfNorte, userOfSul } = people
const admin = () => portal.as('adminOfNorte')

let made = 0
type Scope = (typeof keyScopes)[number]

/** Adds a key of a person. Answers its id, its value, and a program that uses it. */
async function keyOf(
  owner: Person,
  scopes: readonly Scope[] = keyScopes,
  { networks = [] as string[] } = {},
): Promise<{ id: string; token: string; program: ReturnType<typeof portal.as> }> {
  made += 1
  const sent = { name: `ERP ${made}`, expires_on: inDays(30), scopes: [...scopes], networks }
  const { status, body, raw } = await portal.as(owner).ask(addApiKey, sent)
  expect([status, raw.key]).toEqual([200, undefined])
  return { id: body.id, token: body.token, program: portal.as({ token: body.token, host: owner.host }) }
}

const readPeople = (program: ReturnType<typeof portal.as>) => program.ask(listUsers, {})
const newTag = (name: string) => ({ name, color: 'blue' }) as never
const outcome = ({ status, raw }: { status: number; raw: Record<string, unknown> }) => [status, raw.key]
const setMembership = (person: Person, change: object) =>
  portal.platform((db) =>
    db
      .updateTable('memberships')
      .set(change)
      .where('user_id', '=', person.id)
      .where('tenant_id', '=', tenants.norte.id)
      .execute(),
  )
const storedKey = (id: string) =>
  portal.platform((db) => db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

describe('the proof that the owner acts', () => {
  const sent = () => ({
    name: `ERP ${(made += 1)}`,
    expires_on: inDays(30),
    scopes: ['user.read' as const],
    networks: [],
  })
  const ofOwner = (change: { auth_type: string }) =>
    portal.platform((db) => db.updateTable('users').set(change).where('id', '=', adminOfNorte.id).execute())
  const ageSessions = (minutes: number) =>
    portal.platform((db) =>
      db
        .updateTable('sessions')
        .set({ signed_in_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
        .where('user_id', '=', adminOfNorte.id)
        .execute(),
    )
  const refused = [403, 'sign_in_too_long_ago']

  it('A1: is a recent sign-in or the password, for a new key and for a new value', async () => {
    const { id } = await keyOf(adminOfNorte)
    const rotate = (given: { current_password?: string }) =>
      admin().ask(rotateApiKey, { id, expires_on: inDays(60), ...given })
    await ageSessions(recentSignInMinutes - 1)
    expect((await admin().ask(addApiKey, sent())).status).toBe(200)
    await ageSessions(recentSignInMinutes + 1)
    const late = await admin().ask(addApiKey, sent())
    expect(outcome(late)).toEqual(refused)
    expect(late.raw.errors).toHaveProperty('current_password')
    expect(outcome(await rotate({}))).toEqual(refused)
    const wrong = await rotate({ current_password: 'not the password' })
    expect(outcome(wrong)).toEqual([400, 'current_password_wrong'])
    expect((await rotate({ current_password: password })).status).toBe(200)
    expect((await admin().ask(addApiKey, { ...sent(), current_password: password })).status).toBe(200)
  })

  it('A1: is a recent sign-in only, for people of a provider', async () => {
    await ofOwner({ auth_type: 'saml' })
    try {
      await ageSessions(recentSignInMinutes + 1)
      expect(outcome(await admin().ask(addApiKey, sent()))).toEqual(refused)
      expect(outcome(await admin().ask(addApiKey, { ...sent(), current_password: password }))).toEqual(refused)
      await ageSessions(0)
      expect((await admin().ask(addApiKey, sent())).status).toBe(200)
    } finally {
      await ofOwner({ auth_type: 'password' })
      await ageSessions(0)
    }
  })
})

describe('an API key', () => {
  it('is shown once, stored as a hash, and listed by its last letters', async () => {
    const { id, token } = await keyOf(adminOfNorte, ['user.read'])
    const { body } = await admin().ask(listApiKeys, {})
    const row = body.data.find((each) => each.id === id)
    expect(row).toMatchObject({
      state: 'active',
      own: true,
      token_hint: token.slice(-4),
      last_used_on: null,
      owner: adminOfNorte.name,
    })
    expect(body.can).toEqual(['add'])
    expect(JSON.stringify(body)).not.toContain(token)
    expect((await storedKey(id)).token_hash.equals(hashToken(token))).toBe(true)
  })

  it('reads as its owner, notes the day of its last use, and gets no cookie', async () => {
    const { id, program } = await keyOf(adminOfNorte, ['user.read'])
    const { status, headers } = await readPeople(program)
    expect([status, headers['set-cookie']]).toEqual([200, undefined])
    await expect.poll(async () => (await storedKey(id)).last_used_on !== null).toBe(true)
  })

  it('needs an end at most a year away, known scopes and valid networks', async () => {
    const add = async (change: object) =>
      outcome(
        await admin().ask(addApiKey, {
          name: 'X',
          expires_on: inDays(9),
          scopes: ['user.read'],
          networks: [],
          ...change,
        } as never),
      )
    expect(await add({ expires_on: inDays(apiKeys.days + 2) })).toEqual([400, 'api_key_lifetime'])
    expect(await add({ expires_on: inDays(-2) })).toEqual([400, 'api_key_lifetime'])
    for (const change of [
      { expires_on: null },
      { scopes: [] },
      { scopes: ['api_key.add'] },
      { scopes: ['portal.use'] },
      { networks: ['x'] },
    ])
      expect((await add(change))[0]).toBe(400)
  })

  it('is limited in number', async () => {
    const values = Array.from({ length: apiKeys.perOwner }, (_, place) => ({
      tenant_id: tenants.sul.id,
      name: `K ${place}`,
      owner_id: people.adminOfSul.id,
      host: 'sul.localhost',
      scopes: ['user.read'],
      token_hash: hashToken(`sul ${place}`),
      token_hint: 'abcd',
      expires_at: new Date(Date.now() + dayMs),
    }))
    await portal.platform((db) => db.insertInto('api_keys').values(values).execute())
    const sent = { name: 'Uma a mais', expires_on: inDays(9), scopes: ['user.read' as const], networks: [] }
    expect(outcome(await portal.as('adminOfSul').ask(addApiKey, sent))).toEqual([409, 'api_keys_too_many'])
  })

  it('belongs to a member: staff in the business unit, and readers, add none', async () => {
    const sent = { name: 'Fora', expires_on: inDays(9), scopes: ['user.read' as const], networks: [] }
    expect((await portal.as(masterInNorte).ask(addApiKey, sent)).status).toBe(403)
    expect((await portal.as('userOfNorte').ask(addApiKey, sent)).status).toBe(403)
  })

  it('is changed and rotated by its owner only, and revoked by each administrator', async () => {
    await setMembership(otherUserOfNorte, { profile: 'admin' })
    const { id, program } = await keyOf(otherUserOfNorte, ['user.read'])
    expect((await admin().ask(updateApiKey, { id, name: 'Meu' })).status).toBe(403)
    expect((await admin().ask(rotateApiKey, { id, expires_on: inDays(9) })).status).toBe(403)
    expect((await readPeople(program)).status).toBe(200)
    expect((await admin().ask(revokeApiKey, { id })).status).toBe(200)
    expect(outcome(await readPeople(program))).toEqual([401, 'unauthorized_access'])
    expect((await admin().ask(revokeApiKey, { id })).status).toBe(404)
    await setMembership(otherUserOfNorte, { profile: 'user' })
  })

  it('A6: a revoked key is refused by the next call; a name can be used again', async () => {
    const { id, program } = await keyOf(adminOfNorte, ['user.read'])
    expect((await readPeople(program)).status).toBe(200)
    const { name } = await storedKey(id)
    const again = { name, expires_on: inDays(9), scopes: ['user.read' as const], networks: [] }
    expect(outcome(await admin().ask(addApiKey, again))).toEqual([409, 'api_key_already_exists'])
    await admin().ask(revokeApiKey, { id })
    expect((await readPeople(program)).status).toBe(401)
    expect((await admin().ask(addApiKey, again)).status).toBe(200)
  })

  it('rotates: both values work, then only the new one', async () => {
    const { id, program: old } = await keyOf(adminOfNorte, ['user.read'])
    const { body } = await admin().ask(rotateApiKey, { id, expires_on: inDays(60) })
    const fresh = portal.as({ token: body.token, host: adminOfNorte.host })
    expect([(await readPeople(old)).status, (await readPeople(fresh)).status]).toEqual([200, 200])
    const { old_valid_until } = await storedKey(id)
    expect(Math.abs((old_valid_until?.getTime() ?? 0) - Date.now() - apiKeys.overlapHours * 3_600_000)).toBeLessThan(
      120_000,
    )
    await portal.platform((db) => sql`update api_keys set old_valid_until = now() where id = ${id}`.execute(db))
    expect([(await readPeople(old)).status, (await readPeople(fresh)).status]).toEqual([401, 200])
  })

  it('ends with its day', async () => {
    const { id, program } = await keyOf(adminOfNorte, ['user.read'])
    await portal.platform((db) => sql`update api_keys set expires_at = now() where id = ${id}`.execute(db))
    expect(outcome(await readPeople(program))).toEqual([401, 'expired_token'])
    expect((await admin().ask(listApiKeys, {})).body.data.find((each) => each.id === id)?.state).toBe('expired')
    // It counts towards no limit any more, so it does not return.
    expect((await admin().ask(rotateApiKey, { id, expires_on: inDays(9) })).status).toBe(404)
    expect((await admin().ask(updateApiKey, { id, name: 'De volta' })).status).toBe(404)
    expect(outcome(await readPeople(program))).toEqual([401, 'expired_token'])
  })

  it('A3: each new value is told to its owner, who may not have asked for it', async () => {
    await portal.platform((db) => db.deleteFrom('notifications').execute())
    const { id } = await keyOf(adminOfNorte, ['user.read'])
    expect((await admin().ask(rotateApiKey, { id, expires_on: inDays(9) })).status).toBe(200)
    const told = await portal.platform((db) =>
      db
        .selectFrom('notifications as n')
        .innerJoin('notification_receipts as r', 'r.notification_id', 'n.id')
        .select(['n.type', 'n.facts', 'n.path', 'r.user_id'])
        .execute(),
    )
    const { name } = await storedKey(id)
    const notification = { type: 'api_key_added', facts: { key: name }, path: '/api_keys', user_id: adminOfNorte.id }
    expect(told).toEqual([notification, notification])
  })

  it('T4: another business unit changes, rotates and revokes no key and gets no rows of another', async () => {
    const { id, token, program } = await keyOf(adminOfNorte, ['user.read'])
    const other = portal.as('adminOfLeste')
    expect((await other.ask(updateApiKey, { id, name: 'Meu' })).status).toBe(404)
    expect((await other.ask(rotateApiKey, { id, expires_on: inDays(9) })).status).toBe(404)
    expect((await other.ask(revokeApiKey, { id })).status).toBe(404)
    expect((await other.ask(listApiKeys, {})).body.data).toEqual([])
    expect((await program.ask(readUser, { id: userOfSul.id })).status).toBe(404)
    // T6: only at the host at which it was made.
    expect((await readPeople(portal.as({ token, host: 'sul.localhost' }))).status).toBe(403)
  })
})

/**
 * All calls that change something, or wait for something outside, and are open to keys. A new one belongs here when it answers no embed token,
 * link to a file, session or credential. Otherwise its contract says `personal: true`.
 */
const changesOfKeys = `
DELETE auth/custom_fields/delete
DELETE auth/external_reports/delete
DELETE auth/faq/entries/delete
DELETE auth/group_reports/delete
DELETE auth/group_users/delete
DELETE auth/help_desk/delete
DELETE auth/maintenance/delete
DELETE auth/report/access/person/delete
DELETE auth/report/delete
DELETE auth/shifts/delete
DELETE auth/subgroup_reports/delete
DELETE auth/tags/delete
DELETE auth/users/delete
GET auth/users/invitation/mail
GET auth/apps/report/pages
GET auth/help_desk/attachments/file
GET auth/playlists/report/columns
GET auth/playlists/report/pages
GET auth/powerbi/datasets/refreshes
GET auth/powerbi/workspace/dashboards
GET auth/powerbi/workspace/datasets
GET auth/powerbi/workspace/reports
GET auth/powerbi/workspace/tiles
GET auth/report/access/explain
GET auth/report/access/pages
GET auth/report/access/readers
GET auth/report/access/roles
POST auth/catalogs/request/deny
POST auth/catalogs/request/grant
POST auth/custom_fields/add
POST auth/external_reports/add
POST auth/external_reports/hosts/update
POST auth/faq/entries/add
POST auth/faq/entries/change/order
POST auth/faq/entries/html/check
POST auth/group_reports/add
POST auth/group_reports/change/position
POST auth/group_users/add
POST auth/help_desk/add
POST auth/help_desk/attachments/add
POST auth/help_desk/change/status
POST auth/help_desk/draft/save
POST auth/help_desk/fault/end
POST auth/help_desk/fault/mark
POST auth/help_desk/fault/unmark
POST auth/help_desk/follow_up/add
POST auth/help_desk/hand
POST auth/help_desk/merge
POST auth/help_desk/take
POST auth/maintenance/add
POST auth/powerbi/datasets/refresh
POST auth/report/access/add
POST auth/report/add
POST auth/report/change/order
POST auth/report/change/source
POST auth/report/columns
POST auth/report/cover/add
POST auth/report/duplicate
POST auth/report/import
POST auth/report/import/roles
POST auth/shifts/add
POST auth/subgroup_reports/add
POST auth/subgroup_reports/change/position
POST auth/tags/add
POST auth/users/add
POST auth/users/change/fields
POST auth/users/change/status
POST auth/users/force/logout
POST auth/users/password/rules
PUT auth/custom_fields/update
PUT auth/external_reports/update
PUT auth/faq/entries/update
PUT auth/group_reports/update
PUT auth/group_users/update
PUT auth/help_desk/update
PUT auth/maintenance/update
PUT auth/powerbi/datasets/update
PUT auth/report/access/update
PUT auth/report/update
PUT auth/shifts/update
PUT auth/subgroup_reports/update
PUT auth/tags/update
PUT auth/users/update
`
  .trim()
  .split('\n')

describe('the rights of an API key', () => {
  const calls = routes.map(({ call }): Call => call)
  const url = (call: Call) => pathOfCall(call).replaceAll(/:\w+/g, tenants.norte.id)
  const send = (program: ReturnType<typeof portal.as>, call: Call) =>
    program.send({
      method: call.method,
      url: url(call),
      ...(call.method === 'GET' || call.method === 'DELETE' ? {} : { body: {} }),
    })

  it('each permission that is no scope, and each scope that the key lacks, answers 403 at every call', async () => {
    const [only] = ['tag.read'] as const
    const keys = [await keyOf(adminOfNorte, [only]), await keyOf(adminOfNorte, [only])]
    const let_in: string[] = []
    const asked = new Set<string>()
    for (const [place, call] of calls.entries()) {
      if (call.access === 'anyone' || call.access === only || call.http.takes !== 'json') continue
      asked.add(call.access)
      // There are more calls than one key has in a minute.
      const key = keys[place % keys.length] ?? fail('call.not_found')
      const answer = await send(key.program, call)
      if (answer.status === 429) throw new Error('the limit of the key is lower than the number of calls')
      if (answer.status !== 403) let_in.push(`${call.path}: ${answer.status}`)
    }
    expect(let_in).toEqual([])
    expect(asked.size).toBeGreaterThan(120)
  }, 120_000)

  it('scopes and the rights of the owner are intersected, over all permissions and profiles', () => {
    for (const permission of permissionNames)
      for (const profile of ['admin', 'user'])
        for (const scope of permissionNames) {
          const owner = { profile, scope: 'tenant' as const, toggles: [], staff: null }
          const key = { ...owner, authType: 'api_key', keyScopes: [scope] }
          const expected =
            scope === permission &&
            (keyScopes as readonly Permission[]).includes(permission) &&
            allows(owner, permission)
          expect(allows(key, permission), `${profile} ${permission} by ${scope}`).toBe(expected)
        }
  })

  it('a scope that the owner has not any more gives nothing, from the next call on', async () => {
    await setMembership(otherUserOfNorte, { profile: 'admin' })
    const { program } = await keyOf(otherUserOfNorte, ['user.read'])
    expect((await readPeople(program)).status).toBe(200)
    await setMembership(otherUserOfNorte, { profile: 'user' })
    expect((await readPeople(program)).status).toBe(403)
  })

  it('no call of keys, sessions, sign-in, credentials, consent and units is open to a key with all scopes', async () => {
    const { program } = await keyOf(adminOfNorte)
    const never =
      /api_keys|password(?!\/rules)|report_view|report_export|two-factor|passkey|saml|openid|scim\/|remote|change\/(compan|partner|back)|profile|send\/access|reset\/2fa|users\/(import\/|duplicate)|registrations\/(approve|decline)|auth\/config$|auth\/ia/
    const refused = calls.filter(
      ({ access, path, http }) => access !== 'anyone' && http.takes === 'json' && never.test(path),
    )
    expect(refused.length).toBeGreaterThan(50)
    const open: string[] = []
    for (const call of refused) {
      const { status } = await send(program, call)
      if (status !== 403) open.push(`${call.path}: ${status}`)
    }
    expect(open).toEqual([])
  }, 120_000)

  it('A7: changes only what this list allows; nothing of it answers a token, a link, a session or a credential', () => {
    const open = calls.filter((each) => isOpenToKeys(each) && each.does !== 'read')
    expect(open.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(changesOfKeys.toSorted())
  })

  it('A7: is no session: it renews, signs out and streams nothing', async () => {
    const { program } = await keyOf(adminOfNorte)
    expect((await program.ask(refreshToken, {})).status).toBe(401)
    expect((await program.ask(logout, {})).status).toBe(200)
    expect((await readPeople(program)).status).toBe(200)
    expect((await program.ask(readConfig, {})).status).toBe(403)
    expect((await program.send({ method: 'GET', url: '/api/auth/events' })).status).toBe(403)
  })

  it('invites readers, and gives no password, profile and toggle', async () => {
    const { program } = await keyOf(adminOfNorte, ['user.add'])
    const person = {
      name: 'Nova Pessoa',
      email: 'nova@example.com',
      phone: null,
      profile: 'user',
      state: 'A',
      department: null,
      language: 'pt-BR',
      group_ids: [],
    }
    const add = async (change: object) => {
      const { profile, name, ...rest } = { ...person, ...change }
      return program.send({
        method: 'POST',
        url: pathOfCall(addUser),
        body: { ...rest, nome_usuario: name, perfil_usuario: profile },
      })
    }
    for (const change of [{ profile: 'admin' }, { password: 'a quiet test password 7' }, { create_notifications: 'S' }])
      expect((await add(change)).status, JSON.stringify(change)).toBe(403)
    const { status, raw } = await add({})
    expect([status, raw.link ?? null]).toEqual([200, null])
  })

  it('names the key in the audit trail, behind its owner', async () => {
    const { id, program } = await keyOf(adminOfNorte, ['tag.add'])
    const { name } = await storedKey(id)
    expect((await program.ask(tagCalls.add, newTag('Da chave'))).status).toBe(200)
    const entry = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor_id', 'actor_name'])
        .where('target_name', '=', 'Da chave')
        .executeTakeFirstOrThrow(),
    )
    expect(entry).toEqual({ actor_id: adminOfNorte.id, actor_name: `${adminOfNorte.name} (API: ${name})` })
    const { program: auditor } = await keyOf(adminOfNorte, ['audit.read'])
    const found = await auditor.ask(listAudit, { search: name })
    expect(JSON.stringify(found.raw)).toContain('Da chave')
  })
})

describe('the owner of an API key', () => {
  it.each([
    ['blocked', { state: 'B' }, 'user_blocked'],
    ['inactive', { state: 'I' }, 'user_inactive'],
    ['deactivated', { state: 'D' }, 'user_deactivated'],
    ['due for blocking', { block_on: '2020-01-01' }, 'user_blocked'],
  ])('A6: %s: the next call is refused, and allowed again afterwards', async (_, change, key) => {
    await setMembership(otherUserOfNorte, { profile: 'admin' })
    const { id, program } = await keyOf(otherUserOfNorte, ['user.read'])
    await setMembership(otherUserOfNorte, change)
    expect(outcome(await readPeople(program))).toEqual([401, key])
    expect((await admin().ask(listApiKeys, {})).body.data.find((each) => each.id === id)?.state).toBe('stopped')
    await setMembership(otherUserOfNorte, { state: 'A', block_on: null })
    expect((await readPeople(program)).status).toBe(200)
    await setMembership(otherUserOfNorte, { profile: 'user' })
  })

  it('outside the hours of their shift, and in maintenance, the key is refused', async () => {
    await setMembership(otherUserOfNorte, { profile: 'admin' })
    const { program } = await keyOf(otherUserOfNorte, ['user.read'])
    const day = ((new Date().getUTCDay() + 3) % 7) + 1
    const hours = JSON.stringify([{ day: day === 7 ? 1 : day, from: '00:00', to: '24:00' }])
    const shift = await portal.platform((db) =>
      db
        .insertInto('shifts')
        .values({ tenant_id: tenants.norte.id, name: 'Outro dia', hours })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await setMembership(otherUserOfNorte, { shift_id: shift.id })
    expect(outcome(await readPeople(program))).toEqual([401, 'hours_no_allowed'])
    await setMembership(otherUserOfNorte, { shift_id: null, profile: 'admin' })
    const maintain = (maintenance: boolean) =>
      portal.platform((db) =>
        db.updateTable('tenants').set({ maintenance }).where('id', '=', tenants.norte.id).execute(),
      )
    await maintain(true)
    expect((await readPeople(program)).status).toBe(503)
    await maintain(false)
    expect((await readPeople(program)).status).toBe(200)
    await setMembership(otherUserOfNorte, { profile: 'user' })
  })

  it('gone: the key is refused and stays in the list without an owner', async () => {
    const leaver = await portal.platform(async (db) => {
      const identity = { name: 'Lia Norte', email: 'lia.norte@example.com', home_tenant_id: tenants.norte.id }
      const { password_hash } = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', userOfNorte.id)
        .executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('users')
        .values({ ...identity, password_hash })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('memberships')
        .values({ tenant_id: tenants.norte.id, user_id: id, profile: 'admin' })
        .execute()
      return { ...identity, id, host: adminOfNorte.host }
    })
    const { id, program } = await keyOf(leaver, ['user.read'])
    expect((await readPeople(program)).status).toBe(200)
    await portal.platform((db) => db.deleteFrom('users').where('id', '=', leaver.id).execute())
    expect(outcome(await readPeople(program))).toEqual([401, 'unauthorized_access'])
    const row = (await admin().ask(listApiKeys, {})).body.data.find((each) => each.id === id)
    expect([row?.state, row?.owner]).toEqual(['ownerless', null])
  })
})

describe('A8: the address of a program', () => {
  const at = (program: ReturnType<typeof portal.as>, address: string) =>
    program.send({ method: 'GET', url: '/api/auth/users/all', headers: { 'x-forwarded-for': address } })

  it('must be on the list of the key', async () => {
    const { program } = await keyOf(adminOfNorte, ['user.read'], { networks: ['203.0.113.0/24', '2001:db8::1'] })
    const statuses = []
    for (const address of [
      '203.0.113.255',
      '::ffff:203.0.113.9',
      '2001:db8::1',
      '203.0.114.0',
      '2001:db8::2',
      '10.0.0.1',
    ])
      statuses.push((await at(program, address)).status)
    expect(statuses).toEqual([200, 200, 200, 403, 403, 403])
  })

  it('must be on the list of the business unit as well', async () => {
    const { program } = await keyOf(adminOfNorte, ['user.read'])
    const list = (addresses: string[]) =>
      portal.platform((db) =>
        db
          .updateTable('settings')
          .set({ allowed_addresses: addresses })
          .where('tenant_id', '=', tenants.norte.id)
          .execute(),
      )
    await list(['198.51.100.0/24'])
    expect([(await at(program, '198.51.100.7')).status, (await at(program, '203.0.113.1')).status]).toEqual([200, 403])
    await list([])
  })
})

describe('A3: wrong keys', () => {
  const at = (token: string, address: string) =>
    portal
      .as({ token, host: adminOfNorte.host })
      .send({ method: 'GET', url: '/api/auth/users/all', headers: { 'x-forwarded-for': address } })

  it('a wrong check is refused without the database, so it is counted nowhere', async () => {
    const { token } = makeApiKey(tenants.norte.id as TenantId)
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    for (let asked = 0; asked <= apiKeys.guesses; asked++) expect((await at(wrong, '192.0.2.1')).status).toBe(401)
    expect((await at(token, '192.0.2.1')).status).toBe(401)
  })

  it('unknown keys of one network are limited; a right key there is not', async () => {
    const statuses = []
    for (let asked = 0; asked <= apiKeys.guesses; asked++)
      statuses.push((await at(makeApiKey(tenants.norte.id as TenantId).token, '192.0.2.99')).status)
    expect(statuses).toEqual([...Array.from({ length: apiKeys.guesses }, () => 401), 429])
    const last = await at(makeApiKey(tenants.norte.id as TenantId).token, '192.0.2.99')
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    const { token } = await keyOf(adminOfNorte, ['user.read'])
    expect((await at(token, '192.0.2.99')).status).toBe(200)
    expect((await at(makeApiKey(tenants.norte.id as TenantId).token, '198.51.100.99')).status).toBe(401)
  })
})

describe('the rate limit of an API key', () => {
  it('is told in headers, and refuses with 429 and Retry-After', async () => {
    const { program } = await keyOf(adminOfNorte, ['tag.read'])
    const { program: other } = await keyOf(adminOfNorte, ['tag.read'])
    const ask = (asker: typeof program) => asker.send({ method: 'GET', url: '/api/auth/tags/all/select' })
    const first = await ask(program)
    expect(first.headers['ratelimit-policy']).toBe(`"key";q=${apiKeys.perMinute};w=60`)
    expect(first.headers['ratelimit']).toMatch(/^"key";r=\d+;t=\d+$/)
    // A minute may begin meanwhile: the calls of two minutes are enough in any case.
    let refused = await ask(program)
    for (let asked = 0; refused.status === 200 && asked < 2 * apiKeys.perMinute; asked++) refused = await ask(program)
    expect([refused.status, refused.raw.key]).toEqual([429, 'throttled'])
    expect(refused.headers['ratelimit']).toMatch(/^"key";r=0;t=\d+$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(other)).status).toBe(200)
  }, 120_000)
})

describe('Idempotency-Key', () => {
  const add = (program: ReturnType<typeof portal.as>, name: string, key: string) =>
    program.send({
      method: 'POST',
      url: pathOfCall(tagCalls.add),
      body: newTag(name),
      headers: { 'idempotency-key': key },
    })
  const tagsNamed = (name: string) =>
    portal.platform((db) => db.selectFrom('tags').select('id').where('name', '=', name).execute())

  it('repeats the answer and not the change; another body is refused', async () => {
    const { program } = await keyOf(adminOfNorte, ['tag.add', 'tag.remove'])
    const first = await add(program, 'Uma vez', 'k-1')
    const again = await add(program, 'Uma vez', 'k-1')
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true'])
    expect(again.raw).toEqual(first.raw)
    expect(await tagsNamed('Uma vez')).toHaveLength(1)
    expect(outcome(await add(program, 'Outra', 'k-1'))).toEqual([422, 'idempotency_key_reused'])
    expect(await tagsNamed('Outra')).toEqual([])
    const { program: other } = await keyOf(adminOfNorte, ['tag.add'])
    expect((await add(other, 'De outra chave', 'k-1')).status).toBe(200)
  })

  it('of parallel calls one changes something; each answer is its answer, or says that it runs', async () => {
    const { program } = await keyOf(adminOfNorte, ['tag.add'])
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(program, 'Em paralelo', 'k-2')))
    expect(await tagsNamed('Em paralelo')).toHaveLength(1)
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ raw }) => raw.id))
    expect(ids.size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(outcome(answer)).toEqual([409, 'idempotency_key_running'])
  })

  it('a request that another process runs answers 409, and can be sent again after the lease of a lost process', async () => {
    const { id, program } = await keyOf(adminOfNorte, ['tag.add'])
    await add(program, 'Perdida', 'k-3')
    const lose = (minutes: number) =>
      portal.platform((db) =>
        sql`update api_key_requests set answer = null, answered_at = null, claimed_at = now() - make_interval(mins => ${minutes})
             where api_key_id = ${id}`.execute(db),
      )
    await portal.platform((db) => db.deleteFrom('tags').where('name', '=', 'Perdida').execute())
    await lose(idempotency.leaseMinutes - 1)
    expect(outcome(await add(program, 'Perdida', 'k-3'))).toEqual([409, 'idempotency_key_running'])
    await lose(idempotency.leaseMinutes + 1)
    expect((await add(program, 'Perdida', 'k-3')).status).toBe(200)
    expect(await tagsNamed('Perdida')).toHaveLength(1)
  })

  it('a refused change can be sent again', async () => {
    const { program } = await keyOf(adminOfNorte, ['tag.add'])
    await add(program, 'Ocupada', 'k-4')
    expect((await add(program, 'Ocupada', 'k-5')).status).toBe(409)
    await portal.platform((db) => db.deleteFrom('tags').where('name', '=', 'Ocupada').execute())
    expect((await add(program, 'Ocupada', 'k-5')).status).toBe(200)
  })

  it('is valid for a day, has 1 to 255 visible characters, and means nothing for a session', async () => {
    const { id, program } = await keyOf(adminOfNorte, ['tag.add'])
    await add(program, 'Ontem', 'k-6')
    await portal.platform((db) =>
      sql`update api_key_requests set created_at = now() - interval '25 hours' where api_key_id = ${id}`.execute(db),
    )
    expect((await add(program, 'Hoje', 'k-6')).status).toBe(200)
    expect(outcome(await add(program, 'X', 'k'.repeat(256)))).toEqual([400, 'idempotency_key_invalid'])
    expect((await add(admin(), 'De uma pessoa', 'k-7')).status).toBe(200)
    expect((await add(admin(), 'De uma pessoa', 'k-7')).status).toBe(409)
  })

  it('an attempt that lost its claim to another one stores no answer, so that its change is undone', async () => {
    const { id, program } = await keyOf(adminOfNorte, ['tag.add'])
    await add(program, 'De outra tentativa', 'k-11')
    const lost = { keyId: id, idempotencyKey: 'k-11', fingerprint: hashToken('x'), claim: tenants.norte.id }
    await expect(portal.platform((db) => keepAnswer(db, lost, '{}'))).rejects.toThrow('api_key.idempotency_running')
    expect((await add(program, 'De outra tentativa', 'k-11')).headers['idempotent-replayed']).toBe('true')
  })

  it('V5: a key has a limited number of stored requests', async () => {
    const { id, program } = await keyOf(adminOfNorte, ['tag.add'])
    await portal.platform((db) =>
      sql`insert into api_key_requests (tenant_id, api_key_id, idempotency_key, fingerprint, claim, answered_at)
          select ${tenants.norte.id}, ${id}, 'n-' || n, '', gen_random_uuid(), now() from generate_series(1, ${idempotency.perKey}::integer) n`.execute(
        db,
      ),
    )
    expect(outcome(await add(program, 'Demais', 'k-10'))).toEqual([429, 'throttled'])
    expect(await tagsNamed('Demais')).toEqual([])
    // A stored request is still known.
    expect(outcome(await add(program, 'Demais', 'n-1'))).toEqual([422, 'idempotency_key_reused'])
    // Requests that ended count no more, also before they are deleted.
    await portal.platform((db) =>
      sql`update api_key_requests set created_at = now() - interval '25 hours' where api_key_id = ${id}`.execute(db),
    )
    expect((await add(program, 'Demais', 'k-10')).status).toBe(200)
  })

  it('a key that lost its rights gets no stored answer', async () => {
    await setMembership(otherUserOfNorte, { profile: 'admin' })
    const { program } = await keyOf(otherUserOfNorte, ['tag.add'])
    await add(program, 'Guardada', 'k-8')
    await setMembership(otherUserOfNorte, { profile: 'user' })
    expect((await add(program, 'Guardada', 'k-8')).status).toBe(403)
  })

  it('a change that waits for something outside is made once as well', async () => {
    const { program } = await keyOf(adminOfNorte, ['user.add'])
    const body = {
      nome_usuario: 'Rui Norte',
      email: 'rui.norte@example.com',
      phone: null,
      perfil_usuario: 'user',
      state: 'A',
      department: null,
      language: 'pt-BR',
      group_ids: [],
    }
    const send = () =>
      program.send({ method: 'POST', url: pathOfCall(addUser), body, headers: { 'idempotency-key': 'k-9' } })
    const answers = await Promise.all([send(), send(), send()])
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ raw }) => raw.id))
    expect(ids.size).toBe(1)
    expect((await send()).raw.id).toBe([...ids][0])
  })
})

describe('Idempotency-Key of a change that waits for something outside', () => {
  const change = call({
    method: 'POST',
    path: 'auth/test/outside',
    summary: 'A change that waits for something outside.',
    access: 'tag.add',
    does: 'outside',
    audit: null,
    input: z.object({}),
    answers: z.object({ n: z.number() }),
  })
  type Work = (context: OutsideContext) => Promise<{ n: number }>

  const addTag = ({ db }: Pick<WriteContext, 'db'>) =>
    db.insertInto('tags').values({ tenant_id: tenants.norte.id, name: 'De fora', color: 'blue' }).execute()
  const countTags = ({ db }: Pick<WriteContext, 'db'>) => db.selectFrom('tags').select('id').execute()

  /** Sends the same request twice. Answers both, and how often its handler ran. */
  async function sendTwice(work: Work) {
    await portal.platform((db) => db.deleteFrom('tags').where('name', '=', 'De fora').execute())
    const { token } = await keyOf(adminOfNorte, ['tag.add'])
    const pool = openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined })
    const app = Fastify()
    app.setErrorHandler(errorHandler({}, { sentenceOf: (code) => code, labelOf: (field) => field }))
    const handler = vi.fn(work)
    bind(app, outside(change, handler), {
      gate: createGate(pool, { info: () => undefined }),
      clock: systemClock,
      keyLimiter: createLimiter({ perMinute: apiKeys.perMinute }),
    } as never)
    const send = async () => {
      const headers = { host: adminOfNorte.host, authorization: `Bearer ${token}`, 'idempotency-key': 'k' }
      const answer = await app.inject({ method: 'POST', url: pathOfCall(change), headers, payload: {} })
      return answer.statusCode === 200 ? 200 : answer.json<{ key: string }>().key
    }
    try {
      return { answers: [await send(), await send()], runs: handler.mock.calls.length }
    } finally {
      await app.close()
      await pool.end()
    }
  }

  it.each<[string, Work]>([
    [
      'a failure after the commit of a change',
      async ({ transaction }) => {
        await transaction(addTag)
        return fail('report.missing')
      },
    ],
    [
      'an answer that cannot be sent',
      async ({ transaction }) => {
        await transaction(addTag)
        return { n: 'one' } as never
      },
    ],
    ['an unexpected error, which may follow an effect elsewhere', () => Promise.reject(new Error('broken'))],
  ])('%s leaves the claim to its lease, so that the change is not made again', async (_, work) => {
    const { answers, runs } = await sendTwice(work)
    expect([answers[0] === 200, answers[1], runs]).toEqual([false, 'idempotency_key_running', 1])
  })

  it.each<[string, Work]>([
    ['before a transaction', async () => fail('report.missing')],
    [
      'after a transaction that only read',
      async ({ transaction }) => {
        await transaction(countTags)
        return fail('report.missing')
      },
    ],
    [
      'in the transaction of the change',
      ({ transaction }) =>
        transaction(async (context) => {
          await addTag(context)
          return fail('report.missing')
        }),
    ],
    [
      'by a constraint',
      ({ transaction }) =>
        transaction(async (context) => {
          await addTag(context)
          await addTag(context)
          return { n: 1 }
        }),
    ],
  ])('a refusal %s changed nothing, so the request can be sent again', async (_, work) => {
    const { answers, runs } = await sendTwice(work)
    expect([answers[0] === 200, answers[0] === answers[1], runs]).toEqual([false, true, 2])
  })
})

describe('the address of the business unit', () => {
  it('T6: is refused when its address leads to another business unit', async () => {
    const { program } = await keyOf(people.adminOfLeste, ['user.read'])
    const rename = (subdomain: string) =>
      portal.platform((db) => db.updateTable('tenants').set({ subdomain }).where('id', '=', tenants.leste.id).execute())
    await rename('leste-novo')
    expect(outcome(await readPeople(program))).toEqual([401, 'no_access_domain'])
    await rename('leste')
    expect((await readPeople(program)).status).toBe(200)
  })
})

describe('settings', () => {
  it('are read and not changed by a key', async () => {
    const { program } = await keyOf(adminOfNorte, ['settings.read'])
    const { body, status } = await program.ask(readSettings, {})
    expect(status).toBe(200)
    expect((await program.ask(updateSettings, { version: body.version, enable_embedded: 'S' })).status).toBe(403)
  })
})
