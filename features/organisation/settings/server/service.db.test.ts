import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listMails, readMail, sendTestMail } from '#features/messaging/outbox/contract.ts'
import { readConfig } from '#platform/server/config.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { mailJobs } from '#platform/server/mail/send-mail.ts'
import { createMailing, senderFromUrl } from '#platform/server/mail/senders.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { makeCertificate } from '#testing/certificate.ts'
import { testWorker } from '#testing/jobs.ts'
import { type TestMailServer, testMailServer } from '#testing/mail-server.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { proveSender, readSettings, sendSenderCode, testSender, updateSettings } from '../contract.ts'

const portal = testPortal({ config: { mailPrivateHosts: true } })
const strict = testPortal()
const atRelay = await testMailServer()
const relay = { url: `smtp://portal:right@127.0.0.1:${atRelay.port}`, from: 'portal@vitrine.example' }
const relayed = testPortal({ config: { mailPrivateHosts: true, mail: relay } })
afterAll(() => atRelay.close())
const earnest = testPortal({ config: { mailPrivateHosts: true, demoWorld: false } })
const admin = () => portal.as('adminOfNorte')
const own = people.adminOfNorte.email
/** These mails have no attachments, so the folder is never made. */
const noFiles = diskStorage('/nonexistent')
const soon = { timeout: 20_000, interval: 50 }

const trusted = makeCertificate('localhost')
const unknown = makeCertificate('localhost')
const ofAnother = makeCertificate('mail.example.com')

const closing: (() => Promise<void>)[] = []
beforeAll(() => setDefaultCACertificates([...getCACertificates(), trusted.cert, ofAnother.cert]))
afterAll(() => setDefaultCACertificates(getCACertificates('bundled')))
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await save(null)
  await portal.platform((db) => db.deleteFrom('mails').execute())
  await forgetBudgets()
})

async function server(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const made = await testMailServer(options)
  closing.push(made.close)
  return made
}

const encrypted = (certificate: { key: string; cert: string }): SMTPServerOptions => ({
  ...certificate,
  allowInsecureAuth: false,
  disabledCommands: [],
})

const mailServer = (port: number, protocol: 'smtp' | 'starttls' | 'smtps' = 'smtp') => ({
  name: 'Norte',
  email: 'avisos@norte.example',
  host: 'localhost',
  port,
  protocol,
  user: 'portal',
  password: 'right',
})

type Sent = Omit<ReturnType<typeof mailServer>, 'password'> & { password?: string }

async function save(sender: Sent | null) {
  const { body } = await admin().ask(readSettings, {})
  return admin().ask(updateSettings, { version: body.version, sender })
}

const forgetBudgets = () => portal.platform((db) => db.deleteFrom('sender_budgets').execute())

/** Makes all counted attempts older by `time`, as if that time had passed. */
const passTime = (time: '1 hour' | '1 day') =>
  portal.platform((db) =>
    db
      .updateTable('sender_budgets')
      .set({ used_at: sql<Date>`used_at - ${time}::interval` })
      .execute(),
  )

const verifySender = () =>
  portal.platform((db) => db.updateTable('mail_senders').set({ proven_at: new Date() }).execute())

const statesOf = (steps: { step: string; state: string }[]) => steps.map(({ step, state }) => `${step} ${state}`)

