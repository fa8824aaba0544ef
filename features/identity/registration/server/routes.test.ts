import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { passwordHashCount } from '#platform/server/passwords.ts'
import { setUpAtSignIn } from '#features/identity/mfa/contract.ts'
import { logPresence } from '#features/identity/sessions/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { login, loginConfig } from '#features/identity/sign-in/contract.ts'
import { userLimits } from '#features/organisation/tenants/contract.ts'
import { openPool } from '#platform/server/database/pool.ts'
import { channel } from '#platform/server/live/announce.ts'
import { publishTerm, userTermCalls } from '#features/organisation/user-terms/contract.ts'
import { codeOf } from '#testing/authenticator.ts'
import { onOwner } from '#testing/global-setup.ts'
import { readProfile } from '#features/people/profile/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { password, people, tenants } from '#testing/world.ts'
import {
  approveRegistration,
  declineRegistration,
  listRegistrations,
  readRegisterForm,
  register,
  registerEnabled,
  verifyRegistration,
} from '../contract.ts'
import { registrationMail } from './commands.ts'

const portal = testPortal({ config: { runJobs: true, trustedProxies: ['127.0.0.1/8'] } })
const soon = { timeout: 20_000, interval: 50 }
const norte = 'norte.localhost'
const secret = 'Quiet-river-71'
const nobodyAt = (host = norte) => portal.as({ token: null, host })
let serial = 0
const fresh = () => `new.person.${++serial}@registered.example`

const allow = (flags: { registration_enabled?: boolean; default_for_registration?: boolean; user_limit?: number }) =>
  portal.platform((db) => db.updateTable('tenants').set(flags).where('id', '=', tenants.norte.id).execute())
type Settings = {
  auto_register?: boolean
  registration_approval?: boolean
  registration_domains?: string[]
  require_two_factor?: boolean
  allowed_addresses?: string[]
  known_people?: 'no' | 'ask' | 'at_once'
}
const settle = (set: Settings) =>
  portal.platform((db) => db.updateTable('settings').set(set).where('tenant_id', '=', tenants.norte.id).execute())

beforeEach(async () => {
  await allow({ registration_enabled: true })
  await settle({ auto_register: true })
})
afterEach(async () => {
  await allow({
    registration_enabled: false,
    default_for_registration: false,
    user_limit: userLimits.default,
  })
  await settle({
    auto_register: false,
    registration_approval: false,
    registration_domains: [],
    require_two_factor: false,
    allowed_addresses: [],
    known_people: 'ask',
  })
  await portal.platform(async (db) => {
    await db.deleteFrom('users').where('email', 'like', '%@registered.example').execute()
    for (const table of ['mails', 'sender_budgets', 'one_time_tokens', 'registrations', 'custom_fields'] as const)
      await db.deleteFrom(table).execute()
  })
})

const ask = (email: string, more: object = {}, host = norte) =>
  nobodyAt(host).ask(register, { nome_usuario: 'Nova Pessoa', email, password: secret, ...more })
const mails = () => portal.platform((db) => db.selectFrom('mails').selectAll().orderBy('created_at').execute())

