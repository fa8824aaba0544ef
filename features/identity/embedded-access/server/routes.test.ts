// Tests of embedded access: who may sign in, how every wrong token is answered, what the session may call, and how it ends.
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { pathOfCall } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people, type Person, tenants } from '#testing/world.ts'
import { listAllReports } from '#features/home/shelves/contract.ts'
import { readConfig, refreshToken } from '#features/identity/sessions/contract.ts'
import { readSettings, readWhitelist, updateSettings } from '#features/organisation/settings/contract.ts'
import { probes, routes } from '#apps/server/testing/probes.ts'
import { embeddedLogin } from '../contract.ts'
import { claimsFor, header, signed } from '#testing/embedded-tokens.ts'

const portal = testPortal()
const host = 'norte.localhost'
const user = people.userOfNorte
const masterInSul: Person = { ...people.masterOfAlfa, host: 'sul.localhost' }

const version = async (who: Person) => (await portal.as(who).ask(readSettings, {})).body.version
const set = async (change: object, who = masterInNorte) =>
  portal.as(who).ask(updateSettings, { version: await version(who), ...change })
const newSecret = async (who = masterInNorte) =>
  (await set({ token_embedded: 'rotate' }, who)).body.token_embedded ?? ''

const logIn = (token: string, at = host) => portal.as({ token: null, host: at }).ask(embeddedLogin, { token })
const rightToken = (changed: object = {}) => signed(claimsFor(user.email, host, changed), secret)
const sessionOf = async (token = rightToken()) => {
  const { status, body } = await logIn(token)
  expect(status).toBe(200)
  return portal.as({ token: body.token, host })
}
const lastRefusal = () =>
  portal.platform(async (db) => {
    const { rows } = await sql<{ changes: Record<string, [unknown, unknown]> }>`
      select changes from audit_entries where event = 'sign_in.refused' order by at desc, id desc limit 1`.execute(db)
    return rows[0]?.changes
  })

let secret = ''
let secretOfSul = ''
let oldSecret = ''
beforeAll(async () => {
  for (const who of [masterInNorte, masterInSul]) await set({ enable_embedded: 'S' }, who)
  oldSecret = await newSecret()
  secret = await newSecret()
  secretOfSul = await newSecret(masterInSul)
})

