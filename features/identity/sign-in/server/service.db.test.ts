// Checks what the sign-in form tells about each kind of account before and after the right password, with how many password hashes, and
// with which audit entry. The median times are only printed: the number of hashes decides whether one answer is slower than another.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword, passwordHashCount } from '#platform/server/passwords.ts'
import { testPortal } from '#testing/portal.ts'
import { password, partners, people, tenants } from '#testing/world.ts'
import { login } from '../contract.ts'

const portal = testPortal({ config: { trustedProxies: ['127.0.0.1'] } })
const norte = tenants.norte.id

type SeenAnswer = [http: number, status: string, message: string | null]
type Seen = { answer: SeenAnswer; hashes: number; audit: string[] }
type Account = {
  email: string
  host?: string
  /** IP address of the client, if it must be outside of the allowed networks. */
  from?: string
  /** Expected answer to the right password. */
  right: SeenAnswer
}

const wrong: SeenAnswer = [401, 'error_user_or_password', 'Incorrect Username or Password!']
const signedIn: SeenAnswer = [200, 'success', null]
const accounts: Record<string, Account> = {}

type Added = {
  user?: Record<string, unknown>
  member?: Record<string, unknown>
  tenant?: string
} & Omit<Account, 'email'>

let hash = ''

async function add(name: string, { user = {}, member = {}, tenant = norte, ...account }: Added): Promise<void> {
  const email = `quokka.${name.replace(/\W+/g, '.')}@example.com`
  await portal.platform(async (db) => {
    const values = { email, name: 'Quokka', home_tenant_id: tenant, password_hash: hash, ...user }
    const { id } = await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
    const membership = { tenant_id: tenant, user_id: id, profile: 'user', ...member }
    if (values.home_tenant_id) await db.insertInto('memberships').values(membership).execute()
    if (name === 'second factor') {
      const factor = { user_id: id, secret_sealed: Buffer.from(''), last_step: '0', recovery_salt: Buffer.from('') }
      await db.insertInto('two_factors').values(factor).execute()
    }
  })
  accounts[name] = { email, ...account }
}

const staff = (set: object) => ({ home_tenant_id: null, ...set })

beforeAll(async () => {
  hash = await hashPassword(password, 'probes')
  const shift = await portal.platform(async (db) => {
    await db
      .updateTable('settings')
      .set({ password_rules: true, password_days: 30, allowed_addresses: ['10.0.0.0/8'] })
      .where('tenant_id', '=', norte)
      .execute()
    await db.updateTable('tenants').set({ trial_ends: '2020-01-01' }).where('id', '=', norte).execute()
    await db.updateTable('tenants').set({ maintenance: true }).where('id', '=', tenants.sul.id).execute()
    const never = { tenant_id: norte, name: 'Nunca', hours: '[]' }
    return db.insertInto('shifts').values(never).returning('id').executeTakeFirstOrThrow()
  })
  accounts['unknown address'] = { email: 'quokka.nobody@example.com', right: wrong }
  await add('in order', { right: signedIn })
  await add('blocked', { member: { state: 'B' }, right: [403, 'blocked', 'User is blocked!'] })
  await add('inactive', { member: { state: 'I' }, right: [403, 'inactive', 'User is inactive!'] })
  await add('disabled', { member: { state: 'D' }, right: [403, 'user_disable', 'User deactivated!'] })
  await add('without a unit', {
    tenant: tenants.leste.id,
    member: { state: 'D' },
    right: [403, 'not_found_companies', 'User without company!'],
  })
  await add('trial over', { member: { state: 'T' }, right: [403, 'finish_test', 'Test period has ended!'] })
  await add('unit in maintenance', {
    tenant: tenants.sul.id,
    host: 'sul.localhost',
    right: [503, 'maitenance', 'We are under maintenance. Try again soon.'],
  })
  await add('outside the shift', {
    member: { shift_id: shift.id },
    right: [403, 'horario_not_allowed', 'Hour not allowed!'],
  })
  await add('outside the addresses', {
    from: '203.0.113.9',
    right: [403, 'ip_not_allowed', 'IP not allowed! (203.0.113.9)'],
  })
  await add('of another unit', {
    tenant: tenants.leste.id,
    right: [403, 'domain_not_allowed', 'No access to this domain!'],
  })
  await add('expired password', {
    user: { password_changed_at: new Date('2020-01-01') },
    right: [200, 'user_change_password', 'Your password has expired. Choose a new one.'],
  })
  await add('second factor', { right: [200, 'two_factor', null] })
  await add('single sign-on', { user: { auth_type: 'saml', password_hash: null }, right: wrong })
  await add('invited, without a password', { user: { password_hash: null }, right: wrong })
  await add('master of another partner', {
    user: staff({ staff: 'master', partner_id: partners.beta.id }),
    right: [403, 'domain_not_allowed', 'No access to this domain!'],
  })
  await add('staff of the platform', {
    user: staff({ staff: 'a2m' }),
    right: [403, 'domain_not_allowed', 'No access to this domain!'],
  })
})

let senders = 0

/** Sends one attempt from a network of its own. */
async function attempt({ email, host = 'norte.localhost', from }: Account, typed: string) {
  const address = from ?? `10.${++senders >> 8}.${senders & 255}.1`
  const hashesBefore = passwordHashCount()
  const begun = performance.now()
  const { status, raw } = await portal.as({ token: null, host }).send({
    method: 'POST',
    url: `/api/${login.path}`,
    body: { email, password: typed },
    headers: { 'x-forwarded-for': address, lang: 'en-US' },
  })
  const answer: SeenAnswer = [status, String(raw['status']), (raw['message'] as string | null | undefined) ?? null]
  return { answer, hashes: passwordHashCount() - hashesBefore, ms: performance.now() - begun }
}