/** Registers and returns the mail that the job sends. */
async function mailAfter(email: string, more: object = {}, host = norte) {
  const before = (await mails()).length
  const answer = await ask(email, more, host)
  expect(answer.status).toBe(200)
  await vi.waitFor(async () => expect(await mails()).toHaveLength(before + 1), soon)
  const mail = (await mails()).at(-1)
  return { answer, mail, token: /\/register\/verify\/([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? '' }
}

const verify = (token: string, password = secret, host = norte) =>
  nobodyAt(host).ask(verifyRegistration, { token, password })

describe('the offer to register', () => {
  const offered = async (host = norte) => {
    const { raw } = await nobodyAt(host).ask(registerEnabled, {})
    const { raw: config } = await nobodyAt(host).ask(loginConfig, {})
    expect(config['register']).toBe(raw['status'] === true ? 'S' : 'N')
    return raw['status']
  }

  it('needs the flag of the business unit and its setting, and 404 is the answer otherwise', async () => {
    expect([await offered(), await offered('sul.localhost'), await offered('localhost')]).toEqual([true, false, false])
    await allow({ registration_enabled: false })
    expect(await offered()).toBe(false)
    expect((await nobodyAt().ask(readRegisterForm, {})).status).toBe(404)
    expect((await ask(fresh())).status).toBe(404)
    await allow({ registration_enabled: true })
    await settle({ auto_register: false })
    expect(await offered()).toBe(false)
    expect((await nobodyAt('nowhere.localhost').ask(registerEnabled, {})).raw['status']).not.toBe(true)
  })

  it('is made at the partner’s host only for its default business unit, and the link leads to that one', async () => {
    expect(await offered('alfa.localhost')).toBe(false)
    await allow({ default_for_registration: true })
    expect(await offered('alfa.localhost')).toBe(true)
    const { mail, token } = await mailAfter(fresh(), {}, 'alfa.localhost')
    expect(mail).toMatchObject({ tenant_id: tenants.norte.id })
    expect(mail?.body_text).toContain('http://norte.localhost/register/verify/')
    expect((await verify(token, secret, 'alfa.localhost')).status).toBe(401)
    expect((await verify(token)).status).toBe(200)
  })

  it('is shown in the settings only where the partner allows it', async () => {
    const { body } = await portal.as('adminOfNorte').ask(readSettings, {})
    expect(body).toMatchObject({ registration_allowed: true, auto_register: true })
    const { status } = await portal.as('adminOfNorte').ask(updateSettings, {
      registration_domains: ['@Registered.example'],
      registration_approval: 'S',
      version: body.version,
    })
    expect(status).toBe(200)
    const { body: now } = await portal.as('adminOfNorte').ask(readSettings, {})
    expect(now).toMatchObject({ registration_domains: ['registered.example'], registration_approval: true })
    await allow({ registration_enabled: false })
    expect((await portal.as('adminOfNorte').ask(readSettings, {})).body.registration_allowed).toBe(false)
  })
})

describe('a registration', () => {
  it('becomes a reader with a session when the link is used with the chosen password, and works once', async () => {
    const email = fresh()
    const { answer, token } = await mailAfter(email, { phone: '(11) 91234-9999', department: 'Vendas' })
    expect(answer.raw).toMatchObject({ status: true, verify: 'S', approval: 'N' })
    expect((await nobodyAt().ask(login, { email, password: secret })).status).toBe(401)
    const wrong = await verify(token, 'Another-word-1')
    expect([wrong.status, wrong.raw['key']]).toEqual([400, 'registration_password_wrong'])
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 401, 429, 503].includes(status))).toBe(true)
    const begun = answers.find(({ status }) => status === 200)
    expect(begun?.raw).toMatchObject({
      status: 'success',
      tenant_id: tenants.norte.id,
      user: { email, perfil_usuario: 'user', auth_type: 'password' },
    })
    const session = portal.as({ token: String(begun?.raw['token']), host: norte })
    expect((await session.ask(logPresence, { active: 'N', rota: '/' })).status).toBe(200)
    expect((await nobodyAt().ask(login, { email, password: secret })).status).toBe(200)
    const own = await session.ask(readProfile, {})
    expect(own.body.phone).toBe('+5511912349999')
    const trail = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('actor_email', '=', email).execute(),
    )
    expect(trail.filter(({ event }) => event === 'registration.verified')).toHaveLength(1)
  })

  it('is refused at the field with a phone number that no country has, before a password is hashed', async () => {
    const hashes = passwordHashCount()
    const answer = await ask(fresh(), { phone: '12345678' })
    expect([answer.status, Object.keys(answer.raw['errors'] as object)]).toEqual([400, ['phone']])
    expect(passwordHashCount()).toBe(hashes)
  })

  it('A4: answers the same for an address with an account, with the same work, and mails that it has one', async () => {
    const hashes = passwordHashCount()
    const unknown = await mailAfter(fresh())
    const forUnknown = passwordHashCount() - hashes
    const known = await mailAfter(people.userOfLeste.email)
    expect(passwordHashCount() - hashes - forUnknown).toBe(forUnknown)
    expect(known.answer.raw).toEqual(unknown.answer.raw)
    expect([known.mail?.purpose, known.token]).toEqual(['registration.known', ''])
    expect(known.mail?.body_text).not.toContain('Nova Pessoa')
    const storedRegistration = await portal.platform((db) =>
      db.selectFrom('registrations').select('email').where('email', '=', people.userOfLeste.email).execute(),
    )
    expect(storedRegistration).toEqual([])
  })

  it('is replaced by a newer one of the address, whose mail alone counts', async () => {
    const email = fresh()
    const first = await mailAfter(email)
    const second = await mailAfter(email, { password: 'Second-choice-88' })
    expect((await verify(first.token)).status).toBe(401)
    expect((await verify(second.token)).status).toBe(400)
    expect((await verify(second.token, 'Second-choice-88')).status).toBe(200)
  })

  const askFrom = (address: string, email: string) =>
    nobodyAt().send({
      method: 'POST',
      url: `/api/${register.path}`,
      body: { nome_usuario: 'Nova Pessoa', email, password: 'Stranger-river-9' },
      headers: { 'x-forwarded-for': address },
    })
  const delayedMails = () =>
    onOwner(portal.ownerUrl, async (owner) => {
      const { rows } = await owner.query(
        "select id from pgboss.job where name = $1 and state = 'created' and start_after > now() + interval '1 minute'",
        [registrationMail.name],
      )
      return rows.length
    })
  const mailsTo = async (email: string) => (await mails()).filter(({ to_address }) => to_address === email)

  it('A2: a stranger who uses up their limit for an e-mail neither refuses its owner nor voids their link', async () => {
    const email = fresh()
    const { token } = await mailAfter(email)
    const stranger: number[] = []
    for (let time = 0; time < 4; time += 1) stranger.push((await askFrom('203.0.113.9', email)).status)
    expect(stranger).toEqual([200, 200, 200, 429])
    expect((await askFrom('2001:db8:7:1::1', email)).status).toBe(200)
    expect((await verify(token)).status).toBe(200)
    const another = fresh()
    for (let time = 0; time < 3; time += 1) await askFrom('203.0.113.9', another)
    expect((await ask(another)).status).toBe(200)
  })

  it('A2: an e-mail gets six mails an hour from all networks, and later the mail of a registration beyond them', async () => {
    const email = fresh()
    for (const network of [1, 2, 3, 4, 5, 6]) expect((await askFrom(`203.0.113.${network}`, email)).status).toBe(200)
    await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(6), soon)
    expect((await ask(email)).status).toBe(200)
    await vi.waitFor(async () => expect(await delayedMails()).toBe(1), soon)
    expect(await mailsTo(email)).toHaveLength(6)
    await portal.platform((db) => db.deleteFrom('sender_budgets').execute())
    await onOwner(portal.ownerUrl, (owner) =>
      owner.query(`update pgboss.job set start_after = now() where name = $1 and state = 'created'`, [
        registrationMail.name,
      ]),
    )
    await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(7), soon)
    const token = /\/register\/verify\/([\w-]+)/.exec((await mailsTo(email)).at(-1)?.body_text ?? '')?.[1] ?? ''
    expect((await verify(token)).status).toBe(200)
    const left = await portal.platform((db) =>
      db.selectFrom('registrations').select('id').where('email', '=', email).execute(),
    )
    expect(left).toEqual([])
  })

  it('A2: is limited per address and per network before a password is hashed', async () => {
    const email = fresh()
    const states: number[] = []
    for (let time = 0; time < 4; time += 1) states.push((await ask(email)).status)
    expect(states).toEqual([200, 200, 200, 429])
    await portal.platform((db) => db.deleteFrom('sender_budgets').execute())
    const hashes = passwordHashCount()
    const many: number[] = []
    for (let time = 0; time < 32; time += 1)
      many.push((await ask(fresh(), { password: time < 30 ? 'password' : secret })).status)
    expect(many).toEqual([...Array<number>(30).fill(400), 429, 429])
    expect(passwordHashCount()).toBe(hashes)
  })

  it('takes only addresses of the allowed domains, whether they have an account or not', async () => {
    await settle({ registration_domains: ['registered.example'] })
    for (const email of ['nobody@other.example', people.userOfLeste.email]) {
      const { status, raw } = await ask(email)
      expect([status, Object.keys(raw['errors'] as object)]).toEqual([400, ['email']])
    }
    expect((await ask(fresh())).status).toBe(200)
  })

  it('asks for the custom fields that are enabled in it', async () => {
    const field = { tenant_id: tenants.norte.id, partner_id: tenants.norte.partner_id, kind: 'text', required: true }
    const [visible, hidden] = await portal.platform((db) =>
      db
        .insertInto('custom_fields')
        .values([
          { ...field, name: 'Matrícula', in_registration: true },
          { ...field, name: 'Crachá' },
        ])
        .returning('id')
        .execute(),
    )
    const { body } = await nobodyAt().ask(readRegisterForm, {})
    expect(body.custom_fields.map(({ name }) => name)).toEqual(['Matrícula'])
    const without = await ask(fresh())
    expect([without.status, without.raw['errors']]).toEqual([
      400,
      { [`custom_fields.${visible?.id}`]: 'Matrícula is required!' },
    ])
    expect((await ask(fresh(), { custom_fields: { [visible?.id ?? '']: '1', [hidden?.id ?? '']: '2' } })).status).toBe(
      400,
    )
    const { token } = await mailAfter(fresh(), { custom_fields: { [visible?.id ?? '']: '77' } })
    expect((await verify(token)).status).toBe(200)
    const { custom } = await portal.platform((db) =>
      db
        .selectFrom('memberships')
        .select('custom')
        .where('tenant_id', '=', tenants.norte.id)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(custom).toEqual({ [visible?.id ?? '']: '77' })
  })

  it('the user limit refuses a registration and its confirmation, which succeeds once the limit allows the person', async () => {
    const { token } = await mailAfter(fresh())
    const { count } = await portal.platform((db) =>
      db
        .selectFrom('memberships')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenants.norte.id)
        .executeTakeFirstOrThrow(),
    )
    await allow({ user_limit: count })
    const refused = [await ask(fresh()), await ask(people.userOfNorte.email)]
    for (const { status, raw } of refused) expect([status, raw['key']]).toEqual([409, 'tenant_reached_limit'])
    const full = await verify(token)
    expect([full.status, full.raw['key']]).toEqual([409, 'tenant_reached_limit'])
    await allow({ user_limit: count + 1 })
    expect((await verify(token)).status).toBe(200)
  })
})

