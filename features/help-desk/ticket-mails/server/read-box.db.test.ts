// Reading a mailbox, from a small IMAP server of our own with the client of the product.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ticketMails as limits } from '#catalogue/limits.ts'
import { readConfig } from '#platform/server/config.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { silent, testWorker, type TestWorker } from '#testing/jobs.ts'
import { type TestMailbox, testMailbox } from '#testing/mailbox.ts'
import { testPortal } from '#testing/portal.ts'
import { addRecord } from '#testing/probe.ts'
import { people, tenants } from '#testing/world.ts'
import { createReplies } from './commands.ts'
import { headerBytes } from './mail-headers.ts'
import { isLoopback, readBox, startBoxReader } from './read-box.ts'
import type { Receiving } from './receive.ts'
import * as store from './store.ts'

const mailIn = { domain: 'tickets.example', localPart: 'reply', smtp: null, imapUrl: null, authServer: null }
const portal = testPortal()
const { userOfNorte: reader, otherUserOfNorte: other } = people
const norte = tenants.norte.id
const secrets = createSecrets(readConfig({ NODE_ENV: 'test' }).appSecret)

let worker: TestWorker
let receiving: Receiving
let box: TestMailbox
let address = ''
let otherAddress = ''
let ticketId = ''
const never = new AbortController().signal
const terms = () => ({ imapUrl: `imap://portal:right@127.0.0.1:${box.port}/INBOX`, log: silent })
beforeAll(async () => {
  worker = await testWorker(portal.databaseUrl, [], { works: false })
  receiving = { mailIn, secrets, storage: diskStorage(portal.filesDir), gate: worker.gate, enqueue: worker.enqueue }
  const ticket = { tenant_id: norte, number: 1, name: 'T', text: 'T', user_id: reader.id }
  ticketId = await portal.platform((db) => addRecord(db, 'tickets', ticket))
  const notification = { type: 'ticket_answered', path: `/help_desk/${ticketId}` } as const
  const people_ = [reader, other].map(({ id }) => ({ userId: id, language: 'es' as const }))
  const replies = await worker.gate.inTenant(norte, async (db) =>
    createReplies({ mailIn, secrets })?.({ db, tenantId: norte }, notification, people_),
  )
  address = replies?.get(reader.id)?.to ?? ''
  otherAddress = replies?.get(other.id)?.to ?? ''
})

afterEach(async () => {
  await box.close()
  await portal.platform(async (db) => {
    await db.deleteFrom('ticket_mails').execute()
    await db.deleteFrom('mail_box_reads').execute()
  })
})
afterAll(() => worker.close())

const mail = (text: string, to = `Chamados <${address}>`) =>
  `From: ${reader.email}\r\nTo: ${to}\r\nMessage-ID: <${text}@example.org>\r\n\r\n${text}\r\n`
const stored = async () =>
  (
    await portal.platform((db) =>
      db.selectFrom('ticket_mails').select('id').where('message_key', 'not like', 'filled%').execute(),
    )
  ).length
/** The UIDs of the mails that were set aside. */
const waiting = async () =>
  (await portal.platform((db) => db.selectFrom('mail_box_set_aside').select('uid').orderBy('uid').execute())).map(
    ({ uid }) => Number(uid),
  )
const due = () =>
  portal.platform((db) => sql`update mail_box_set_aside set next_at = now() where uid < 1000`.execute(db))
/** The reader has sent as many mails as an hour allows. */
const fillBudget = () =>
  portal.platform((db) =>
    sql`insert into ticket_mails (tenant_id, ticket_id, user_id, message_key, way, has_null_sender, sender, subject, bytes, state)
        select ${norte}, ${ticketId}, ${reader.id}, 'filled ' || n, 'address', false, 'S', 'S', 1, 'done' from generate_series(1, ${limits.anHour}) n`.execute(
      db,
    ),
  )

