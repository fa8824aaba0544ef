// Reading a mailbox, from a small IMAP server of our own with the client of the product.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { silent, testWorker, type TestWorker } from '#testing/jobs.ts'
import { type TestMailbox, testMailbox } from '#testing/mailbox.ts'
import { testPortal } from '#testing/portal.ts'
import { addRecord } from '#testing/probe.ts'
import { people, tenants } from '#testing/world.ts'
import { createReplies } from './commands.ts'
import { readBox, startBoxReader } from './read-box.ts'
import type { Receiving } from './receive.ts'

const mailIn = { domain: 'tickets.example', localPart: 'reply', smtp: null, imapUrl: null, authServer: null }
const portal = testPortal()
const { userOfNorte: reader } = people
const norte = tenants.norte.id
const secrets = createSecrets(readConfig({ NODE_ENV: 'test' }).appSecret)

let worker: TestWorker
let receiving: Receiving
let box: TestMailbox
let address = ''
const never = new AbortController().signal
const terms = () => ({ imapUrl: `imap://portal:right@127.0.0.1:${box.port}/INBOX`, log: silent })
beforeAll(async () => {
  worker = await testWorker(portal.databaseUrl, [], { works: false })
  receiving = { mailIn, secrets, storage: diskStorage(portal.filesDir), gate: worker.gate, enqueue: worker.enqueue }
  const ticket = { tenant_id: norte, number: 1, name: 'T', text: 'T', user_id: reader.id }
  const id = await portal.platform((db) => addRecord(db, 'tickets', ticket))
  const notification = { type: 'ticket_answered', path: `/help_desk/${id}` } as const
  const people_ = [{ userId: reader.id, language: 'es' }] as const
  const replies = await worker.gate.inTenant(norte, async (db) =>
    createReplies({ mailIn, secrets })?.({ db, tenantId: norte }, notification, people_),
  )
  address = replies?.get(reader.id)?.to ?? ''
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
const stored = async () => (await portal.platform((db) => db.selectFrom('ticket_mails').select('id').execute())).length

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