describe('embedded access', () => {
  it('E4: begins the session of a person of the business unit, at the report that the token names', async () => {
    const plain = await logIn(rightToken())
    expect(plain.body).toMatchObject({
      status: 'success',
      user: { email: user.email, auth_type: 'embedded' },
      tenant_id: tenants.norte.id,
      intended: '/embedded/reports',
      device: null,
      domain: host,
    })
    const report = randomUUID()
    const named = await logIn(rightToken({ report, page: 'Página & 1' }))
    expect(named.body.intended).toBe(`/embedded/reports/${report}?page=P%C3%A1gina+%26+1`)
    const upper = await logIn(signed(claimsFor(` ${user.email.toUpperCase()}`, host), secret))
    expect(upper.status).toBe(200)
    const { body } = await (await sessionOf()).ask(readConfig, {})
    expect(body.can).toEqual(['session.use', 'report.open', 'report.view_log', 'user_term.accept'])
  })

  it('Z3: the secret is shown once, by the change that makes it, and is stored sealed', async () => {
    const admin = portal.as('adminOfNorte')
    const { raw } = await admin.ask(readSettings, {})
    expect(raw).toMatchObject({ enable_embedded: 'S', token_embedded: null, token_embedded_at: expect.any(String) })
    const storedSecret = await portal.platform((db) =>
      db.selectFrom('settings').select('embedded_secret_sealed').where('tenant_id', '=', tenants.norte.id).executeTakeFirstOrThrow(),
    ) // prettier-ignore
    expect(storedSecret.embedded_secret_sealed?.includes(secret)).toBe(false)
    const trail = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('event', '=', 'settings.updated').execute(),
    )
    expect(JSON.stringify(trail)).not.toContain(secret)
    expect(JSON.stringify(trail)).toContain('embedded_secret')
  })

  it('Z2: only staff switch it on; administrators keep the origins and the secret while it is on', async () => {
    const admin = people.adminOfNorte
    expect((await set({ enable_embedded: 'N' }, admin)).status).toBe(403)
    expect((await set({ domains_embedded_whitelist: ['https://erp.norte.example'] }, admin)).status).toBe(200)
    expect((await set({ token_embedded: 'rotate' }, people.userOfNorte).catch(() => ({ status: 403 }))).status).toBe(
      403,
    )
    const adminOfLeste = people.adminOfLeste
    expect((await set({ domains_embedded_whitelist: ['https://a.example'] }, adminOfLeste)).status).toBe(403)
    expect((await set({ token_embedded: 'rotate' }, adminOfLeste)).status).toBe(403)
  })

  it('E4: stores origins only: whole addresses are cut, everything else is refused', async () => {
    const stored = async (entry: string) => {
      const { status } = await set({ domains_embedded_whitelist: [entry] })
      return status === 200 ? (await portal.as(masterInNorte).ask(readSettings, {})).body.embedded_origins[0] : status
    }
    expect(await stored('https://ERP.Norte.example/')).toBe('https://erp.norte.example')
    expect(await stored('https://erp.norte.example:443')).toBe('https://erp.norte.example')
    expect(await stored('http://LOCALHOST:80/')).toBe('http://localhost')
    expect(await stored('http://localhost:3000')).toBe('http://localhost:3000')
    const wrong = [
      '*', 'https://ação.example', 'https://a.example//', 'https://*', 'https://*.norte.example', "'self'", 'https:', 'null', 'http://erp.norte.example', 'javascript:alert(1)', 'data:text/html,x',
      'https://erp.norte.example/path', 'https://a:b@erp.norte.example', 'https://erp.norte.example?x', 'https://a.example https://b.example',
      'https://a.example;script-src *', "https://a.example,https://b.example", 'https://a.example\nx: y', 'file:///etc', 'blob:https://a.example', '',
    ] // prettier-ignore
    for (const entry of wrong) expect(await stored(entry), JSON.stringify(entry)).toBe(400)
  })

  it('T1: the list of a host is read by its own business unit only', async () => {
    await set({ domains_embedded_whitelist: ['https://erp.norte.example'] })
    const { raw } = await portal.as('adminOfNorte').ask(readWhitelist, { domain_id: tenants.norte.id })
    expect(raw).toEqual({
      domain_id: tenants.norte.id,
      enable_embedded: 'S',
      domains_embedded_whitelist: ['https://erp.norte.example'],
    })
    expect((await portal.as('adminOfNorte').ask(readWhitelist, { domain_id: tenants.sul.id })).status).toBe(404)
    expect((await portal.as('userOfNorte').ask(readWhitelist, { domain_id: tenants.norte.id })).status).toBe(403)
  })

  it('Z5: does not end sessions of the portal, however many pages are opened', async () => {
    const ordinary = portal.as({ token: await portal.tokenOf(user), host })
    for (let opened = 0; opened < 55; opened++) expect((await logIn(rightToken())).status).toBe(200)
    expect((await ordinary.ask(readConfig, {})).status).toBe(200)
  })
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const now = () => Math.floor(Date.now() / 1000)
const claims = (changed: object = {}, left: string[] = []) => claimsFor(user.email, host, changed, left)
const right = (changed: object = {}, left: string[] = []) => signed(claims(changed, left), secret)
const withHead = (head: object, key = secret, digest = 'sha256') => signed(claims(), key, head, digest)
const parts = (token: string) => token.split('.') as [string, string, string]
const rsaSigned = (head: object) => {
  const content = `${encode(head)}.${encode(claims())}`
  return `${content}.${sign('sha256', Buffer.from(content), rsa.privateKey).toString('base64url')}`
}
const ecSigned = () => {
  const content = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims())}`
  return `${content}.${sign('sha256', Buffer.from(content), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
const unsigned = (alg: string) => `${encode({ alg, typ: 'JWT' })}.${encode(claims())}.`
const altered = (token: string, change: (claims: Record<string, unknown>) => object) => {
  const [head, body, signature] = parts(token)
  return `${head}.${encode(change(JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>))}.${signature}`
}

/** Every kind of wrong token, with its reason in the audit trail. */
const attacks: [name: string, token: () => string, fault: string][] = [
  ['alg none, no signature', () => unsigned('none'), 'alg'],
  ['alg None', () => unsigned('None'), 'alg'],
  ['alg NONE with the right signature', () => withHead({ alg: 'NONE', typ: 'JWT' }), 'alg'],
  ['alg empty', () => withHead({ alg: '', typ: 'JWT' }), 'form'],
  ['no alg', () => withHead({ typ: 'JWT' }), 'form'],
  ['alg RS256, signed by a foreign key', () => rsaSigned({ alg: 'RS256', typ: 'JWT' }), 'alg'],
  ['alg HS256, signed with a public key as the secret', () => withHead(header, publicPem), 'signature'],
  ['alg HS256 over an RSA signature', () => rsaSigned(header), 'signature'],
  ['alg RS256 over the right HMAC', () => withHead({ alg: 'RS256', typ: 'JWT' }), 'alg'],
  ['alg ES256', ecSigned, 'alg'],
  ['alg HS384 with the right secret', () => withHead({ alg: 'HS384', typ: 'JWT' }, secret, 'sha384'), 'alg'],
  ['alg HS512 with the right secret', () => withHead({ alg: 'HS512', typ: 'JWT' }, secret, 'sha512'), 'alg'],
  ['alg hs256 in lower case', () => withHead({ alg: 'hs256', typ: 'JWT' }), 'alg'],
  ['two algorithms', () => withHead({ alg: ['HS256', 'none'], typ: 'JWT' }), 'form'],
  ['empty secret', () => signed(claims(), ''), 'signature'],
  ['wrong secret', () => signed(claims(), randomBytes(32).toString('base64url')), 'signature'],
  ['the bytes of the secret instead of its text', () => signed(claims(), Buffer.from(secret, 'base64url').toString('latin1')), 'signature'],
  ['the secret before the rotation', () => signed(claims(), oldSecret), 'signature'],
  ['the secret of another business unit', () => signed(claims(), secretOfSul), 'signature'],
  ['empty signature', () => `${parts(right()).slice(0, 2).join('.')}.`, 'signature'],
  ['signature cut by one sign', () => right().slice(0, -1), 'signature'],
  ['signature of another token', () => `${parts(right()).slice(0, 2).join('.')}.${parts(right())[2]}`, 'signature'],
  ['person replaced after signing', () => altered(right(), (claims) => ({ ...claims, sub: people.adminOfNorte.email })), 'signature'],
  ['header kid with a path', () => withHead({ ...header, kid: '../../../dev/null' }), 'header'],
  ['header kid with SQL', () => withHead({ ...header, kid: "' union select 'x" }), 'header'],
  ['header jku', () => withHead({ ...header, jku: 'https://evil.example/keys' }), 'header'],
  ['header jwk with an own key', () => withHead({ ...header, jwk: { kty: 'oct', k: 'AA' } }), 'header'],
  ['header crit', () => withHead({ ...header, crit: ['exp'] }), 'form'],
  ['header typ of an access token', () => withHead({ alg: 'HS256', typ: 'at+jwt' }), 'header'],
  ['header b64 false', () => withHead({ ...header, b64: false, crit: ['b64'] }), 'form'],
  ['aud of another host', () => right({ aud: 'sul.localhost' }), 'aud'],
  ['aud of the platform', () => right({ aud: 'localhost' }), 'aud'],
  ['aud with a last dot', () => right({ aud: 'norte.localhost.' }), 'aud'],
  ['aud as an address', () => right({ aud: 'https://norte.localhost' }), 'aud'],
  ['aud as a list of two hosts', () => right({ aud: [host, 'sul.localhost'] }), 'aud'],
  ['no aud', () => right({}, ['aud']), 'aud'],
  ['exp more than five minutes ahead', () => right({ exp: now() + 320 }), 'exp'],
  ['exp ten years ahead', () => right({ exp: now() + 315_360_000 }), 'exp'],
  ['exp five minutes after an iat that is ahead', () => right({ iat: now() + 50, exp: now() + 345 }), 'exp'],
  ['exp past', () => right({ iat: now() - 200, exp: now() - 1 }), 'exp'],
  ['exp as text', () => right({ exp: String(now() + 60) }), 'exp'],
  ['exp infinite', () => signed(`{"sub":"${user.email}","aud":"${host}","jti":"${randomUUID()}","iat":${now()},"exp":1e999}`, secret), 'exp'],
  ['exp with a fraction', () => right({ exp: now() + 60.5 }), 'exp'],
  ['no exp', () => right({}, ['exp']), 'exp'],
  ['no iat', () => right({}, ['iat']), 'iat'],
  ['iat far ahead', () => right({ iat: now() + 90, exp: now() + 100 }), 'iat'],
  ['a token that lives an hour, near its end', () => right({ iat: now() - 3_500, exp: now() + 100 }), 'exp'],
  ['nbf ahead', () => right({ nbf: now() + 60 }), 'nbf'],
  ['no jti', () => right({}, ['jti']), 'jti'],
  ['jti empty', () => right({ jti: '' }), 'jti'],
  ['jti of 129 signs', () => right({ jti: 'x'.repeat(129) }), 'jti'],
  ['jti as a number', () => right({ jti: 12_345_678_901 }), 'jti'],
  ['jti with NUL', () => right({ jti: 'a\0bcdefghij' }), 'jti'],
  ['no sub', () => right({}, ['sub']), 'sub'],
  ['sub is no e-mail', () => right({ sub: user.id }), 'sub'],
  ['sub is a list', () => right({ sub: [user.email] }), 'sub'],
  ['report is no id', () => right({ report: '../settings' }), 'report'],
  ['claims are a list', () => signed([claims()], secret), 'form'],
  ['claims are a text', () => signed('"x"', secret), 'form'],
  ['claims are no JSON', () => signed('{"sub":', secret), 'form'],
  ['two parts', () => parts(right()).slice(0, 2).join('.'), 'form'],
  ['five parts', () => `${right()}.a.b`, 'form'],
  ['an encrypted token', () => `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA`, 'form'],
  ['the token of a session', () => randomBytes(32).toString('base64url'), 'form'],
  ['empty', () => '', 'form'],
  ['dots only', () => '..', 'form'],
] // prettier-ignore

describe('attacks on the token', () => {
  const printed: string[] = []
  it.each(attacks)('A7, E4: %s is refused', async (name, make, fault) => {
    const { status, raw } = await logIn(make())
    printed.push(`${String(status)} ${fault}  ${name}`)
    // All faults have the same answer, which tells nothing about the token.
    expect([status, raw.key]).toEqual([401, 'company_login_error'])
    expect(await lastRefusal()).toMatchObject({ fault: [null, fault], way: [null, 'embedded'] })
  })

  it.each([
    ['4 kB', 4_096, 400],
    ['40 kB', 40_000, 400],
    ['100 kB', 100_000, 413],
    ['1 MB', 1_200_000, 413],
  ])('V5: a token of more than %s is refused before it is read', async (size, length, expected) => {
    const before = await lastRefusal()
    const { status } = await logIn(right({ more: 'x'.repeat(length) }))
    printed.push(`${String(status)} length  a token of more than ${size}`)
    expect([status, await lastRefusal()]).toEqual([expected, before])
  })

  it('A7: positive control, and the table of all attacks', async () => {
    for (const head of [header, { alg: 'HS256' }]) expect((await logIn(withHead(head))).status).toBe(200)
    for (const good of [{ exp: now() + 299 }, { iat: now() + 50, exp: now() + 200 }, { nbf: now() - 5 }])
      expect((await logIn(right(good))).status).toBe(200)
    process.stdout.write(`embedded access, ${String(printed.length)} wrong tokens:\n  ${printed.join('\n  ')}\n`)
    expect(printed).toHaveLength(attacks.length + 4)
  })

  it('E3: a token is valid once, one after the other and twenty at the same moment', async () => {
    const serial = right()
    expect([(await logIn(serial)).status, (await logIn(serial)).status]).toEqual([200, 401])
    const parallel = right()
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(parallel)))
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
    // Another token with a used `jti` is refused as a used one.
    const again = right({ jti: 'the same id again' })
    expect([(await logIn(again)).status, (await logIn(right({ jti: 'the same id again' }))).status]).toEqual([200, 401])
    // Each business unit counts `jti` separately, so the same one is accepted at another unit.
    const there = signed(claimsFor(people.userOfSul.email, 'sul.localhost', { jti: 'the same id again' }), secretOfSul)
    expect((await logIn(there, 'sul.localhost')).status).toBe(200)
  })

  it('E3: reading the address does not use the token', async () => {
    const token = right()
    for (const method of ['GET', 'HEAD'])
      await portal.as({ token: null, host }).send({ method, url: `/embedded/${token}` })
    expect(
      (await portal.as({ token: null, host }).send({ method: 'GET', url: `/api/embedded/login?token=${token}` }))
        .status,
    ).toBe(405)
    expect((await logIn(token)).status).toBe(200)
  })

  it('T5: a token opens nothing at another host', async () => {
    for (const other of ['sul.localhost', 'leste.localhost', 'alfa.localhost', 'localhost', 'nowhere.localhost'])
      expect((await logIn(right(), other)).status, other).toBe(401)
    // Leste does not allow embedded access: even a token signed with its secret is refused.
    const leste = signed(claimsFor(people.userOfLeste.email, 'leste.localhost'), secret)
    expect((await logIn(leste, 'leste.localhost')).status).toBe(401)
  })

  it('leaves nothing in the audit trail of a business unit without embedded access', async () => {
    const refusalsOf = (tenant_id: string) =>
      portal.platform(async (db) => {
        const entries = await db
          .selectFrom('audit_entries')
          .select('id')
          .where('event', '=', 'sign_in.refused')
          .where('tenant_id', '=', tenant_id)
          .execute()
        return entries.length
      })
    const [leste, norte] = [await refusalsOf(tenants.leste.id), await refusalsOf(tenants.norte.id)]
    for (const at of ['leste.localhost', 'leste.localhost', host])
      expect((await logIn('no token', at)).status).toBe(401)
    expect([await refusalsOf(tenants.leste.id), await refusalsOf(tenants.norte.id)]).toEqual([leste, norte + 1])
  })

  it('A10: a page of another origin cannot send the token', async () => {
    const headers = { origin: 'https://evil.example' }
    const { status } = await portal
      .as({ token: null, host })
      .send({ method: 'POST', url: '/api/embedded/login', body: { token: right() }, headers })
    expect(status).toBe(403)
  })
})