describe('what the business unit asks of every sign-in', () => {
  const stored = (table: 'registrations' | 'users', email: string) =>
    portal.platform((db) => db.selectFrom(table).select('email').where('email', '=', email).execute())

  it('a mandatory second factor leads from the mailed link into its set-up, which begins the session', async () => {
    await settle({ require_two_factor: true })
    const email = fresh()
    const { token } = await mailAfter(email)
    const verified = await verify(token)
    expect(verified.raw).toEqual({
      status: 'redirect_two_factor',
      redirect: expect.stringMatching(/^\/config\/2fa\/[\w-]{43}$/),
      message: null,
    })
    expect(await stored('users', email)).toHaveLength(1)
    const setUpToken = String(verified.raw['redirect']).split('/')[3] ?? ''
    const { raw: setUp } = await nobodyAt().ask(setUpAtSignIn, { token: setUpToken })
    expect(setUp.status).toBe('setup')
    const done = await nobodyAt().ask(setUpAtSignIn, { token: setUpToken, code: codeOf(String(setUp['secret'])) })
    expect(done.raw).toMatchObject({ status: 'success', user: { email } })
    const own = portal.as({ token: String(done.raw['token']), host: norte })
    expect((await own.ask(logPresence, { active: 'S', rota: '/' })).status).toBe(200)
    expect((await nobodyAt().ask(login, { email, password: secret })).raw.status).toBe('two_factor')
  })

  it('a person who leaves the set-up finds it again at the first sign-in', async () => {
    await settle({ require_two_factor: true })
    const email = fresh()
    await verify((await mailAfter(email)).token)
    expect((await nobodyAt().ask(login, { email, password: secret })).raw.status).toBe('redirect_two_factor')
  })

  it('an address outside the list is refused by the form, before a password is hashed and anything is stored', async () => {
    await settle({ allowed_addresses: ['192.0.2.0/24'] })
    const form = await nobodyAt().ask(readRegisterForm, {})
    expect([form.status, form.raw['status'], form.raw['message']]).toEqual([
      403,
      'ip_not_allowed',
      'IP not allowed! (127.0.0.1)',
    ])
    const hashes = passwordHashCount()
    const email = fresh()
    const refused = await ask(email)
    expect([refused.status, refused.raw['status']]).toEqual([403, 'ip_not_allowed'])
    expect([passwordHashCount(), await stored('registrations', email)]).toEqual([hashes, []])
    await settle({ allowed_addresses: ['127.0.0.0/8'] })
    expect((await nobodyAt().ask(readRegisterForm, {})).status).toBe(200)
    expect((await ask(email)).status).toBe(200)
  })

  it.each([false, true])(
    'the mailed link is refused at such an address, and works later at an allowed one (approval: %s)',
    async (registration_approval) => {
      await settle({ registration_approval })
      const email = fresh()
      const { token } = await mailAfter(email)
      await settle({ allowed_addresses: ['192.0.2.0/24'] })
      for (const password of [secret, 'Another-word-1']) {
        const { status, raw } = await verify(token, password)
        expect([status, raw['status']]).toEqual([403, 'ip_not_allowed'])
      }
      expect([await stored('users', email), await stored('registrations', email)]).toEqual([[], [{ email }]])
      await settle({ allowed_addresses: [] })
      expect((await verify(token)).raw.status).toBe(registration_approval ? 'waiting' : 'success')
    },
  )

  it.each(['tenants', 'platform'] as const)('maintenance of %s is said by the form', async (table) => {
    const setMaintenance = (maintenance: boolean) =>
      portal.platform((db) =>
        table === 'platform'
          ? db.updateTable('platform').set({ maintenance }).execute()
          : db.updateTable('tenants').set({ maintenance }).where('id', '=', tenants.norte.id).execute(),
      )
    await setMaintenance(true)
    try {
      const form = await nobodyAt().ask(readRegisterForm, {})
      const asked = await ask(fresh())
      for (const { status, raw } of [form, asked]) expect([status, raw['status']]).toEqual([503, 'maitenance'])
    } finally {
      await setMaintenance(false)
    }
  })
})