const entries = () =>
  portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['id', 'event', 'actor_id', 'actor_email', 'changes'])
      .orderBy('id')
      .execute(),
  )

/** Sends one attempt and reads its audit entries. */
async function probe(account: Account, typed: string): Promise<Seen> {
  await portal.platform((db) => db.deleteFrom('sign_in_attempts').execute())
  const known = new Set((await entries()).map(({ id }) => id))
  const { answer, hashes } = await attempt(account, typed)
  const audit = (await entries())
    .filter(({ id }) => !known.has(id))
    .map(({ event, actor_id, actor_email, changes }) => {
      const { reason } = changes as { reason?: [before: null, after: string] }
      const who = actor_id === null ? 'e-mail' : 'person'
      return [event, reason?.[1], actor_email === account.email ? who : actor_email].filter(Boolean).join(' ')
    })
  return { answer, hashes, audit }
}

async function median(account: Account, typed: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    await portal.platform((db) => db.deleteFrom('sign_in_attempts').execute())
    times.push((await attempt(account, typed)).ms)
  }
  return times.toSorted((a, b) => a - b)[2] ?? 0
}

const lines: string[] = []
const print = async (name: string, typed: 'wrong' | 'right', { answer, hashes, audit }: Seen, account: Account) => {
  const time = await median(account, typed === 'right' ? password : 'wrong')
  const words = answer.filter((word) => word !== null).join(' ')
  lines.push(
    [name, typed, words, `${hashes} hash`, `${time.toFixed(0)} ms`, audit.join(' + ') || 'no entry'].join(' | '),
  )
}
afterAll(() => {
  process.stdout.write(
    `sign-in probes: account | password | what is told | work | median of 5 | audit entry (${lines.length})\n  ${lines.join('\n  ')}\n`,
  )
})

describe('a probe of the sign-in form', () => {
  it('A1: with a wrong password tells the same of every account, and of none, with the same work', async () => {
    for (const [name, account] of Object.entries(accounts)) {
      const seen = await probe(account, 'wrong')
      const audit = ['sign_in.refused incorrect_user_or_password e-mail']
      expect(seen, name).toEqual({ answer: wrong, hashes: 1, audit })
      await print(name, 'wrong', seen, account)
    }
  })

  it('A1: tells the state of an account only after its right password, and writes it down', async () => {
    const reasons: Record<string, string> = {
      error_user_or_password: 'incorrect_user_or_password',
      not_found_companies: 'user_without_company',
      user_disable: 'user_deactivated',
      blocked: 'user_blocked',
      inactive: 'user_inactive',
      domain_not_allowed: 'no_access_domain',
      ip_not_allowed: 'ip_no_allowed',
      horario_not_allowed: 'hours_no_allowed',
      finish_test: 'trial_period',
      maitenance: 'maintenance',
    }
    for (const [name, account] of Object.entries(accounts)) {
      const seen = await probe(account, password)
      const [, status] = account.right
      const reason = reasons[status]
      // A further step is no refusal, and no session has begun.
      const audit = reason ? [`sign_in.refused ${reason} e-mail`] : status === 'success' ? ['sign_in.done person'] : []
      expect(seen, name).toEqual({ answer: account.right, hashes: 1, audit })
      await print(name, 'right', seen, account)
    }
  })

  it('A2: after ten attempts tells known and unknown accounts the same, without a hash and without an entry', async () => {
    const answers: SeenAnswer[] = []
    for (const name of ['unknown address', 'in order', 'blocked', 'single sign-on', 'second factor']) {
      const account = { ...(accounts[name] ?? { email: '', right: wrong }), from: '10.99.0.1' }
      await portal.platform((db) => db.deleteFrom('sign_in_attempts').execute())
      for (let tries = 0; tries < 10; tries++) expect((await attempt(account, 'wrong')).answer).toEqual(wrong)
      const known = (await entries()).length
      const { answer: said, hashes } = await attempt(account, password)
      expect([name, said[0], said[1], hashes]).toEqual([name, 429, 'throttled', 0])
      expect((await entries()).length, name).toBe(known)
      answers.push(said)
      lines.push([name, 'the eleventh', said.join(' '), '0 hash', '', 'no entry'].join(' | '))
    }
    expect(new Set(answers.map((said) => JSON.stringify(said))).size).toBe(1)
  })

  it('A3: of another shape or host is refused before any hash, whatever the account', async () => {
    const { email } = people.userOfNorte
    const shapes: [name: string, account: Account, typed: string, answer: SeenAnswer][] = [
      [
        'two megabytes',
        { email, right: wrong },
        'x'.repeat(2_000_000),
        [413, 'too_large', 'That is larger than we can take.'],
      ],
      ['no address', { email: 'nobody', right: wrong }, password, [400, 'invalid', 'Some fields need your attention.']],
      [
        'unknown host',
        { email, host: 'quokka.localhost', right: wrong },
        password,
        [404, 'domain_notfound', 'This address does not belong to any business unit.'],
      ],
    ]
    for (const [name, account, typed, expected] of shapes) {
      const seen = await probe(account, typed)
      expect(seen, name).toEqual({ answer: expected, hashes: 0, audit: [] })
      lines.push([name, 'any', seen.answer.join(' '), '0 hash', '', 'no entry'].join(' | '))
    }
  })
})
