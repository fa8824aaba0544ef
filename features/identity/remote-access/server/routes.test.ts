import { beforeEach, describe, expect, it } from 'vitest'
import { remoteAccess } from '#catalogue/limits.ts'
import type { AddressInfo } from 'node:net'
import {
  addUser,
  exportUsers,
  listUsers,
  readUser,
  removeUser,
  resetTwoFactor,
  sendAccessLink,
  updateUser,
} from '#features/people/users/contract.ts'
import { countUnread, markOpened } from '#features/messaging/notifications/contract.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import { changePassword } from '#features/people/profile/contract.ts'
import { liveEvent } from '#platform/contract/live-event.ts'
import { logout, readConfig } from '#features/identity/sessions/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { tagCalls } from '#features/reports/tags/contract.ts'
import { openidCalls } from '#features/identity/openid/contract.ts'
import { samlCalls } from '#features/identity/saml/contract.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, password, people, type Person, tenants } from '#testing/world.ts'
import {
  acceptHandOver,
  changeCompany,
  enterTenant,
  enterTenantUnverified,
} from '#features/identity/unit-switch/contract.ts'
import {
  answerRemoteRequest,
  cancelRemoteRequest,
  endRemoteAccess,
  readRemoteConfig,
  requestRemoteAccess,
  setRemoteConsent,
  waitForRemoteAccess,
  withdrawRemoteAccess,
} from '../contract.ts'

const portal = testPortal({
  prepare: async (db) => {
    await db
      .updateTable('memberships')
      .set({ toggles: ['remote_access'] })
      .where('user_id', '=', people.adminOfNorte.id)
      .execute()
  },
})

const at = (host: string, token: string | null) => portal.as({ token, host })
const { userOfNorte: reader, otherUserOfNorte: other, adminOfNorte: admin } = people
const reason = 'O filtro de vendas não abre'
const norte = tenants.norte.id

const setMember = (
  who: Person,
  fields: { allow_remote_access?: boolean; toggles?: string[]; profile?: string; state?: string },
) => portal.platform((db) => db.updateTable('memberships').set(fields).where('user_id', '=', who.id).execute())
const setFlag = (allow_remote_access: boolean, tenant_id = norte) =>
  portal.platform((db) =>
    db.updateTable('settings').set({ allow_remote_access }).where('tenant_id', '=', tenant_id).execute(),
  )
const fresh = async (who: Person) => {
  const token = await portal.tokenOf(who)
  return { token, asker: at(who.host, token) }
}
beforeEach(async () => {
  await setFlag(true)
  await setMember(reader, { allow_remote_access: false, state: 'A' })
  await setMember(admin, { toggles: ['remote_access'], allow_remote_access: false })
  await portal.platform((db) => db.deleteFrom('remote_accesses').execute())
})

type Asker = Awaited<ReturnType<typeof fresh>>['asker']
const statusOf = async (asker: Asker) => (await asker.ask(readConfig, {})).status
const tokenOf = ({ body }: { body: unknown }) => (body as { token: string }).token

/** Requests remote access and authorizes it. Returns the session of the access, and the requester’s own. */
async function access(who: Person = admin, whom: Person = reader) {
  const own = await fresh(who)
  const person = await fresh(whom)
  const requested = await own.asker.ask(requestRemoteAccess, { user_id: whom.id, reason, rota: '/user?page=2' })
  const token = tokenOf(requested)
  expect((await person.asker.ask(answerRemoteRequest, { token, answer: 'authorize' })).status).toBe(200)
  const begun = await own.asker.ask(waitForRemoteAccess, { token })
  expect(begun.body).toMatchObject({ status: 'authorized', user: { id: whom.id } })
  const sessionToken = tokenOf(begun)
  return { own: own.asker, person: person.asker, token, sessionToken, inside: at(whom.host, sessionToken) }
}

const entries = (event: string) =>
  portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['actor_id', 'actor_name', 'actor_origin', 'on_behalf_of', 'target_id', 'tenant_id', 'changes'])
      .where('event', '=', event)
      .orderBy('at', 'desc')
      .execute(),
  )

