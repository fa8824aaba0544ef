import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { type SilentMailServer, type TestMailServer, silentMailServer, testMailServer } from '#testing/mail-server.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, tenants } from '#testing/world.ts'
import { lateMails, mailAttachments } from '#catalogue/limits.ts'
import type { Database } from '../database/kysely.ts'
import { diskStorage } from '../files/disk-storage.ts'
import { filePath, newFilePath } from '../files/file-path.ts'
import { eraseRemovedFiles } from '../files/kept-files.ts'
import type { FileStorage } from '../files/storage.ts'
import { createSecrets } from '../secrets.ts'
import { fitsIntoMail, noteAttachment } from './attachments.ts'
import { type Mail, claimMail, waitingWithoutTry, writeMail } from './mail.ts'
import { mailJobs } from './send-mail.ts'
import { type Mailing, createMailing, senderFromUrl } from './senders.ts'
import { mailTimeLimits } from './smtp.ts'

const portal = testPortal()
const norte = tenants.norte
const secrets = createSecrets('x'.repeat(40))
const soon = { timeout: 50_000, interval: 50 }

let server: TestMailServer
let folder: string
let storage: FileStorage
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  server = await testMailServer()
  folder = await mkdtemp(join(tmpdir(), 'vitrine-mails-'))
  storage = diskStorage(folder)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  server.taken.length = 0
  server.answer = () => null
  server.cutsAfter = () => false
  await onOwner(portal.ownerUrl, (owner) =>
    owner.query(
      'set role vitrine_platform; delete from mails; delete from files; delete from mail_senders; delete from pgboss.job',
    ),
  )
})

const platformSender = () =>
  senderFromUrl(`smtp://portal:right@127.0.0.1:${server.port}`, 'Vitrine <portal@vitrine.example>')
const mailing = (own = platformSender): Mailing => createMailing({ secrets, platformSender: own(), privateHosts: true })
const worker = async (how: Mailing, works = true): Promise<TestWorker> => {
  const made = await testWorker(portal.databaseUrl, mailJobs(how, storage), { works })
  closing.push(made.close)
  return made
}

const mailTo = (address: string, more: Partial<Mail> = {}): Mail => ({
  to: { address, name: 'Ana Souza' },
  subject: 'Relatório publicado',
  text: 'Olá',
  html: '<p>Olá</p>',
  purpose: 'test.sent',
  key: `test ${address}`,
  ...more,
})

const write = ({ gate, enqueue }: TestWorker, mails: Mail[], unit = norte) =>
  gate.inTenant(unit.id, async (db, tenantId, partnerId) => {
    const here = {
      db,
      tenantId,
      partnerId,
      enqueue: (kind: never, input: never, options: object) => enqueue(db, kind, input, { ...options, tenantId }),
    }
    const written: boolean[] = []
    for (const mail of mails) written.push(await writeMail(here as never, mail))
    return written
  })

/** The connections of the job that erases files. */
const jobOf = (db: Database) => ({
  acrossTenants: <Result>(_reason: string, work: (platform: Database) => Promise<Result>) => work(db),
  signal: new AbortController().signal,
})

const outbox = () =>
  portal.platform((db) =>
    db
      .selectFrom('mails')
      .select(['id', 'to_address', 'state', 'attempts', 'last_error', 'body_text', 'sent_at'])
      .orderBy('to_address')
      .execute(),
  )