describe('the sender of a business unit', () => {
  it('Z3: its password is encrypted, never in an answer, and masked in the audit trail', async () => {
    expect((await admin().ask(readSettings, {})).raw['sender']).toBeNull()
    expect((await save({ ...mailServer(2525), password: 'a-very-secret-word' })).status).toBe(200)
    const { raw } = await admin().ask(readSettings, {})
    expect(raw['sender']).toEqual({
      name: 'Norte',
      email: 'avisos@norte.example',
      host: 'localhost',
      port: 2525,
      protocol: 'smtp',
      user: 'portal',
      password: null,
      password_set: 'S',
      proven: 'N',
    })
    const [row, entries] = await portal.platform((db) =>
      Promise.all([
        db.selectFrom('mail_senders').selectAll().executeTakeFirstOrThrow(),
        db.selectFrom('audit_entries').selectAll().where('event', '=', 'settings.updated').execute(),
      ]),
    )
    expect(row.password_sealed?.toString('latin1')).not.toContain('secret')
    expect(entries.at(-1)?.changes).toMatchObject({ sender_port: [null, 2525], sender_password: ['•', '•'] })
    expect(JSON.stringify([raw, entries])).not.toContain('a-very-secret-word')
    expect((await portal.as('adminOfSul').ask(readSettings, {})).raw['sender']).toBeNull()
    expect((await portal.as('userOfNorte').ask(testSender, mailServer(2525))).status).toBe(403)
  })

  it('Z3: a stored password is never used for another server, port, protocol or user', async () => {
    await save(mailServer(2525))
    const { password: _, ...sender } = mailServer(2525)
    for (const change of [
      { host: 'elsewhere.example' },
      { port: 25 },
      { protocol: 'smtps' as const },
      { user: 'other' },
    ]) {
      const stored = await save({ ...sender, ...change })
      const tried = await admin().ask(testSender, { ...sender, ...change })
      for (const { status, raw } of [stored, tried]) {
        expect([status, Object.keys(raw['errors'] as object)], JSON.stringify(change)).toEqual([
          400,
          ['sender_password'],
        ])
      }
    }
    expect((await save({ ...sender, name: 'Norte Avisos' })).status).toBe(200)
    expect((await admin().ask(readSettings, {})).body.sender).toMatchObject({
      name: 'Norte Avisos',
      password_set: true,
    })
    expect((await save({ ...sender, user: '' })).status).toBe(200)
    expect((await admin().ask(readSettings, {})).body.sender).toMatchObject({ user: null, password_set: false })
  })

  it('a business unit’s mails use its own sender, all others the platform’s; a refused mail is not sent again by the other', async () => {
    const [ofNorte, ofPlatform] = [await server(), await server()]
    await save(mailServer(ofNorte.port))
    await verifySender()
    await admin().ask(sendTestMail, {})
    await portal.as('adminOfSul').ask(sendTestMail, {})
    const mailing = createMailing({
      secrets: createSecrets(readConfig({ NODE_ENV: 'test' }).appSecret),
      platformSender: senderFromUrl(`smtp://portal:right@127.0.0.1:${ofPlatform.port}`, 'portal@vitrine.example'),
      privateHosts: true,
    })
    closing.push((await testWorker(portal.databaseUrl, mailJobs(mailing, noFiles))).close)
    await vi.waitFor(() => expect([ofNorte.taken.length, ofPlatform.taken.length]).toEqual([1, 1]), soon)
    expect(ofNorte.taken[0]).toMatchObject({ from: 'avisos@norte.example', to: [own] })
    expect(ofPlatform.taken[0]).toMatchObject({ from: 'portal@vitrine.example', to: [people.adminOfSul.email] })

    // A mail that the unit's own server refuses permanently is not sent through the platform's server.
    ofNorte.answer = () => ({ code: 550, text: 'no' })
    await admin().ask(sendTestMail, {})
    const failed = () =>
      portal.platform((db) =>
        db.selectFrom('mails').select(['tenant_id', 'last_error']).where('state', '=', 'failed').execute(),
      )
    await vi.waitFor(async () => expect(await failed()).toHaveLength(1), soon)
    expect(await failed()).toEqual([{ tenant_id: tenants.norte.id, last_error: 'accept 550: EMESSAGE' }])
    expect(ofPlatform.taken).toHaveLength(1)
  })
})