describe('who may use whose session', () => {
  const master = masterInNorte
  const askers: [string, Person, string[] | null][] = [
    ['user with the toggle', other, ['remote_access']],
    ['admin without the toggle', admin, []],
    ['admin with the toggle', admin, ['remote_access']],
    ['master in the unit', master, null],
  ]
  const subjects: [string, Person][] = [
    ['reader', reader],
    ['admin', { ...admin, id: '00000003-0000-4000-8000-000000000099', name: 'Alma Norte' }],
    ['member who is staff', { ...reader, id: people.platform.id }],
    ['themself', reader],
    ['reader of another unit', people.userOfSul],
  ]

  it('Z6: who × whom × consent × flag of the unit: the answer of the request', async () => {
    const secondAdmin = subjects[1]?.[1]
    if (!secondAdmin) throw new Error('the second administrator is listed')
    await portal.platform(async (db) => {
      const { id, name } = secondAdmin
      await db.insertInto('users').values({ id, name, email: 'alma@example.com', home_tenant_id: norte }).execute()
      await db.insertInto('memberships').values({ tenant_id: norte, user_id: id, profile: 'admin' }).execute()
      await db.insertInto('memberships').values({ tenant_id: norte, user_id: people.platform.id }).execute()
    })
    const lines: string[] = []
    for (const [who, asker, toggles] of askers) {
      if (toggles) await setMember(asker, { toggles })
      await setFlag(true)
      let { asker: own } = await fresh(asker)
      for (const [whom, subject] of subjects) {
        for (const consents of [true, false]) {
          for (const allowed of [true, false]) {
            const user_id = whom === 'themself' ? asker.id : subject.id
            await setMember({ ...subject, id: user_id }, { allow_remote_access: consents })
            // A unit that lets no staff in ends the session of the master, who then needs a new one.
            await setFlag(true)
            if (asker === master) own = (await fresh(asker)).asker
            await setFlag(allowed)
            const answer = await own.ask(requestRemoteAccess, { user_id, reason })
            const word = answer.status === 200 ? (answer.body as { status: string }).status : answer.status
            lines.push([who, whom, consents ? 'always' : 'ask', allowed ? 'S' : 'N', word].join(' | '))
            if (word !== 'success') continue
            const home = await at('norte.localhost', tokenOf(answer)).ask(endRemoteAccess, {})
            own = at('norte.localhost', tokenOf(home))
          }
        }
      }
    }
    await setMember(other, { toggles: [] })
    process.stdout.write(`remote access: who | whom | consent | unit | answer\n${lines.join('\n')}\n`)
    const answers = (who: string, whom: string) =>
      lines.filter((line) => line.startsWith(`${who} | ${whom} |`)).map((line) => line.split(' | ').slice(2).join(' '))
    const all = (always: string | number, ask: string | number, off: number) => [
      `always S ${always}`, `always N ${off}`, `ask S ${ask}`, `ask N ${off}`,
    ] // prettier-ignore
    const never = all(403, 403, 403)
    for (const [whom] of subjects) {
      const foreign = whom === 'reader of another unit'
      expect(answers('user with the toggle', whom), whom).toEqual(never)
      expect(answers('admin without the toggle', whom), whom).toEqual(never)
      if (foreign) continue
      expect(answers('admin with the toggle', whom), whom).toEqual(
        whom === 'reader'
          ? all('success', 'wait_authorization', 403)
          : whom === 'themself'
            ? all(409, 409, 409)
            : never,
      )
    }
    const unknown = all(404, 404, 404)
    expect(answers('admin with the toggle', 'reader of another unit')).toEqual(unknown)
    for (const whom of ['reader', 'admin'])
      expect(answers('master in the unit', whom)).toEqual(all('success', 'wait_authorization', 401))
    expect(answers('master in the unit', 'member who is staff')).toEqual(all(403, 403, 401))
    // A master has no membership, so the unit has no person with this id.
    for (const whom of ['themself', 'reader of another unit'])
      expect(answers('master in the unit', whom)).toEqual(all(404, 404, 401))
  })

  it('shows the action on the rows of the people whom the actor may ask for', async () => {
    const offered = async (who: Person) => {
      const { body } = await (await fresh(who)).asker.ask(listUsers, {})
      return body.data
        .filter(({ can }) => can.includes('access_remotely'))
        .map(({ name }) => name)
        .toSorted()
    }
    expect(await offered(admin)).toEqual([other.name, reader.name])
    expect(await offered(master)).toEqual(['Alice Norte', 'Alma Norte', other.name, reader.name])
    await setFlag(false)
    expect(await offered(admin)).toEqual([])
    await setFlag(true)
    expect(await offered(people.adminOfSul)).toEqual([])
  })

  it('Z5: only staff give the toggle to an administrator', async () => {
    const { asker } = await fresh(master)
    const alma = '00000003-0000-4000-8000-000000000099'
    const read = async () => (await asker.ask(readUser, { id: alma })).body
    const { version } = await read()
    const change = { id: alma, version, remote_access: 'S' } as const
    expect((await portal.as('adminOfNorte').ask(updateUser, change)).status).toBe(403)
    expect((await asker.ask(updateUser, change)).status).toBe(200)
    expect((await read()).remote_access).toBe(true)
    const sent = {
      nome_usuario: 'Novo',
      email: 'novo@example.com',
      phone: null,
      department: null,
      perfil_usuario: 'admin',
      state: 'A',
      language: 'pt-BR',
      group_ids: [],
      edit_reports: 'N',
      remote_access: 'S',
    } satisfies SentOf<typeof addUser>
    expect((await portal.as('adminOfNorte').ask(addUser, sent)).status).toBe(403)
  })

  it('a person who cannot sign in is not accessed, and the sentence says why', async () => {
    await setMember(other, { state: 'B' })
    const answer = await portal.as('adminOfNorte').ask(requestRemoteAccess, { user_id: other.id, reason })
    expect([answer.status, answer.raw['status']]).toEqual([403, 'blocked'])
    await setMember(other, { state: 'A' })
  })
})