describe('a mailbox', () => {
  it('is read once; taken mails are marked as read, and those that name no ticket stay unread', async () => {
    box = await testMailbox([mail('um'), mail('dois', 'reply@tickets.example'), mail('três')])
    await readBox(receiving, terms(), never)
    expect(await stored()).toBe(2)
    expect(box.mails.map(({ flags }) => flags)).toEqual([['\\Seen'], [], ['\\Seen']])
    const fetched = box.fetches()
    await readBox(receiving, terms(), never)
    expect([await stored(), box.fetches()]).toEqual([2, fetched])
    box.add(mail('quatro'))
    await readBox(receiving, terms(), never)
    expect(await stored()).toBe(3)
  })

  it('J1: is read by one process at a time', async () => {
    box = await testMailbox([mail('um'), mail('dois')])
    await Promise.all(Array.from({ length: 4 }, () => readBox(receiving, terms(), never)))
    expect(await stored()).toBe(2)
    expect(box.connections()).toBe(1)
  })

  it('is read again from the first mail with another UIDVALIDITY, and nothing is stored twice', async () => {
    box = await testMailbox([mail('um'), mail('dois')])
    await readBox(receiving, terms(), never)
    box.renumber()
    await readBox(receiving, terms(), never)
    expect([await stored(), box.fetches()]).toEqual([2, 4])
  })

  it('continues with the mail at which the last reading ended with a fault', async () => {
    box = await testMailbox([mail('um'), mail('dois')])
    let puts = 0
    const put: typeof receiving.storage.put = (...given) => {
      puts += 1
      return puts === 2 ? Promise.reject(new Error('full')) : receiving.storage.put(...given)
    }
    const failing = { ...receiving, storage: { ...receiving.storage, put } }
    await expect(readBox(failing, terms(), never)).rejects.toThrow('full')
    expect(await stored()).toBe(1)
    await readBox(receiving, terms(), never)
    expect(await stored()).toBe(2)
  })

  it('V5: sets a mail over a limit aside, takes the next ones, and tries it again later', async () => {
    await fillBudget()
    box = await testMailbox([mail('um'), mail('dois', `Chamados <${otherAddress}>`)])
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting()]).toEqual([1, [1]])
    expect(box.mails.map(({ flags }) => flags)).toEqual([[], ['\\Seen']])
    const fetched = box.fetches()
    await readBox(receiving, terms(), never)
    // It is not due yet.
    expect(box.fetches()).toBe(fetched)
    await due()
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting(), box.fetches()]).toEqual([1, [1], fetched + 1])
    await portal.platform((db) => db.deleteFrom('ticket_mails').where('message_key', 'like', 'filled%').execute())
    await due()
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting(), box.mails[0]?.flags]).toEqual([2, [], ['\\Seen']])
  })

  it('V5: sets a limited number of mails aside; one more, or one after its last attempt, stays unread', async () => {
    await fillBudget()
    box = await testMailbox([mail('um')])
    await readBox(receiving, terms(), never)
    await portal.platform((db) =>
      sql`insert into mail_box_set_aside (box, uid_validity, uid, next_at)
          select box, uid_validity, 1000 + n, now() + interval '1 day' from mail_box_reads, generate_series(2, ${limits.setAside}) n`.execute(
        db,
      ),
    )
    box.add(mail('dois'))
    box.add(mail('três', `Chamados <${otherAddress}>`))
    await readBox(receiving, terms(), never)
    expect([await stored(), (await waiting()).length]).toEqual([1, limits.setAside])
    await portal.platform((db) =>
      db.updateTable('mail_box_set_aside').set({ attempts: limits.setAsideAttempts }).where('uid', '=', '1').execute(),
    )
    await due()
    await readBox(receiving, terms(), never)
    expect(await waiting()).not.toContain(1)
    expect(box.mails.map(({ flags }) => flags.length)).toEqual([0, 0, 1])
  })

  it('sets a mail aside at which the reading failed several times', async () => {
    box = await testMailbox([mail('um'), mail('dois')])
    const failing = { ...receiving, storage: { ...receiving.storage, put: () => Promise.reject(new Error('full')) } }
    for (let times = 0; times < limits.failures; times += 1)
      await expect(readBox(failing, terms(), never)).rejects.toThrow('full')
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting()]).toEqual([1, [1]])
    await due()
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting()]).toEqual([2, []])
  })

  it('V5: a mail that breaks the connection each time keeps the next ones from being read five times only', async () => {
    box = await testMailbox([mail('um'), mail('dois')], { breaking: '<um@' })
    for (let times = 0; times < limits.failures; times += 1)
      await expect(readBox(receiving, terms(), never)).rejects.toThrow('Connection')
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting()]).toEqual([1, [1]])
  })

  it('V5: one mail at which each reading fails keeps no other that waits from its attempts, and ends after its last', async () => {
    await fillBudget()
    box = await testMailbox([mail('um'), mail('dois'), mail('três')])
    await readBox(receiving, terms(), never)
    expect(await waiting()).toEqual([1, 2, 3])
    await portal.platform((db) => db.deleteFrom('ticket_mails').where('message_key', 'like', 'filled%').execute())
    const put: typeof receiving.storage.put = (path, bytes) =>
      Buffer.from(bytes).includes('<um@') ? Promise.reject(new Error('poison')) : receiving.storage.put(path, bytes)
    const failing = { ...receiving, storage: { ...receiving.storage, put } }
    await due()
    await readBox(failing, terms(), never)
    expect([await stored(), await waiting()]).toEqual([2, [1]])
    await portal.platform((db) =>
      db
        .updateTable('mail_box_set_aside')
        .set({ attempts: limits.setAsideAttempts - 1 })
        .execute(),
    )
    await due()
    await readBox(failing, terms(), never)
    expect([await stored(), await waiting(), box.mails[0]?.flags]).toEqual([2, [], []])
  })

  it('V5: an attempt that ends the process is one of this mail only', async () => {
    await fillBudget()
    box = await testMailbox([mail('um'), mail('dois')])
    await readBox(receiving, terms(), never)
    await due()
    const taken = await portal.platform(async (db) => {
      const { box: name } = await db.selectFrom('mail_box_reads').select('box').executeTakeFirstOrThrow()
      const lease = { box: name, lease: 'ended' }
      await db.updateTable('mail_box_reads').set({ lease: 'ended' }).execute()
      return [await store.takeSetAside(db, lease, '1'), await store.takeSetAside(db, lease, '1')]
    })
    expect(taken).toEqual([
      { uid: 1, attempts: 2 },
      { uid: 2, attempts: 2 },
    ])
  })

  it('V5: sets fewer mails of one business unit aside, so that those of others find a place', async () => {
    await fillBudget()
    box = await testMailbox([mail('um')])
    await readBox(receiving, terms(), never)
    await portal.platform((db) =>
      sql`insert into mail_box_set_aside (box, uid_validity, uid, next_at, unit_id)
          select box, uid_validity, 1000 + n, now() + interval '1 day', ${norte} from mail_box_reads, generate_series(3, ${limits.setAsideOfUnit}) n`.execute(
        db,
      ),
    )
    box.add(mail('dois'))
    box.add(mail('três'))
    await readBox(receiving, terms(), never)
    expect((await waiting()).filter((uid) => uid < 1_000)).toEqual([1, 2])
    await portal.platform((db) => db.updateTable('mail_box_set_aside').set({ unit_id: tenants.sul.id }).execute())
    box.add(mail('quatro'))
    await readBox(receiving, terms(), never)
    expect((await waiting()).filter((uid) => uid < 1_000)).toEqual([1, 2, 4])
  })

  it('V5: a large mail over a limit is not downloaded, first and later', async () => {
    await fillBudget()
    const large = mail('um') + 'x'.repeat(headerBytes * 2)
    box = await testMailbox([large])
    await readBox(receiving, terms(), never)
    await due()
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting(), box.sent()]).toEqual([0, [1], headerBytes * 2])
    await portal.platform((db) => db.deleteFrom('ticket_mails').where('message_key', 'like', 'filled%').execute())
    await due()
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting(), box.sent()]).toEqual([1, [], headerBytes * 3 + large.length])
  })

  it('V5: a mail that is too large is not set aside, also when the reading failed at it', async () => {
    box = await testMailbox([`${mail('um')}${'x'.repeat(limits.bytes)}`])
    await readBox(receiving, terms(), never)
    await portal.platform((db) =>
      db
        .updateTable('mail_box_reads')
        .set({ last_uid: 0, failures: limits.failures, failed_uid_validity: '1', failed_uid: 1 })
        .execute(),
    )
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting(), box.sent()]).toEqual([0, [], 0])
  })

  it('V5: a mail that was set aside and is too large is not downloaded whole', async () => {
    await fillBudget()
    box = await testMailbox([mail('um')])
    await readBox(receiving, terms(), never)
    const [first] = box.mails
    if (first) first.raw = Buffer.from(`${mail('um')}${'x'.repeat(limits.bytes)}`)
    const before = box.sent()
    await portal.platform((db) => db.deleteFrom('ticket_mails').where('message_key', 'like', 'filled%').execute())
    await due()
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting(), box.sent() - before]).toEqual([0, [], headerBytes])
  })

  it('counts failures for one mail: after it has left the mailbox, the next one is read', async () => {
    box = await testMailbox([mail('um'), mail('dois')])
    const failing = { ...receiving, storage: { ...receiving.storage, put: () => Promise.reject(new Error('full')) } }
    for (let times = 0; times < limits.failures; times += 1)
      await expect(readBox(failing, terms(), never)).rejects.toThrow('full')
    box.mails.shift()
    await expect(readBox(failing, terms(), never)).rejects.toThrow('full')
    expect(await portal.platform((db) => db.selectFrom('mail_box_reads').select('failures').execute())).toEqual([
      { failures: 1 },
    ])
    await readBox(receiving, terms(), never)
    expect([await stored(), await waiting()]).toEqual([1, []])
  })

  it('is read without encryption on this machine only; elsewhere the password waits for STARTTLS', async () => {
    box = await testMailbox([mail('um')])
    expect(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'].map(isLoopback)).toEqual([true, true, true, true])
    const others = ['mail.example', '127.0.0.1.evil.example', 'localhost.example', '10.0.0.1', '0.0.0.0', '[::2]', '']
    expect(others.map(isLoopback)).toEqual(others.map(() => false))
    // It is no loopback address, but leads to the server of the test.
    const elsewhere = { ...terms(), imapUrl: terms().imapUrl.replace('127.0.0.1', '0.0.0.0') }
    await expect(readBox(receiving, elsewhere, never)).rejects.toThrow('STARTTLS')
    expect([await stored(), box.signIns()]).toEqual([0, 0])
  })

  it('with a wrong password or without a server is a fault, and the next process may try', async () => {
    box = await testMailbox([mail('um')])
    const wrong = { ...terms(), imapUrl: terms().imapUrl.replace('right', 'wrong') }
    await expect(readBox(receiving, wrong, never)).rejects.toThrow('Command failed')
    await readBox(receiving, terms(), never)
    expect(await stored()).toBe(1)
  })

  it('ends its reading when the process stops', async () => {
    box = await testMailbox([mail('um')], { isSilent: true })
    const started = startBoxReader(receiving, terms())
    await box.connected()
    await started.close()
    const [lease] = await portal.platform((db) => db.selectFrom('mail_box_reads').select('leased_until').execute())
    expect(lease).toEqual({ leased_until: null })
  })
})