describe('the address of a sender', () => {
  const isProven = async () => (await admin().ask(readSettings, {})).body.sender?.proven
  const codeIn = ({ raw }: { raw: string }) => /^(\d{4} \d{4})\r?$/m.exec(raw)?.[1] ?? ''
  const prove = (code: string) => admin().ask(proveSender, { code })

  it('U7: is verified with a mailed code, and used from then on', async () => {
    const { port, taken } = await server()
    await save(mailServer(port))
    expect(await isProven()).toBe(false)
    expect((await admin().ask(sendTestMail, {})).raw['sends']).toBe('N')
    const sent = await admin().ask(sendSenderCode, {})
    expect(sent.body).toMatchObject({ status: true, address: 'avisos@norte.example', via: 'own', in_outbox: false })
    expect(taken).toMatchObject([{ from: 'avisos@norte.example', to: ['avisos@norte.example'], user: 'portal' }])
    const [mail] = taken
    if (!mail) throw new Error('the code was mailed')
    expect((await prove(codeIn(mail))).status).toBe(200)
    expect(await isProven()).toBe(true)
    expect((await admin().ask(sendTestMail, {})).raw['sends']).toBe('S')
    // A code is valid once, and a verified address needs no new code.
    expect((await prove(codeIn(mail))).status).toBe(400)
    expect((await admin().ask(sendSenderCode, {})).status).toBe(409)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'changes'])
        .where('event', 'in', ['settings.sender_code_sent', 'settings.sender_proven'])
        .orderBy('id')
        .execute(),
    )
    expect(entries).toMatchObject([
      { event: 'settings.sender_code_sent', changes: { sender_email: [null, 'avisos@norte.example'] } },
      { event: 'settings.sender_proven', changes: { sender_email: [null, 'avisos@norte.example'] } },
    ])
    expect(JSON.stringify(entries)).not.toContain(codeIn(mail))
  })

  it('reports the failed step of the own server; only the demo world shows the code in the outbox', async () => {
    const { port, close } = await testMailServer()
    await close()
    const portals = [
      [earnest, false],
      [portal, true],
    ] as const
    for (const [at, shows] of portals) {
      const asker = at.as('adminOfNorte')
      const { body } = await asker.ask(readSettings, {})
      await asker.ask(updateSettings, { version: body.version, sender: mailServer(port) })
      const sent = await asker.ask(sendSenderCode, {})
      expect(sent.body).toMatchObject({ status: false, via: 'own', code: null, in_outbox: shows })
      expect(statesOf(sent.body.steps).slice(0, 2)).toEqual(['dns passed', 'connect failed'])
      const { body: mails } = await asker.ask(listMails, {})
      expect(mails.data.map(({ to_address }) => to_address)).toEqual(shows ? ['avisos@norte.example'] : [])
    }
    const { body: mails } = await portal.as('adminOfNorte').ask(listMails, {})
    const { body: mail } = await portal.as('adminOfNorte').ask(readMail, { id: mails.data[0]?.id ?? '' })
    const code = codeIn({ raw: mail.body_text ?? '' })
    expect((await portal.as('adminOfNorte').ask(proveSender, { code })).status).toBe(200)
  })

  it('U7: a code is valid for five attempts and a few minutes, until the next code', async () => {
    const { port, taken } = await server()
    await save(mailServer(port))
    const fresh = async () => {
      await admin().ask(sendSenderCode, {})
      return codeIn(taken.at(-1) ?? { raw: '' })
    }
    const wrong = (code: string) => (code === '0000 0000' ? '0000 0001' : '0000 0000')
    const first = await fresh()
    for (let turn = 0; turn < 5; turn += 1) expect((await prove(wrong(first))).status).toBe(400)
    expect((await prove(first)).status).toBe(400)
    const second = await fresh()
    await portal.platform((db) =>
      db
        .updateTable('mail_senders')
        .set({ code_expires_at: new Date(0) })
        .execute(),
    )
    expect((await prove(second)).status).toBe(400)
    await forgetBudgets()
    const third = await fresh()
    const fourth = await fresh()
    expect((await prove(third)).status).toBe(400)
    expect((await prove(fourth)).status).toBe(200)
  })

  it('U7: a business unit may mail 3 codes per hour and 10 per day, for all people and addresses together', async () => {
    const { port, taken } = await server()
    const ask = async (email: string) => {
      await save({ ...mailServer(port), email })
      return admin().ask(sendSenderCode, {})
    }
    const statuses = []
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await ask(`victim${turn}@norte.example`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const spent = await portal.as(masterInNorte).ask(sendSenderCode, {})
    expect([spent.status, spent.raw['key']]).toEqual([429, 'sender_codes_spent'])
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(3_000)
    expect(taken).toHaveLength(3)
    for (let hour = 0; hour < 3; hour += 1) {
      await passTime('1 hour')
      for (let turn = 0; turn < 3; turn += 1) await ask(`victim${hour}-${turn}@norte.example`)
    }
    expect(taken).toHaveLength(10)
  })

  it('U7: one mailbox gets at most 5 codes per day from all business units together', async () => {
    const { port, taken } = await server()
    const mailboxes = ['ceo@bank.example', 'CEO@bank.example', 'ceo+1@bank.example']
    for (const who of ['adminOfNorte', 'adminOfSul', 'adminOfLeste'] as const) {
      for (const email of mailboxes) {
        const { body } = await portal.as(who).ask(readSettings, {})
        await portal.as(who).ask(updateSettings, { version: body.version, sender: { ...mailServer(port), email } })
        await portal.as(who).ask(sendSenderCode, {})
      }
    }
    expect(taken).toHaveLength(5)
    for (const who of ['adminOfSul', 'adminOfLeste'] as const) {
      const { body } = await portal.as(who).ask(readSettings, {})
      await portal.as(who).ask(updateSettings, { version: body.version, sender: null })
    }
  })

  it('U7: a business unit has 20 attempts per day, for all codes and addresses together', async () => {
    const { port, taken } = await server()
    const tries = []
    for (let turn = 0; turn < 4; turn += 1) {
      await passTime('1 hour')
      await save({ ...mailServer(port), email: `avisos${turn}@norte.example` })
      await admin().ask(sendSenderCode, {})
      for (let attempt = 0; attempt < 5; attempt += 1) tries.push((await prove('0000 0000')).status)
    }
    expect(new Set(tries)).toEqual(new Set([400]))
    await passTime('1 hour')
    await admin().ask(sendSenderCode, {})
    const spent = await prove(codeIn(taken.at(-1) ?? { raw: '' }))
    expect([spent.status, spent.raw['key']]).toEqual([429, 'sender_tries_spent'])
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(3_600)
    await passTime('1 day')
    await admin().ask(sendSenderCode, {})
    expect((await prove(codeIn(taken.at(-1) ?? { raw: '' }))).status).toBe(200)
  })

  it('U7: another address, host, port or user must be verified again, a name need not; an old code is refused', async () => {
    const { port, taken } = await server()
    const { password: _, ...sender } = mailServer(port)
    const changes: [Partial<Sent>, boolean][] = [
      [{ name: 'Norte Avisos' }, true],
      [{ email: 'ceo@bank.example' }, false],
      [{ host: '127.0.0.1', password: 'right' }, false],
      [{ port: 2525, password: 'right' }, false],
      [{ user: 'other', password: 'right' }, false],
    ]
    for (const [change, stays] of changes) {
      await save(null)
      await save(mailServer(port))
      await verifySender()
      expect((await save({ ...sender, ...change })).status).toBe(200)
      expect(await isProven(), JSON.stringify(change)).toBe(stays)
    }
    await save(mailServer(port))
    await admin().ask(sendSenderCode, {})
    await save({ ...sender, email: 'ceo@bank.example' })
    expect((await prove(codeIn(taken.at(-1) ?? { raw: '' }))).status).toBe(400)
    expect(await isProven()).toBe(false)
  })

  it('U7: before the verification, mails and the code are sent through the platform’s server', async () => {
    const own = await server()
    const at = relayed.as('adminOfNorte')
    const { body } = await at.ask(readSettings, {})
    await at.ask(updateSettings, { version: body.version, sender: mailServer(own.port) })
    const mailing = createMailing({
      secrets: createSecrets(readConfig({ NODE_ENV: 'test' }).appSecret),
      platformSender: senderFromUrl(relay.url, relay.from),
      privateHosts: true,
    })
    closing.push((await testWorker(relayed.databaseUrl, mailJobs(mailing, noFiles))).close)
    await at.ask(sendTestMail, {})
    await vi.waitFor(() => expect(atRelay.taken).toHaveLength(1), soon)
    await at.ask(sendSenderCode, {})
    expect(atRelay.taken).toMatchObject([
      { from: 'portal@vitrine.example', to: [people.adminOfNorte.email] },
      { from: 'portal@vitrine.example', to: ['avisos@norte.example'] },
    ])
    expect(own.taken).toEqual([])
    await at.ask(proveSender, { code: codeIn(atRelay.taken[1] ?? { raw: '' }) })
    await at.ask(sendTestMail, {})
    await vi.waitFor(() => expect(own.taken).toMatchObject([{ from: 'avisos@norte.example' }]), soon)
  })
})