describe('the consent', () => {
  it('Z6: asks the person, shows them requester and reason, and begins once they authorize', async () => {
    const { asker: own } = await fresh(admin)
    const { asker: person } = await fresh(reader)
    const requested = await own.ask(requestRemoteAccess, { user_id: reader.id, reason })
    expect(requested.body).toMatchObject({
      status: 'wait_authorization',
      redirect: `/authorization/${tokenOf(requested)}`,
    })
    const { body: seen, raw } = await person.ask(readRemoteConfig, {})
    expect(seen).toMatchObject({ allowed: true, consent: 'ask', current: null })
    expect(seen.waiting).toMatchObject([
      { token: tokenOf(requested), requester: { name: admin.name, profile: 'admin' }, reason },
    ])
    expect(raw['waiting']).toMatchObject([{ requester: { nome_usuario: admin.name, perfil_usuario: 'admin' } }])
    expect((await own.ask(waitForRemoteAccess, { token: tokenOf(requested) })).body).toMatchObject({
      status: 'waiting',
      person: reader.name,
    })
    await person.ask(answerRemoteRequest, { token: tokenOf(requested), answer: 'authorize' })
    const begun = await own.ask(waitForRemoteAccess, { token: tokenOf(requested) })
    const inside = at(reader.host, tokenOf(begun))
    const config = (await inside.ask(readConfig, {})).body
    expect(config.user.id).toBe(reader.id)
    expect(config.remote_access).toMatchObject({
      requester: { name: admin.name, profile: 'admin' },
      person: { name: reader.name, profile: 'user' },
      reason,
    })
    expect(config.partner_access_remote.partner_id).toBeNull()
    expect(config.session_ends_at.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000)
    expect((await person.ask(readRemoteConfig, {})).body.current).toMatchObject({ requester: { name: admin.name } })
    expect((await own.ask(waitForRemoteAccess, { token: tokenOf(requested) })).body.status).toBe('expired')
    const [started] = await entries('remote_access.started')
    expect(started).toMatchObject({ actor_id: admin.id, actor_origin: null, on_behalf_of: reader.id, tenant_id: norte })
  })

  it('Z6: begins once, also when twenty tabs ask at the same moment', async () => {
    const { asker: own } = await fresh(admin)
    const { asker: person } = await fresh(reader)
    const token = tokenOf(await own.ask(requestRemoteAccess, { user_id: reader.id, reason }))
    await person.ask(answerRemoteRequest, { token, answer: 'authorize' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => own.ask(waitForRemoteAccess, { token })))
    const words = answers.map(({ status, body }) => (status === 200 ? body.status : String(status)))
    expect(words.filter((word) => word === 'authorized')).toHaveLength(1)
    expect(new Set(words)).toEqual(
      new Set(['authorized', ...words.filter((word) => ['expired', '403'].includes(word))]),
    )
  })

  it('Z6: an answer counts once and only from the person; a refused, expired or cancelled request opens nothing', async () => {
    const { asker: own } = await fresh(admin)
    const { asker: person } = await fresh(reader)
    const ask = async () => tokenOf(await own.ask(requestRemoteAccess, { user_id: reader.id, reason }))
    const give = (asker: Asker, token: string, answer: 'authorize' | 'refuse') =>
      asker.ask(answerRemoteRequest, { token, answer })
    const wait = async (token: string, asker = own) => {
      const { status, body } = await asker.ask(waitForRemoteAccess, { token })
      return status === 200 ? body.status : status
    }
    const one = await ask()
    // Only the person may answer the request: neither the requester nor any other person.
    for (const stranger of [own, (await fresh(other)).asker, (await fresh(people.userOfSul)).asker])
      expect((await give(stranger, one, 'authorize')).status).toBe(404)
    expect(await wait(one, person)).toBe(404)
    await give(person, one, 'refuse')
    expect([await wait(one), (await give(person, one, 'authorize')).raw['key']]).toEqual([
      'refused',
      'remote_access_over',
    ])
    const late = await ask()
    await portal.platform((db) =>
      db.updateTable('remote_accesses').set({ expires_at: new Date(Date.now() - 1_000) }).where('id', '=', late).execute(),
    ) // prettier-ignore
    expect((await person.ask(readRemoteConfig, {})).body.waiting).toEqual([])
    expect([(await give(person, late, 'authorize')).status, await wait(late)]).toEqual([409, 'expired'])
    const gone = await ask()
    expect((await own.ask(cancelRemoteRequest, { token: gone })).status).toBe(200)
    expect([(await give(person, gone, 'authorize')).status, await wait(gone)]).toEqual([409, 'expired'])
    // A second request replaces the first one.
    const [first, second] = [await ask(), await ask()]
    expect((await give(person, first, 'authorize')).status).toBe(409)
    expect((await give(person, second, 'refuse')).status).toBe(200)
    expect((await person.ask(readRemoteConfig, {})).body.past.slice(0, 5).map(({ answer }) => answer)).toEqual(
      ['refused', 'cancelled', 'cancelled', 'expired', 'refused'],
    ) // prettier-ignore
  })

  it('an authorization does not outlive the flag of the unit or the toggle', async () => {
    const { asker: own } = await fresh(admin)
    const { asker: person } = await fresh(reader)
    const token = tokenOf(await own.ask(requestRemoteAccess, { user_id: reader.id, reason }))
    await person.ask(answerRemoteRequest, { token, answer: 'authorize' })
    await setFlag(false)
    expect((await own.ask(waitForRemoteAccess, { token })).status).toBe(403)
    await setFlag(true)
    await setMember(admin, { toggles: [] })
    expect((await own.ask(waitForRemoteAccess, { token })).status).toBe(403)
    await setMember(admin, { toggles: ['remote_access'] })
    expect((await own.ask(waitForRemoteAccess, { token })).body.status).toBe('authorized')
  })

  it('with a standing consent the access begins at once and the person is notified; only the person gives the consent', async () => {
    const { asker: person } = await fresh(reader)
    expect((await person.ask(setRemoteConsent, { allow: 'S' })).status).toBe(200)
    const { asker: own } = await fresh(admin)
    const begun = await own.ask(requestRemoteAccess, { user_id: reader.id, reason })
    expect(begun.body).toMatchObject({ status: 'success', user: { id: reader.id } })
    const { body } = await person.ask(readRemoteConfig, {})
    expect([body.consent, body.current?.requester.name]).toEqual(['always', admin.name])
    const { version } = (await own.ask(readUser, { id: reader.id })).body
    expect((await own.ask(updateUser, { id: reader.id, version, allow_remote_access: 'N' } as never)).status).toBe(200)
    expect((await person.ask(readRemoteConfig, {})).body.consent).toBe('always')
    expect((await person.ask(setRemoteConsent, { allow: 'N' })).status).toBe(200)
    const [entry] = await entries('remote_access.consent_changed')
    expect(entry?.changes).toEqual({ allow_remote_access: [true, false] })
  })
})