describe('mails', () => {
  it(
    'J1: two workers send 100 mails once each to a real server, though each was written twice',
    { timeout: 60_000 },
    async () => {
      const idle = await worker(mailing(), false)
      const mails = Array.from({ length: 100 }, (_, number) =>
        mailTo(`p${String(number).padStart(3, '0')}@example.com`),
      )
      expect((await write(idle, mails))?.every(Boolean)).toBe(true)
      expect((await write(idle, mails))?.some(Boolean)).toBe(false)
      await Promise.all([worker(mailing()), worker(mailing())])
      await vi.waitFor(async () => expect((await outbox()).every(({ state }) => state === 'sent')).toBe(true), soon)
      expect(server.taken.map(({ to }) => String(to)).toSorted((a, b) => a.localeCompare(b))).toEqual(
        mails.map(({ to }) => to.address),
      )
      const [first] = await outbox()
      expect(first).toMatchObject({ attempts: 1, last_error: null, body_text: null, sent_at: expect.any(Date) })
      expect(server.taken.map(({ messageId }) => messageId)).toContain(`<${first?.id}@vitrine.example>`)
      expect(server.taken[0]).toMatchObject({ from: 'portal@vitrine.example', user: 'portal' })
    },
  )

  it('U7: no name, subject or address breaks out of its header line', async () => {
    const idle = await worker(mailing(), false)
    const breaks = ['a\r\nBcc: x@example.com', 'a\nb', 'a\rb', 'a\u2028b', 'a\0b', 'a\u0085b']
    for (const text of breaks) {
      await expect(write(idle, [mailTo('ana@example.com', { subject: text })])).rejects.toThrow(/invalid/i)
      await expect(
        write(idle, [mailTo('ana@example.com', { to: { address: 'ana@example.com', name: text } })]),
      ).rejects.toThrow(/invalid/i)
      await expect(write(idle, [mailTo(`ana@example.com${text}`)])).rejects.toThrow(/invalid/i)
    }
    for (const address of [
      'a@example.com, b@example.com',
      'Ana <a@example.com>',
      '<a@example.com>',
      'a@example.com>',
      'a b@example.com',
    ])
      await expect(write(idle, [mailTo(address)])).rejects.toThrow(/invalid/i)
    expect(await outbox()).toEqual([])
    await worker(mailing())
    await write(idle, [
      mailTo('ana@example.com', {
        subject: 'Bcc: x@example.com, "; <b@example.com>',
        to: { address: 'ana@example.com', name: '"x" <b@example.com>, c@example.com' },
      }),
    ])
    await vi.waitFor(() => expect(server.taken).toHaveLength(1), soon)
    expect(server.taken[0]?.to).toEqual(['ana@example.com'])
  })

  it('J5: retries after a 4xx, not after a 5xx, and stores no words of the server', async () => {
    let refusals = 0
    server.answer = ({ to }) => {
      if (to[0] === 'never@example.com') return { code: 550, text: 'no such user never@example.com' }
      refusals += 1
      return refusals === 1 ? { code: 451, text: 'later' } : null
    }
    const working = await worker(mailing())
    await write(working, [mailTo('later@example.com'), mailTo('never@example.com')])
    await vi.waitFor(async () => expect((await outbox()).map(({ state }) => state)).toEqual(['sent', 'failed']), soon)
    const [later, never] = await outbox()
    expect(later).toMatchObject({ attempts: 2 })
    expect(never).toMatchObject({ attempts: 1, last_error: 'accept 550: EMESSAGE' })
    expect(server.taken).toHaveLength(1)
  })

  it('J5: a mail that is cut between its end and the answer is sent once more under the same Message-ID, then it is in doubt', async () => {
    server.cutsAfter = ({ to }) => to[0] === 'always@example.com' || server.taken.length === 1
    const working = await worker(mailing())
    await write(working, [mailTo('once@example.com')])
    await vi.waitFor(async () => expect((await outbox()).map(({ state }) => state)).toEqual(['sent']), soon)
    await write(working, [mailTo('always@example.com')])
    await vi.waitFor(async () => expect((await outbox())[0]).toMatchObject({ state: 'in_doubt', attempts: 2 }), soon)
    expect((await outbox())[0]?.last_error).toMatch(/^accept: /)
    const idsOf = (address: string) =>
      server.taken.filter(({ to }) => to[0] === address).map(({ messageId }) => messageId)
    for (const address of ['once@example.com', 'always@example.com']) {
      expect(idsOf(address)).toHaveLength(2)
      expect(new Set(idsOf(address)).size).toBe(1)
    }
    // The queue is not left with a retry or a dead letter.
    const { rows } = await portal.platform((db) =>
      sql`select name from pgboss.job where state < 'completed'`.execute(db),
    )
    expect(rows).toEqual([])
  })

  it('J5: a mail keeps its Message-ID when the sender changes between two attempts', async () => {
    server.cutsAfter = () => server.taken.length === 1
    let address = 'Vitrine <portal@first.example>'
    const own = () => senderFromUrl(`smtp://portal:right@127.0.0.1:${server.port}`, address)
    const first = await worker(mailing(own))
    await write(first, [mailTo('ana@example.com')])
    await vi.waitFor(() => expect(server.taken).toHaveLength(1), soon)
    await first.close()
    closing.length = 0
    address = 'Vitrine <portal@second.example>'
    await worker(mailing(own))
    await vi.waitFor(() => expect(server.taken).toHaveLength(2), soon)
    expect(server.taken.map(({ from }) => from)).toEqual(['portal@first.example', 'portal@second.example'])
    const [row] = await outbox()
    expect(server.taken.map(({ messageId }) => messageId)).toEqual(
      Array.from({ length: 2 }, () => `<${row?.id}@first.example>`),
    )
  })

  it('J5: a mail whose sending was interrupted is sent once more and never a third time', async () => {
    const idle = await worker(mailing(), false)
    await write(idle, [mailTo('ana@example.com')])
    const [row] = await outbox()
    const claim = () => idle.gate.inTenant(norte.id, (db) => claimMail(db, row?.id ?? '', 'portal@vitrine.example'))
    const lose = () =>
      onOwner(portal.ownerUrl, (owner) =>
        owner.query(`set role vitrine_platform; update mails set claimed_at = now() - interval '1 hour'`),
      )
    expect(await claim()).toMatchObject({ uncertain: 0 })
    expect(await claim()).toBe('busy')
    await lose()
    expect(await claim()).toMatchObject({ uncertain: 1 })
    await lose()
    await worker(mailing())
    await vi.waitFor(
      async () => expect((await outbox())[0]).toMatchObject({ state: 'in_doubt', last_error: 'uncertain' }),
      soon,
    )
    expect(server.taken).toEqual([])
  })

  it('waits in the outbox without a sender, and a business unit’s sender is used only for its own mails', async () => {
    const nobody = mailing(() => null as never)
    const working = await worker(nobody)
    await portal.platform((db) =>
      db
        .insertInto('mail_senders')
        .values({
          tenant_id: tenants.sul.id,
          host: '127.0.0.1',
          port: server.port,
          security: 'smtp',
          username: 'portal',
          password_sealed: nobody.seal('right'),
          from_name: 'Sul',
          from_address: 'sul@sul.example',
          proven_at: new Date(),
        })
        .execute(),
    )
    await write(working, [mailTo('norte@example.com')])
    await write(working, [mailTo('sul@example.com')], tenants.sul)
    await vi.waitFor(() => expect(server.taken).toHaveLength(1), soon)
    expect(server.taken[0]).toMatchObject({ from: 'sul@sul.example', to: ['sul@example.com'] })
    // The server receives the mail before the outbox is updated.
    const states = async () => (await outbox()).map(({ to_address, state }) => [to_address, state])
    const expected = [
      ['norte@example.com', 'waiting'],
      ['sul@example.com', 'sent'],
    ]
    await vi.waitFor(async () => expect(await states()).toEqual(expected), soon)
  })

  it('U5: refuses to connect to a business unit’s mail server in a private network', async () => {
    const strict = createMailing({ secrets, platformSender: null, privateHosts: false })
    await portal.platform((db) =>
      db
        .insertInto('mail_senders')
        .values({
          tenant_id: norte.id,
          host: 'localhost',
          port: 25,
          security: 'smtp',
          from_name: 'N',
          from_address: 'n@n.example',
          proven_at: new Date(),
        })
        .execute(),
    )
    const working = await worker(strict)
    await write(working, [mailTo('ana@example.com')])
    await vi.waitFor(async () => expect((await outbox())[0]?.last_error).toBe('connect: unreachable'), soon)
    expect(server.taken).toEqual([])
  })
})