describe('the test of a sender', () => {
  it('sends one mail to the caller over STARTTLS and SMTPS with a trusted certificate', async () => {
    const turning = await server(encrypted(trusted))
    const wrapped = await server({ ...encrypted(trusted), secure: true })
    for (const [{ port, taken }, protocol] of [
      [turning, 'starttls'],
      [wrapped, 'smtps'],
    ] as const) {
      const { body } = await admin().ask(testSender, mailServer(port, protocol))
      expect(body).toMatchObject({ status: true, address: own, code: null })
      expect(statesOf(body.steps)).toEqual([
        'dns passed',
        'connect passed',
        'tls passed',
        'auth passed',
        'accept passed',
      ])
      expect(taken).toMatchObject([{ from: 'avisos@norte.example', to: [own], user: 'portal' }])
    }
  })

  it('sends no credentials to a server with an untrusted or wrong certificate, or without STARTTLS', async () => {
    const usernames: string[] = []
    const listening: SMTPServerOptions = {
      onAuth: ({ username = '' }, _session, done) => {
        usernames.push(username)
        done(null, { user: username })
      },
    }
    const hidden = { ...encrypted(trusted), allowInsecureAuth: true, disabledCommands: ['STARTTLS'] }
    const servers = [
      [await server({ ...encrypted(unknown), ...listening }), 'starttls'],
      [await server({ ...encrypted(unknown), ...listening, secure: true }), 'smtps'],
      [await server({ ...encrypted(ofAnother), ...listening }), 'starttls'],
      [await server({ ...encrypted(ofAnother), ...listening, secure: true }), 'smtps'],
      [await server({ ...hidden, ...listening }), 'starttls'],
    ] as const
    for (const [{ port, taken }, protocol] of servers) {
      const { body } = await admin().ask(testSender, mailServer(port, protocol))
      expect(statesOf(body.steps)).toEqual([
        'dns passed',
        'connect passed',
        'tls failed',
        'auth skipped',
        'accept skipped',
      ])
      expect(taken).toEqual([])
    }
    expect(usernames).toEqual([])
  })

  it('names the failed step: dns, connect, auth or accept', async () => {
    const real = await server()
    const failed = async (sent: Partial<Sent>) => {
      const { body } = await admin().ask(testSender, { ...mailServer(real.port), ...sent })
      return [body.steps.find(({ state }) => state === 'failed')?.step, body.code]
    }
    const closed = await testMailServer()
    await closed.close()
    expect(await failed({ host: 'nowhere.invalid' })).toEqual(['dns', null])
    expect(await failed({ port: closed.port })).toEqual(['connect', null])
    expect(await failed({ password: 'wrong' })).toEqual(['auth', 535])
    real.answer = () => ({ code: 550, text: 'no such user' })
    expect(await failed({})).toEqual(['accept', 550])
    const { changes } = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('changes')
        .where('event', '=', 'settings.sender_tested')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(changes).toMatchObject({ failed_step: [null, 'accept'] })
  })

  it('U5: refuses private addresses and ports other than mail ports', async () => {
    const testMail = (sent: Partial<Sent>) => strict.as('adminOfNorte').ask(testSender, { ...mailServer(25), ...sent })
    for (const host of ['localhost', '127.0.0.1', '10.0.0.1', '169.254.169.254', '2130706433', '::1', '0']) {
      const { body } = await testMail({ host })
      expect(body.steps.find(({ state }) => state === 'failed')?.step, host).toMatch(/connect|dns/)
    }
    const { raw } = await testMail({ host: 'mail.example.com', port: 6379 })
    expect([raw['key'], raw['errors']]).toMatchObject(['invalid', { sender_port: expect.stringContaining('2525') }])
  })

  it('is rate-limited', async () => {
    const more = async () => (await strict.as('adminOfSul').ask(testSender, { ...mailServer(25) })).status
    const statuses = []
    for (let turn = 0; turn < 45; turn++) statuses.push(await more())
    expect(statuses).toContain(429)
  })
})