describe('inside the session of another person', () => {
  it('Z6: credentials, consents, exports, switches and further accesses are refused', async () => {
    const { inside, own } = await access(masterInNorte, admin)
    const tries = {
      password: inside.ask(changePassword, { current_password: password, password: 'another quiet password' }),
      consent: inside.ask(setRemoteConsent, { allow: 'S' }),
      answer: inside.ask(answerRemoteRequest, { token: reader.id, answer: 'authorize' }),
      export: inside.ask(exportUsers, { format: 'csv' }),
      erase: inside.ask(removeUser, { id: reader.id }),
      chain: inside.ask(requestRemoteAccess, { user_id: reader.id, reason }),
      switch: inside.ask(changeCompany, { tenant_id: norte }),
    }
    for (const [name, trying] of Object.entries(tries)) expect((await trying).status, name).toBe(403)
    const { version } = (await inside.ask(readUser, { id: reader.id })).body
    const ofOther = await inside.ask(updateUser, { id: reader.id, version, password: 'another quiet password' })
    expect(ofOther.status).toBe(403)
    expect((await inside.ask(updateUser, { id: reader.id, version, department: 'Vendas' })).status).toBe(200)
    const [entry] = await entries('user.updated')
    expect(entry).toMatchObject({ actor_id: people.masterOfAlfa.id, on_behalf_of: admin.id, target_id: reader.id })
    expect(await statusOf(own)).toBe(200)
  })
})