describe('a person of another business unit of the partner', () => {
  const { id: userId, email, name } = people.userOfSul
  const memberships = () =>
    portal.platform((db) =>
      db.selectFrom('memberships').selectAll().where('user_id', '=', userId).orderBy('tenant_id').execute(),
    )
  const settleHome = (known_people: 'no' | 'ask') =>
    portal.platform((db) =>
      db.updateTable('settings').set({ known_people }).where('tenant_id', '=', tenants.sul.id).execute(),
    )
  afterEach(async () => {
    await settleHome('ask')
    await portal.platform((db) =>
      db.deleteFrom('memberships').where('user_id', '=', userId).where('tenant_id', '=', tenants.norte.id).execute(),
    )
  })

  it('gets the link that a stranger gets, and a membership at once where the unit wants it; the account stays', async () => {
    await settle({ known_people: 'at_once', registration_approval: true })
    const before = await portal.platform((db) =>
      db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
    )
    const { mail, token, answer } = await mailAfter(email, { phone: '+5511911112222', department: 'Dois' })
    const stranger = await mailAfter(fresh())
    expect(answer.raw).toEqual(stranger.answer.raw)
    expect(mail?.purpose).toBe(stranger.mail?.purpose)
    expect((await verify(token, 'Another-word-1')).status).toBe(400)
    expect((await verify(token)).raw).toMatchObject({ status: 'joined', message: expect.any(String) })
    expect((await verify(token)).status).toBe(401)
    const here = (await memberships()).find(({ tenant_id }) => tenant_id === tenants.norte.id)
    expect(here).toMatchObject({
      profile: 'user',
      state: 'A',
      department: 'Dois',
      phone: '+5511911112222',
      toggles: [],
    })
    const after = await portal.platform((db) =>
      db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
    )
    expect({ ...after, modified_at: null }).toEqual({ ...before, modified_at: null })
    // The chosen password is nobody's.
    expect((await nobodyAt().ask(login, { email, password: secret })).status).toBe(401)
    expect((await nobodyAt().ask(login, { email, password })).status).toBe(200)
    const trail = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['target_id', 'tenant_id'])
        .where('event', '=', 'registration.verified')
        .where('target_id', '=', userId)
        .execute(),
    )
    expect(trail).toEqual([{ target_id: userId, tenant_id: tenants.norte.id }])
    // A member who registers again gets the mail of a known address.
    expect((await mailAfter(email)).mail?.purpose).toBe('registration.known')
  })

  it('waits for an administrator by default, who sees that the account exists', async () => {
    const { token } = await mailAfter(email)
    expect((await verify(token)).raw['status']).toBe('waiting')
    expect(await memberships()).toHaveLength(1)
    const stored = await portal.platform((db) =>
      db.selectFrom('registrations').select(['user_id', 'password_hash']).where('email', '=', email).execute(),
    )
    expect(stored).toEqual([{ user_id: userId, password_hash: null }])
    const { body } = await portal.as('adminOfNorte').ask(listRegistrations, {})
    expect(body).toMatchObject([{ email, known: true }])
    const [waiting] = body
    expect((await portal.as('adminOfNorte').ask(approveRegistration, { id: waiting?.id ?? '' })).status).toBe(200)
    expect(await memberships()).toHaveLength(2)
    expect((await nobodyAt().ask(login, { email, password })).body).toMatchObject({ user: { profile: 'user', name } })
  })

  const setPerson = (set: {
    email?: string
    staff?: 'master' | null
    partner_id?: string | null
    home_tenant_id?: string | null
  }) => portal.platform((db) => db.updateTable('users').set(set).where('id', '=', userId).execute())
  const setByMail = (by_mail: boolean) =>
    portal.platform((db) => db.updateTable('registrations').set({ by_mail }).where('email', '=', email).execute())

  it.each<[string, () => Promise<unknown>]>([
    ['their home refuses it', () => settleHome('no')],
    ['the unit refuses them', () => settle({ known_people: 'no' })],
    ['a directory named them, and their home no longer agrees at once', () => setByMail(false)],
    ['they have another address', () => setPerson({ email: 'moved@example.com' })],
    [
      'they are staff',
      () => setPerson({ staff: 'master', partner_id: tenants.norte.partner_id, home_tenant_id: null }),
    ],
    ['their home is of another partner', () => setPerson({ home_tenant_id: tenants.leste.id })],
  ])('is not approved any more when meanwhile %s', async (_, change) => {
    const { token } = await mailAfter(email)
    expect((await verify(token)).raw['status']).toBe('waiting')
    const [waiting] = (await portal.as('adminOfNorte').ask(listRegistrations, {})).body
    const approve = (id = waiting?.id ?? '') => portal.as('adminOfNorte').ask(approveRegistration, { id })
    const gone = await approve(tenants.norte.id)
    await change()
    try {
      const { status, raw } = await approve()
      expect([status, raw]).toEqual([404, gone.raw])
      expect((await memberships()).map(({ tenant_id }) => tenant_id)).not.toContain(tenants.norte.id)
    } finally {
      await settle({ known_people: 'ask' })
      await settleHome('ask')
      await setByMail(true)
      await setPerson({ email, staff: null, partner_id: null, home_tenant_id: tenants.sul.id })
    }
    expect((await approve()).status).toBe(200)
  })

  it('counts for the user limit', async () => {
    await settle({ known_people: 'at_once' })
    const { token } = await mailAfter(email)
    await allow({ user_limit: 1 })
    const { status, raw } = await verify(token)
    expect([status, raw['status']]).toEqual([409, 'limit'])
    expect(await memberships()).toHaveLength(1)
  })

  it.each([
    ['the unit refuses them', () => settle({ known_people: 'no' }), email],
    ['their home refuses it', () => settleHome('no'), email],
    ['they are of another partner', () => settle({ known_people: 'at_once' }), people.userOfLeste.email],
    ['they are staff', () => settle({ known_people: 'at_once' }), people.masterOfAlfa.email],
    ['they are a member', () => settle({ known_people: 'at_once' }), people.userOfNorte.email],
  ])('T2: gets the mail of a known address when %s', async (_, prepare, address) => {
    await prepare()
    const { mail, token } = await mailAfter(address)
    expect([mail?.purpose, token]).toEqual(['registration.known', ''])
  })

  it('is refused when the rule changes before the link is used', async () => {
    const { token } = await mailAfter(email)
    await settle({ known_people: 'no' })
    expect((await verify(token)).status).toBe(401)
    expect(await memberships()).toHaveLength(1)
  })
})