describe('people who do not get in', () => {
  const of = (sub: string) => signed(claimsFor(sub, host), secret)
  const outcome = async (sub: string) => {
    const { status, raw } = await logIn(of(sub))
    return [status, raw.status]
  }
  const member = (values: object) =>
    portal.platform((db) => db.updateTable('memberships').set(values).where('user_id', '=', user.id).execute())

  it.each([
    ['an unknown person', 'nobody@example.com'],
    ['a person of a sister unit', people.userOfSul.email],
    ['a person of another partner', people.userOfLeste.email],
    ['a master', people.masterOfAlfa.email],
    ['the platform’s staff', people.platform.email],
  ])('Z1, T1: %s', async (_, email) => {
    expect(await outcome(email)).toEqual([403, 'not_found_companies'])
  })

  it.each([
    ['blocked', 'B', 'blocked'],
    ['inactive', 'I', 'inactive'],
    ['deactivated', 'D', 'user_disable'],
  ])('Z1: a person who is %s', async (_, state, word) => {
    await member({ state })
    expect(await outcome(user.email)).toEqual([403, word])
    await member({ state: 'A' })
    expect((await outcome(user.email))[0]).toBe(200)
  })

  it('A8, A9: an address or an hour that is refused', async () => {
    await portal.platform((db) =>
      sql`update settings set allowed_addresses = '{203.0.113.0/24}' where tenant_id = ${tenants.norte.id}`.execute(db),
    )
    expect(await outcome(user.email)).toEqual([403, 'ip_not_allowed'])
    await portal.platform((db) =>
      sql`update settings set allowed_addresses = '{}' where tenant_id = ${tenants.norte.id}`.execute(db),
    )
    const shift_id = await portal.platform(async (db) => {
      const { id } = await db.insertInto('shifts').values({ tenant_id: tenants.norte.id, name: 'Nunca' }).returning('id').executeTakeFirstOrThrow()
      return id
    }) // prettier-ignore
    await member({ shift_id })
    expect(await outcome(user.email)).toEqual([403, 'horario_not_allowed'])
    await member({ shift_id: null })
  })

  it('Z1: a trial that has ended, and maintenance', async () => {
    const tenant = (values: object) =>
      portal.platform((db) => db.updateTable('tenants').set(values).where('id', '=', tenants.norte.id).execute())
    await member({ state: 'T' })
    await tenant({ trial_ends: '2020-01-01' })
    expect((await outcome(user.email))[1]).toBe('finish_test')
    await tenant({ trial_ends: null })
    await member({ state: 'A' })
    await tenant({ maintenance: true })
    expect(await outcome(user.email)).toEqual([503, 'maitenance'])
    await tenant({ maintenance: false })
    expect((await outcome(user.email))[0]).toBe(200)
  })
})