describe('the notifications of the person', () => {
  it('Z6: stay unread when the requester opens a record', async () => {
    const path = `/${crypto.randomUUID()}/reports/view`
    await portal.platform((db) =>
      notify(
        { db, tenantId: norte, announce: async () => undefined, enqueue: async () => undefined },
        { people: [reader.id] },
        'report_published',
        { report: 'Vendas' },
        { path },
      ),
    )
    const { inside, person } = await access()
    const unread = async () => (await person.ask(countUnread, {})).body.unread
    const before = await unread()
    expect((await inside.ask(markOpened, { path })).status).toBe(200)
    expect(await unread()).toBe(before)
    expect((await person.ask(markOpened, { path })).status).toBe(200)
    expect(await unread()).toBe(before - 1)
  })
})

describe('inside the session of an administrator with all toggles', () => {
  it('Z6: two-factor settings and identity providers are refused, which the administrator may change', async () => {
    await setMember(admin, { toggles: ['configure_two_factor', 'configure_saml'] })
    const { inside, person } = await access(masterInNorte, admin)
    const { version } = (await person.ask(readSettings, {})).body
    const change = { version, mfa_trusted_browser: 'S' } as const
    expect((await inside.ask(updateSettings, change)).status).toBe(403)
    expect((await inside.ask(samlCalls.remove, { id: reader.id })).status).toBe(403)
    expect((await person.ask(samlCalls.remove, { id: reader.id })).status).toBe(404)
    expect((await person.ask(updateSettings, change)).status).toBe(200)
    const provider = { name: 'Outra', kind: 'other', issuer: 'https://provider.example', client_id: 'x' }
    const added = await inside.send({ method: 'POST', url: `/api/${openidCalls.add.path}`, body: provider })
    expect([added.status, added.raw['key']]).toEqual([403, 'no_access_functionality'])
  })

  it.each([
    ['listIp', ['192.0.2.0/24']],
    ['login_timeout', 9],
    ['auto_block_days', 30],
    ['enable_password', 'S'],
    ['min_character', 10],
    ['capital_letter', 'S'],
    ['special_characters', 'S'],
    ['expiry_time_password', 90],
    ['enable_auto_register', 'S'],
    ['registration_approval', 'N'],
    ['registration_domains', ['example.com']],
    ['mfa_master', 'S'],
    ['mfa_trusted_browser', 'N'],
    ['mfa_permission_admin', 'S'],
    ['enable_embedded', 'S'],
    ['domains_embedded_whitelist', ['https://erp.example']],
    ['allow_access_remote', 'N'],
    ['user_import', 'S'],
  ])('Z6: the setting %s is refused', async (field, value) => {
    const { inside } = await access(masterInNorte, admin)
    const { version, can } = (await inside.ask(readSettings, {})).body
    expect(can).not.toContain('update_access')
    const changed = await inside.send({
      method: 'POST',
      url: `/api/${updateSettings.path}`,
      body: { version, [field]: value, confirm: 'S' },
    })
    expect([changed.status, changed.raw['status']]).toEqual([403, 'no_access'])
    expect((await inside.ask(readSettings, {})).body.version).toBe(version)
  })

  it('Z6: rights of people are refused: their profile, their toggles and their links to a password', async () => {
    const { inside } = await access(masterInNorte, admin)
    const { version } = (await inside.ask(readUser, { id: reader.id })).body
    const refused = await Promise.all([
      inside.ask(updateUser, { id: reader.id, version, perfil_usuario: 'admin' }),
      inside.ask(updateUser, { id: reader.id, version, create_notifications: 'S' }),
      inside.ask(sendAccessLink, { id: reader.id }),
      inside.ask(resetTwoFactor, { id: reader.id }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })
})

describe('the end', () => {
  it('the requester returns to their own session and page; both earlier tokens are dead', async () => {
    const { inside, own, person } = await access()
    const home = await inside.ask(endRemoteAccess, {})
    expect(home.body).toMatchObject({ status: 'success', user: { id: admin.id }, intended: '/user?page=2' })
    expect(await statusOf(at(admin.host, tokenOf(home)))).toBe(200)
    expect([await statusOf(inside), await statusOf(own)]).toEqual([401, 401])
    expect((await inside.ask(endRemoteAccess, {})).status).toBe(401)
    const { current, past } = (await person.ask(readRemoteConfig, {})).body
    expect([current, past[0]?.answer, past[0]?.ended_at instanceof Date]).toEqual([null, 'authorized', true])
    const [entry] = await entries('remote_access.ended')
    expect(entry).toMatchObject({ actor_id: admin.id, on_behalf_of: reader.id })
  })

  it('an own token, a made-up token and no token return nobody', async () => {
    const { token } = await fresh(admin)
    for (const one of [token, 'x'.repeat(43), null])
      expect((await at(admin.host, one).ask(endRemoteAccess, {})).status).toBe(401)
  })

  it('twenty returns at the same moment begin one session', async () => {
    const { inside } = await access()
    const answers = await Promise.all(Array.from({ length: 20 }, () => inside.ask(endRemoteAccess, {})))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 401),
    ])
  })

  it('a sign-out in remote access also ends the requester’s own session', async () => {
    const { inside, own } = await access()
    await inside.ask(logout, {})
    expect([await statusOf(inside), await statusOf(own), (await inside.ask(endRemoteAccess, {})).status]).toEqual([
      401, 401, 401,
    ])
  })

  const endOwn = (who: Person, ended_by: string) =>
    portal.platform((db) =>
      db
        .updateTable('sessions')
        .set({ ended_at: new Date(), ended_by })
        .where('user_id', '=', who.id)
        .where('real_user_id', 'is', null)
        .where('ended_at', 'is', null)
        .execute(),
    )
  const causes: [string, (made: Awaited<ReturnType<typeof access>>) => Promise<unknown>, () => Promise<unknown>, number][] = [
    ['the person ends it', ({ person }) => person.ask(withdrawRemoteAccess, {}), () => Promise.resolve(), 200],
    ['the person withdraws the standing consent', async ({ person }) => {
        await person.ask(setRemoteConsent, { allow: 'S' })
        await person.ask(setRemoteConsent, { allow: 'N' })
      }, () => Promise.resolve(), 200],
    ['the requester loses the toggle', () => setMember(admin, { toggles: [] }), () => setMember(admin, { toggles: ['remote_access'] }), 200],
    ['the unit allows it no longer', () => setFlag(false), () => setFlag(true), 200],
    ['the person is blocked', () => setMember(reader, { state: 'B' }), () => setMember(reader, { state: 'A' }), 200],
    ['the requester is blocked', () => setMember(admin, { state: 'I' }), () => setMember(admin, { state: 'A' }), 403],
    ['the requester is signed out by force', () => endOwn(admin, 'forced_logout'), () => Promise.resolve(), 401],
  ] // prettier-ignore

  it.each(causes)('E3, A6: ends at once and for good: %s', async (name, cause, undo, back) => {
    const url = new URL(await listening())
    const made = await access()
    const news = await listen(url, made.sessionToken, reader.host)
    const began = performance.now()
    await cause(made)
    expect(await statusOf(made.inside)).toBe(401)
    const refused = performance.now() - began
    expect(await news.ended).toBe(true)
    const delayMs = performance.now() - began
    process.stdout.write(
      `remote access ended: ${name} | refused ${Math.round(refused)} ms | told ${Math.round(delayMs)} ms\n`,
    )
    // The session has ended for good: it is not only refused while the cause lasts.
    const row = await portal.platform((db) =>
      db.selectFrom('remote_accesses').select('ended_at').where('id', '=', made.token).executeTakeFirst(),
    )
    expect(row?.ended_at).toBeInstanceOf(Date)
    // After another person ended the access, the requester returns to their own session, unless that one has ended as well.
    expect((await made.inside.ask(endRemoteAccess, {})).status).toBe(back)
    await undo()
    expect(await statusOf(made.inside), 'the session does not come back').toBe(401)
    const { body } = await (await fresh(reader)).asker.ask(readRemoteConfig, {})
    expect([body.current, body.past[0]?.ended_at !== null]).toEqual([null, true])
  })

  let address: Promise<string> | undefined
  const listening = () => (address ??= portal.portal.app.listen({ port: 0, host: '127.0.0.1' }))

  /** Opens the live events of a session; `ended` resolves when the server says that it has ended. */
  async function listen(url: URL, token: string, host: string) {
    const { request } = await import('node:http')
    const { port } = portal.portal.app.server.address() as AddressInfo
    let heard = ''
    let done: (ended: boolean) => void = () => undefined
    const ended = new Promise<boolean>((resolve) => (done = resolve))
    await new Promise<void>((resolve, reject) => {
      const incoming = request({
        host: url.hostname,
        port,
        path: '/api/auth/events',
        headers: { host, authorization: `Bearer ${token}` },
      })
      incoming.on('error', reject)
      incoming.on('response', (response) => {
        response.on('data', (part: Buffer) => {
          heard += part.toString()
          if (heard.includes('listening')) resolve()
          const lines = heard.split('\n').filter((line) => line.startsWith('data: '))
          if (lines.some((line) => liveEvent.safeParse(JSON.parse(line.slice(6))).data?.kind === 'session_ended'))
            done(true)
        })
        response.on('close', () => done(heard.includes('session_ended')))
      })
      incoming.end()
    })
    return { ended }
  }
})