describe('the approval of registrations', () => {
  const waits = async (email = fresh()) => {
    await settle({ registration_approval: true })
    const { token } = await mailAfter(email)
    const { raw } = await verify(token)
    expect(raw['status']).toBe('waiting')
    await vi.waitFor(async () => expect((await mails()).at(-1)?.purpose).toBe('registration.to_approve'), soon)
    const { body } = await portal.as('adminOfNorte').ask(listRegistrations, {})
    return { email, id: body.find((one) => one.email === email)?.id ?? '' }
  }

  it('is required before the first sign-in, and its answer is mailed', async () => {
    const { email, id } = await waits()
    expect((await nobodyAt().ask(login, { email, password: secret })).status).toBe(401)
    const again = await mailAfter(email)
    expect([again.mail?.purpose, again.token]).toEqual(['registration.waiting', ''])
    for (const call of [approveRegistration, declineRegistration]) {
      expect((await portal.as('userOfNorte').ask(call, { id })).status).toBe(403)
      expect((await portal.as('adminOfSul').ask(call, { id })).status).toBe(404)
    }
    expect((await portal.as('adminOfSul').ask(listRegistrations, {})).body).toEqual([])
    expect((await portal.as('adminOfNorte').ask(approveRegistration, { id })).status).toBe(200)
    expect((await mails()).at(-1)).toMatchObject({ purpose: 'registration.approved', to_address: email })
    expect((await nobodyAt().ask(login, { email, password: secret })).status).toBe(200)
    expect((await portal.as('adminOfNorte').ask(approveRegistration, { id })).status).toBe(404)
  })

  it('T7: administrators are notified of a waiting registration by mail in their language, and their open pages by a live event', async () => {
    const heard: unknown[] = []
    const pool = openPool({ url: portal.databaseUrl, max: 1, onError: () => undefined })
    const ears = await pool.connect()
    ears.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? 'null')))
    await ears.query(`listen ${channel}`)
    const alice = people.adminOfNorte
    await portal.platform((db) =>
      db.updateTable('users').set({ language: 'en-US' }).where('id', '=', alice.id).execute(),
    )
    const { id } = await waits()
    const approvalMail = (await mails()).filter(({ purpose }) => purpose === 'registration.to_approve').at(-1)
    expect([approvalMail?.to_address, approvalMail?.subject]).toEqual([
      alice.email,
      'A registration at Norte is waiting for you',
    ])
    expect(approvalMail?.body_text).toContain('http://norte.localhost/user')
    const change = { kind: 'registrations_changed', tenantId: tenants.norte.id }
    const changes = () => heard.filter((event) => (event as { kind: string }).kind === change.kind)
    await vi.waitFor(() => expect(changes()).toEqual([change]), soon)
    await portal.as('adminOfNorte').ask(declineRegistration, { id })
    await vi.waitFor(() => expect(changes()).toEqual([change, change]), soon)
    ears.release()
    await pool.end()
  })

  it('erases what was declined, and the address may register again', async () => {
    const { email, id } = await waits()
    expect((await portal.as('adminOfNorte').ask(declineRegistration, { id })).status).toBe(200)
    expect((await mails()).at(-1)).toMatchObject({ purpose: 'registration.declined', to_address: email })
    expect((await nobodyAt().ask(login, { email, password: secret })).status).toBe(401)
    expect((await portal.as('adminOfNorte').ask(listRegistrations, {})).body).toEqual([])
    expect((await mailAfter(email)).token).not.toBe('')
  })
})