describe('the session of an embedded page', () => {
  it('A7, Z1: may read reports and nothing else, whatever the profile of the person is: every call of the portal', async () => {
    const table: string[] = []
    const wrong: string[] = []
    for (const sub of [user.email, people.adminOfNorte.email]) {
      const { body } = await logIn(signed(claimsFor(sub, host), secret))
      const asker = portal.as({ token: body.token, host })
      for (const { call } of routes) {
        if (call.access === 'anyone' || call.http.takes === 'scim') continue
        const isAllowed = ['session.use', 'report.open', 'report.view_log', 'user_term.accept'].includes(call.access)
        const { status, raw } = await asker.send({
          method: call.method,
          url: pathOfCall(call),
          ...(call.method === 'GET' || call.method === 'DELETE' ? {} : { body: {} }),
        })
        table.push(
          `${String(status)} ${isAllowed ? 'allowed' : 'refused'}  ${call.method} ${call.path} (${call.access})`,
        )
        const isRight = isAllowed ? ![401, 403, 500].includes(status) : status === 403 && raw.status === 'no_access'
        if (!isRight) wrong.push(table.at(-1) ?? '')
      }
      expect((await asker.ask(readConfig, {})).status).toBe(200)
    }
    process.stdout.write(`embedded sessions, ${String(table.length)} calls:\n  ${table.join('\n  ')}\n`)
    expect(wrong).toEqual([])
    expect(table.length).toBeGreaterThanOrEqual(Object.keys(probes).length * 2)
  })

  it('Z1: names no other business unit of the person', async () => {
    await portal.platform((db) =>
      db.insertInto('memberships').values({ tenant_id: tenants.sul.id, user_id: user.id }).execute(),
    )
    const { body } = await (await sessionOf()).ask(readConfig, {})
    expect(body.companies.map(({ name }) => name)).toEqual(['Norte'])
    const { body: whole } = await portal.as(user).ask(readConfig, {})
    expect(whole.companies.map(({ name }) => name)).toEqual(['Norte', 'Sul'])
  })

  const rotate = async () => {
    const before = secret
    secret = await newSecret()
    expect(secret).toMatch(/^[\w-]{40,}$/)
    expect(secret).not.toBe(before)
  }
  const enable = async (enable_embedded: 'S' | 'N') => {
    expect((await set({ enable_embedded })).status).toBe(200)
    expect((await portal.as(masterInNorte).ask(readSettings, {})).raw).toMatchObject({ enable_embedded })
  }
  const ends: [name: string, change: () => Promise<void>, back: () => Promise<void>][] = [
    ['the secret is rotated', rotate, async () => undefined],
    ['embedded access is switched off', () => enable('N'), () => enable('S')],
  ]
  it.each(ends)('A6: ends within a second when %s, and renewal does not bring it back', async (name, change, back) => {
    const asker = await sessionOf()
    const ordinary = portal.as({ token: await portal.tokenOf(user), host })
    expect((await asker.ask(listAllReports, {})).status).toBe(200)
    await change()
    const started = performance.now()
    const { status, raw } = await asker.ask(listAllReports, {})
    process.stdout.write(
      `A6: ${name}: refused ${String(Math.round(performance.now() - started))} ms after the change\n`,
    )
    expect([status, raw.status]).toEqual([401, 'unauthorized'])
    expect((await asker.ask(refreshToken, {})).status).toBe(401)
    expect((await ordinary.ask(readConfig, {})).status).toBe(200)
    await back()
    expect((await asker.ask(listAllReports, {})).status).toBe(401)
    expect((await logIn(rightToken())).status).toBe(200)
  })

  it('A6: ends when the settings row changes between the check of the token and the session', async () => {
    // Runs twenty sign-ins while the secret is rotated: none of their sessions stays open.
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => logIn(rightToken()))),
      newSecret().then((made) => (secret = made)),
    ])
    const living = await Promise.all(
      answers.filter(({ status }) => status === 200).map(({ body }) => portal.as({ token: body.token, host }).ask(readConfig, {})),
    ) // prettier-ignore
    expect(living.map(({ status }) => status).filter((status) => status === 200)).toEqual([])
  })

  it('Z3: a secret sealed anew with another APP_SECRET ends no session', async () => {
    const asker = await sessionOf()
    await portal.platform((db) =>
      sql`update settings set embedded_secret_sealed = embedded_secret_sealed || '' where tenant_id = ${tenants.norte.id}`.execute(
        db,
      ),
    )
    expect((await asker.ask(readConfig, {})).status).toBe(200)
  })
})