describe('staff ask for one person through the switch', () => {
  const input = { tenant_id: norte, perfil_usuario: 'user', user_id: reader.id } as const

  it('waits for the person, then hands over to the host of the unit, and comes back to the partner’s host', async () => {
    const { asker: own } = await fresh(people.masterOfAlfa)
    expect((await own.ask(enterTenant, input)).raw['errors']).toMatchObject({ reason: expect.any(String) as string })
    const requested = await own.ask(enterTenant, { ...input, reason, rota: '/companies' })
    expect(requested.body).toMatchObject({ status: 'wait_authorization' })
    const token = tokenOf(requested)
    await portal.as('userOfNorte').ask(answerRemoteRequest, { token, answer: 'authorize' })
    const moved = await own.ask(waitForRemoteAccess, { token })
    expect(moved.body).toMatchObject({ status: 'change', domain: 'norte.localhost' })
    const begun = await at('norte.localhost', null).ask(acceptHandOver, { token: tokenOf(moved) })
    const inside = at('norte.localhost', begun.body.token)
    expect((await inside.ask(readConfig, {})).body.remote_access).toMatchObject({
      requester: { name: people.masterOfAlfa.name, profile: 'master' },
      person: { name: reader.name },
    })
    const back = await inside.ask(endRemoteAccess, {})
    expect(back.body).toMatchObject({ status: 'change', domain: 'alfa.localhost' })
    const home = await at('alfa.localhost', null).ask(acceptHandOver, { token: tokenOf(back) })
    expect(home.body).toMatchObject({ intended: '/companies', user: { profile: 'master' } })
    expect([await statusOf(own), await statusOf(inside)]).toEqual([401, 401])
  })

  it('without verification it never waits: only a standing consent lets it in', async () => {
    const { asker: own } = await fresh(people.masterOfAlfa)
    expect((await own.ask(enterTenantUnverified, { ...input, reason })).status).toBe(403)
    await setMember(reader, { allow_remote_access: true })
    expect((await own.ask(enterTenantUnverified, { ...input, reason })).body.status).toBe('change')
    await setMember(reader, { allow_remote_access: false })
  })

  it('a hand-over token of an access that the person forbids meanwhile opens nothing', async () => {
    await setMember(reader, { allow_remote_access: true })
    const { asker: own } = await fresh(people.masterOfAlfa)
    const moved = await own.ask(enterTenant, { ...input, reason })
    await setMember(reader, { allow_remote_access: false })
    expect((await at('norte.localhost', null).ask(acceptHandOver, { token: tokenOf(moved) })).status).toBe(403)
  })

  it('D5: each entry of the access says of which partner the requester is', async () => {
    await setMember(admin, { allow_remote_access: true })
    const { asker: own } = await fresh(people.masterOfAlfa)
    const moved = await own.ask(enterTenant, { ...input, user_id: admin.id, perfil_usuario: 'admin', reason })
    const begun = await at('norte.localhost', null).ask(acceptHandOver, { token: tokenOf(moved) })
    const inside = at('norte.localhost', begun.body.token)
    expect((await inside.ask(tagCalls.add, { name: 'Acesso', color: 'blue' })).status).toBe(200)
    expect((await inside.ask(endRemoteAccess, {})).status).toBe(200)
    for (const event of ['remote_access.started', 'tag.added', 'remote_access.ended']) {
      const [entry] = await entries(event)
      expect(entry, event).toMatchObject({
        actor_id: people.masterOfAlfa.id,
        actor_name: people.masterOfAlfa.name,
        actor_origin: 'Alfa',
        on_behalf_of: admin.id,
        tenant_id: norte,
      })
    }
  })

  it('D5: the end of the session by a sign-out says it as well', async () => {
    await setMember(reader, { allow_remote_access: true })
    // The requests of the other tests have used the rate of their staff.
    const { asker: own } = await fresh(people.platform)
    const moved = await own.ask(enterTenant, { ...input, reason })
    expect(moved.body).toMatchObject({ status: 'change' })
    const begun = await at('norte.localhost', null).ask(acceptHandOver, { token: tokenOf(moved) })
    expect(begun.status).toBe(200)
    expect((await at('norte.localhost', begun.body.token).ask(logout, {})).status).toBe(200)
    const [entry] = await entries('session.ended')
    expect(entry).toMatchObject({ actor_id: people.platform.id, actor_origin: 'Vitrine', on_behalf_of: reader.id })
  })

  it('T8: a master of another partner finds nobody', async () => {
    const { asker } = await fresh(people.masterOfBeta)
    expect((await asker.ask(enterTenant, { ...input, reason })).status).toBe(404)
  })
})

describe('the rate of requests', () => {
  it('is one per person for requests from outside of the unit and in it', async () => {
    const { perMinute } = remoteAccess
    // No other test of this file makes requests as this person.
    const outside = await fresh(people.masterOfBeta)
    const inside = await fresh({ ...people.masterOfBeta, host: people.userOfLeste.host })
    const user_id = people.userOfLeste.id
    const answers = []
    for (let time = 0; time < perMinute; time += 1) {
      const entering = { tenant_id: tenants.leste.id, perfil_usuario: 'user' as const, user_id, reason }
      answers.push(await outside.asker.ask(enterTenant, entering))
      answers.push(await inside.asker.ask(requestRemoteAccess, { user_id, reason, rota: '/' }))
    }
    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(0, 2)).toEqual([200, 200])
    expect(statuses).toContain(429)
  })
})