describe('attachments', () => {
  const owner = { tenantId: norte.id, partnerId: norte.partner_id }
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 251)
  const stored = async ({ gate }: TestWorker, content = bytes, size = content.length) => {
    const path = await gate.inTenant(norte.id, (db) => noteAttachment(db, owner, size))
    await storage.put(filePath(path ?? ''), content)
    return path ?? ''
  }
  const file = (path: string, name = 'Vendas de março.pdf') => ({ path, name, type: 'application/pdf' })
  const files = () => portal.platform((db) => db.selectFrom('files').select(['path', 'used']).execute())
  const pathsOfMails = () => portal.platform((db) => db.selectFrom('mail_attachments').select('path').execute())
  const decoded = (raw: string) => {
    const part = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([A-Za-z\d+/=\r\n]+?)\r\n--/.exec(raw)?.[1] ?? ''
    return Buffer.from(part, 'base64')
  }

  it('sends one file with two mails, and removes it when both are sent', async () => {
    const idle = await worker(mailing(), false)
    const path = await stored(idle)
    server.answer = ({ to }) => (to[0] === 'later@example.com' ? { code: 451, text: 'later' } : null)
    await write(
      idle,
      ['now', 'later'].map((name) => mailTo(`${name}@example.com`, { attachments: [file(path)] })),
    )
    await worker(mailing())
    const states = async () => (await outbox()).map(({ state, attempts }) => [state, attempts > 0])
    const oneWaits = [
      ['waiting', true],
      ['sent', true],
    ]
    await vi.waitFor(async () => expect(await states()).toEqual(oneWaits), soon)
    expect(await files()).toEqual([{ path, used: true }])
    server.answer = () => null
    await vi.waitFor(async () => expect((await outbox()).every(({ state }) => state === 'sent')).toBe(true), soon)
    expect(server.taken).toHaveLength(2)
    for (const { raw } of server.taken) {
      expect(raw).toMatch(/filename\*0\*=utf-8''Vendas%20de%20mar%C3%A7o\.pdf|filename="?=\?UTF-8/i)
      expect(Buffer.compare(decoded(raw), Buffer.from(bytes))).toBe(0)
    }
    expect([await files(), await pathsOfMails()]).toEqual([[], [{ path: null }, { path: null }]])
    await portal.platform((db) => eraseRemovedFiles(jobOf(db), storage))
    expect(await storage.read(filePath(path))).toBeNull()
  })

  it('E2: leaves the file of a mail that waited too long out, and keeps a bill', async () => {
    const idle = await worker(mailing(), false)
    const ofKind = async (kind: string) => {
      const path = newFilePath('private', norte.id, 'bin')
      const row = { path, partner_id: norte.partner_id, tenant_id: norte.id, kind, bytes: bytes.length }
      await portal.platform((db) => db.insertInto('files').values(row).execute())
      await storage.put(path, bytes)
      return path
    }
    const [note, delivery, bill] = [
      await stored(idle),
      await ofKind('scheduled_export.file'),
      await ofKind('bill.document'),
    ]
    const attachments = [file(note, 'nota.pdf'), file(delivery, 'vendas.pdf'), file(bill, 'fatura.pdf')]
    await write(idle, [mailTo('late@example.com', { attachments }), mailTo('soon@example.com', { attachments })])
    await portal.platform((db) =>
      db
        .updateTable('mails')
        .set({ created_at: new Date(Date.now() - (lateMails.minutes + 1) * 60_000) })
        .where('to_address', '=', 'late@example.com')
        .execute(),
    )
    // The first attempt fails: the next one is without the files, too.
    let refusals = 1
    server.answer = ({ to }) =>
      to[0] === 'late@example.com' && (refusals -= 1) >= 0 ? { code: 451, text: 'later' } : null
    await worker(mailing())
    await vi.waitFor(async () => expect((await outbox()).every(({ state }) => state === 'sent')).toBe(true), soon)
    const namesFor = (address: string) =>
      [...(server.taken.find(({ to }) => to[0] === address)?.raw ?? '').matchAll(/filename="?(\w+)\.pdf/g)].map(
        ([, name]) => name,
      )
    expect(namesFor('late@example.com')).toEqual(['fatura'])
    expect(namesFor('soon@example.com')).toEqual(['nota', 'vendas', 'fatura'])
    expect((await files()).map(({ path }) => path).toSorted()).toEqual([delivery, bill].toSorted())
    const named = await portal.platform((db) =>
      db
        .selectFrom('mail_attachments as a')
        .innerJoin('mails as m', 'm.id', 'a.mail_id')
        .select('a.name')
        .where('m.to_address', '=', 'late@example.com')
        .execute(),
    )
    expect(named).toEqual([{ name: 'fatura.pdf' }])
  })

  it('removes the file of a mail that the server refuses', async () => {
    server.answer = () => ({ code: 550, text: 'no' })
    const working = await worker(mailing())
    await write(working, [mailTo('never@example.com', { attachments: [file(await stored(working))] })])
    await vi.waitFor(async () => expect((await outbox())[0]?.state).toBe('failed'), soon)
    expect(await files()).toEqual([])
  })

  it('gives a mail up whose file is gone, and tries again when the storage fails, without a pause of the sender', async () => {
    let faults = 3
    const failing: FileStorage = {
      ...storage,
      stream: (path) => ((faults -= 1) >= 0 ? Promise.reject(new Error('away')) : storage.stream(path)),
    }
    const idle = await worker(mailing(), false)
    const lost = await stored(idle)
    await storage.remove(filePath(lost))
    const kept = await stored(idle)
    const how = mailing()
    const working = await testWorker(portal.databaseUrl, mailJobs(how, failing))
    closing.push(working.close)
    await write(working, [mailTo('a-kept@example.com', { attachments: [file(kept)] })])
    await vi.waitFor(
      async () =>
        expect((await outbox())[0]).toMatchObject({
          state: 'waiting',
          last_error: 'accept: an attachment cannot be read',
        }),
      soon,
    )
    expect(how.breaker.pausedCount()).toBe(0)
    await vi.waitFor(async () => expect((await outbox())[0]?.state).toBe('sent'), soon)
    await write(working, [mailTo('lost@example.com', { attachments: [file(lost)] })])
    await vi.waitFor(
      async () =>
        expect((await outbox())[1]).toMatchObject({ state: 'failed', last_error: 'accept: an attachment is missing' }),
      soon,
    )
    expect(server.taken.map(({ to }) => to[0])).toEqual(['a-kept@example.com'])
  })

  it('ends the attempt when a file breaks off, so that no part of it arrives', async () => {
    const broken: FileStorage = {
      ...storage,
      stream: async () =>
        Readable.from(
          (async function* () {
            yield Buffer.alloc(100_000)
            await Promise.resolve()
            throw new Error('away')
          })(),
        ),
    }
    const working = await testWorker(portal.databaseUrl, mailJobs(mailing(), broken))
    closing.push(working.close)
    await write(working, [mailTo('ana@example.com', { attachments: [file(await stored(working))] })])
    await vi.waitFor(
      async () =>
        expect((await outbox())[0]).toMatchObject({
          state: 'waiting',
          last_error: 'accept: an attachment cannot be read',
        }),
      soon,
    )
    expect(server.taken).toEqual([])
  })

  it('U7: refuses files of another owner, too many bytes, and names with a path, a line break or hidden characters', async () => {
    const idle = await worker(mailing(), false)
    const foreign = newFilePath('private', tenants.sul.id, 'bin')
    const values = { partner_id: partners.alfa.id, tenant_id: tenants.sul.id, kind: 'mail.attachment', bytes: 1 }
    await portal.platform((db) =>
      db
        .insertInto('files')
        .values({ path: foreign, ...values })
        .execute(),
    )
    const attach = (...attachments: ReturnType<typeof file>[]) =>
      write(idle, [mailTo('ana@example.com', { attachments })])
    await expect(attach(file(foreign))).rejects.toThrow(/does not belong/)
    // In platform-wide work no policy hides the file.
    const here = { tenantId: norte.id, partnerId: norte.partner_id, enqueue: () => Promise.resolve() }
    const mail = mailTo('ana@example.com', { attachments: [file(foreign)] })
    await expect(portal.platform((db) => writeMail({ db, ...here }, mail))).rejects.toThrow(/does not belong/)
    const small = Uint8Array.of(1)
    const half = mailAttachments.bytes / 2
    const [first, second] = [await stored(idle, small, half), await stored(idle, small, half + 1)]
    await expect(attach(file(first), file(second))).rejects.toThrow(/too many bytes/)
    for (const name of ['a/b.pdf', '..\\b.pdf', 'a\r\nBcc: x@example.com', 'a\u202Efdp.exe'])
      await expect(attach(file(first, name))).rejects.toThrow(/invalid/i)
    expect([fitsIntoMail([half, half]), fitsIntoMail([half, half + 1])]).toEqual([true, false])
    expect(await outbox()).toEqual([])
    const inSul = await idle.gate.inTenant(tenants.sul.id, (db) =>
      db.selectFrom('mail_attachments').selectAll().execute(),
    )
    await attach(file(first))
    const inNorte = await idle.gate.inTenant(norte.id, (db) => db.selectFrom('mail_attachments').selectAll().execute())
    expect([inSul?.length, inNorte?.length]).toEqual([0, 1])
  })
})

describe('senders', () => {
  let silent: SilentMailServer
  beforeAll(async () => {
    silent = await silentMailServer()
  })
  afterAll(() => silent.close())

  const ownSender = (unit: { id: string; subdomain: string }, port: number) =>
    portal.platform((db) =>
      db
        .insertInto('mail_senders')
        .values({
          tenant_id: unit.id,
          host: '127.0.0.1',
          port,
          security: 'smtp',
          from_name: unit.subdomain,
          from_address: `mail@${unit.subdomain}.example`,
          proven_at: new Date(),
        })
        .execute(),
    )
  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, number) => mailTo(`${prefix}${String(number).padStart(2, '0')}@example.com`))
  /** Services with another time limit of the greeting, and the attempts of their mails. */
  const counted = (greeting: number) => {
    const attempts: string[] = []
    const attempted: Mailing['attempted'] = ({ sender, outcome }) => attempts.push(`${sender} ${outcome}`)
    const limits = { ...mailTimeLimits, greeting }
    return {
      attempts,
      services: createMailing({ secrets, platformSender: null, privateHosts: true, attempted, limits }),
    }
  }

  it('V3: the mails of a unit are sent while the mail server of another unit hangs and keeps two workers', async () => {
    await ownSender(norte, silent.port)
    await ownSender(tenants.sul, server.port)
    const idle = await worker(mailing(), false)
    await write(idle, numbered('norte', 30))
    await write(idle, numbered('sul', 10), tenants.sul)
    const { services, attempts } = counted(60_000)
    const working = await worker(services)
    await vi.waitFor(() => expect(attempts).toHaveLength(10), soon)
    expect(new Set(attempts)).toEqual(new Set(['own sent']))
    expect(new Set(server.taken.map(({ from }) => from))).toEqual(new Set(['mail@sul.example']))
    expect(silent.count()).toEqual({ total: 2, peak: 2 })
    const closed = working.close()
    closing.pop()
    silent.cut()
    await closed
  })

  it('V3: a mail server that hangs is paused: its mails wait with its fault and open no connections', async () => {
    await ownSender(norte, silent.port)
    const { services, attempts } = counted(1_000)
    const working = await worker(services)
    await write(working, numbered('norte', 30))
    const faults = async () => new Set((await outbox()).map(({ state, last_error }) => `${state} ${last_error}`))
    await vi.waitFor(async () => expect(await faults()).toEqual(new Set(['waiting connect: ETIMEDOUT'])), soon)
    const { total, peak } = silent.count()
    expect([peak, services.breaker.pausedCount()]).toEqual([2, 1])
    // One attempt may have begun before the second one failed.
    expect(total).toBeLessThanOrEqual(4)
    expect(attempts.filter((attempt) => attempt === 'own paused').length).toBeGreaterThanOrEqual(26)
    expect(attempts).not.toContain('own sent')
  })

  it('V3: the job of a mail belongs to the group of its sender', async () => {
    await ownSender(tenants.sul, server.port)
    const idle = await worker(mailing(), false)
    await write(idle, numbered('norte', 1))
    await write(idle, numbered('sul', 2), tenants.sul)
    await write(idle, numbered('leste', 1), tenants.leste)
    const { rows } = await portal.platform((db) =>
      sql`select group_id, priority from pgboss.job where name = 'mail.send' order by 1, 2`.execute(db),
    )
    expect(rows).toEqual([
      { group_id: tenants.sul.id, priority: -1 },
      { group_id: tenants.sul.id, priority: 0 },
      { group_id: 'platform', priority: -1 },
      { group_id: 'platform', priority: 0 },
    ])
  })

  it('a mail for which a job still waits is not enqueued again', async () => {
    const idle = await worker(mailing(), false)
    await write(idle, numbered('norte', 2))
    await onOwner(portal.ownerUrl, (owner) =>
      owner.query(
        `set role vitrine_platform; update mails set created_at = now() - interval '1 hour';
         delete from pgboss.job where data -> 'input' ->> 'id' = (select max(id::text) from mails)`,
      ),
    )
    const forgotten = await portal.platform((db) => waitingWithoutTry(db, true))
    expect(forgotten.map(({ id }) => id)).toEqual([
      (await outbox())
        .map(({ id }) => id)
        .toSorted()
        .at(-1),
    ])
  })
})