describe('the terms of a registration', () => {
  const withTerm = async () => {
    const texts = { 'pt-BR': 'Cadastro', 'en-US': null, es: null, 'pt-PT': null }
    const term = { title: texts, body: texts, condition: 'mandatory', place: 'registration', report_id: null } as const
    const { body } = await portal.as('adminOfNorte').ask(userTermCalls.add, { ...term, active: 'S' })
    await portal.as('adminOfNorte').ask(publishTerm, { id: body.id, version: 1 })
    return body.id
  }
  const acceptances = (email: string) =>
    portal.platform((db) =>
      db
        .selectFrom('user_term_acceptances as a')
        .innerJoin('users as u', 'u.id', 'a.user_id')
        .select(['a.term_id', 'a.edition', 'a.accepted_at', 'a.address'])
        .where('u.email', '=', email)
        .execute(),
    )
  afterEach(() => portal.platform((db) => db.deleteFrom('user_terms').execute()))

  it('are accepted with it, in their present version, and a new version is asked for after the sign-in', async () => {
    const id = await withTerm()
    expect((await nobodyAt().ask(readRegisterForm, {})).body.terms).toMatchObject([{ id, version: 1, mandatory: true }])
    for (const terms of [undefined, [], [{ id, version: 2 }]]) {
      const { status, raw } = await ask(fresh(), { terms })
      expect([status, raw.errors]).toEqual([400, { terms: 'Terms is required!' }])
    }
    const email = fresh()
    const { token } = await mailAfter(email, { terms: [{ id, version: 1 }] })
    const { body } = await verify(token)
    const [firstAcceptance, ...others] = await acceptances(email)
    expect([firstAcceptance?.term_id, firstAcceptance?.edition, firstAcceptance?.address, others]).toEqual([
      id,
      1,
      '127.0.0.1',
      [],
    ])
    const own = portal.as({ token: 'token' in body ? body.token : null, host: norte })
    expect((await own.ask(logPresence, { active: 'S', rota: '/' })).status).toBe(200)
    // A person who was not registered by self-registration need not accept the terms of registration.
    expect((await portal.as('userOfNorte').ask(logPresence, { active: 'S', rota: '/' })).status).toBe(200)
    await portal.as('adminOfNorte').ask(publishTerm, { id, version: 2 })
    expect((await own.ask(logPresence, { active: 'S', rota: '/' })).raw.status).toBe('terms_due')
    expect((await portal.as('userOfNorte').ask(logPresence, { active: 'S', rota: '/' })).status).toBe(200)
  })

  it('are kept when an administrator approves the registration', async () => {
    await settle({ registration_approval: true })
    const id = await withTerm()
    const email = fresh()
    const { token } = await mailAfter(email, { terms: [{ id, version: 1 }] })
    await verify(token)
    expect(await acceptances(email)).toEqual([])
    const { body: waiting } = await portal.as('adminOfNorte').ask(listRegistrations, {})
    const found = waiting.find((each) => each.email === email)
    expect((await portal.as('adminOfNorte').ask(approveRegistration, { id: found?.id ?? '' })).status).toBe(200)
    expect(await acceptances(email)).toMatchObject([{ term_id: id, edition: 1 }])
  })
})
