// Replies by mail, from a real SMTP client to our receiver, with the jobs of a real portal.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createTransport, type SendMailOptions } from 'nodemailer'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ticketBudget, ticketMails as limits } from '#catalogue/limits.ts'
import { type MailIn, readConfig } from '#platform/server/config.ts'
import { filePath } from '#platform/server/files/file-path.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { systemClock } from '#platform/server/clock.ts'
import { createHosts } from '#platform/server/hosts.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { writeStaffMailCopies } from '#features/messaging/notifications/server/commands.ts'
import { handOn, readHanded } from '#features/help-desk/handed-tickets/contract.ts'
import {
  addTicket,
  answerTicket,
  changeTicketStatus,
  handTicket,
  mergeTickets,
  readTicket,
} from '#features/help-desk/tickets/contract.ts'
import { makeCertificate } from '#testing/certificate.ts'
import { silent, testWorker, type TestWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { addRecord } from '#testing/probe.ts'
import { masterInNorte, type Person, people, tenants } from '#testing/world.ts'
import {
  acceptTicketMail,
  countTicketMails,
  discardTicketMail,
  listTicketMails,
  readOriginal,
  readTicketMail,
  retryTicketMail,
} from '../contract.ts'
import { createReplies } from './commands.ts'
import { processStaffKind } from './job-kinds.ts'
import { processMail } from './process.ts'
import { readMail } from './read-mail.ts'
import type { Receiving } from './receive.ts'
import { type MailReceiver, startReceiver } from './receiver.ts'
import { replyLineIn } from './reply-lines.ts'
import * as store from './store.ts'

const mailIn: MailIn = { domain: 'tickets.example', localPart: 'reply', smtp: null, imapUrl: null, authServer: null }
const portal = testPortal({ config: { runJobs: true, mailIn } })
const { adminOfNorte: admin, userOfNorte: reader, otherUserOfNorte: other, adminOfSul: foreigner } = people
const norte = tenants.norte.id
const secrets = createSecrets(readConfig({ NODE_ENV: 'test' }).appSecret)
const soon = { timeout: 25_000, interval: 50 }

let worker: TestWorker
let receiving: Receiving
const receivers: MailReceiver[] = []
const receiver = async () => {
  const made = await startReceiver(receiving, { log: silent, port: 0, host: '127.0.0.1', tls: null })
  receivers.push(made)
  return made
}
beforeAll(async () => {
  worker = await testWorker(portal.databaseUrl, [], { works: false })
  receiving = { mailIn, secrets, storage: diskStorage(portal.filesDir), gate: worker.gate, enqueue: worker.enqueue }
  await receiver()
})
afterAll(async () => {
  for (const { close } of receivers) await close()
  await worker.close()
})
afterEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('ticket_numbers').execute()
    await db.deleteFrom('tickets').execute()
    await db.deleteFrom('notifications').execute()
    await db.updateTable('memberships').set({ state: 'A', toggles: [] }).execute()
    await db.updateTable('settings').set({ allowed_addresses: [], help_desk: true }).execute()
  }),
)

const open = async (caller: Person = reader) =>
  (await portal.as(caller).ask(addTicket, { name: 'Total', text: 'Total errado' })).body.id
const read = async (id: string, caller: Person = admin) => (await portal.as(caller).ask(readTicket, { id })).body
const list = async (caller: Person = admin) => (await portal.as(caller).ask(listTicketMails, {})).body.data
const setMember = (person: Person, change: { state?: string; toggles?: string[] }) =>
  portal.platform((db) =>
    db.updateTable('memberships').set(change).where('user_id', '=', person.id).where('tenant_id', '=', norte).execute(),
  )

/** How the addressee of a mail about the ticket replies to it. */
async function replyOf(ticketId: string, person: Person = reader, tenantId = norte) {
  const people_ = [{ userId: person.id, language: 'pt-BR' }] as const
  const notification = { type: 'ticket_answered', path: `/help_desk/${ticketId}` } as const
  const found = await worker.gate.inTenant(
    tenantId,
    (db) => createReplies({ mailIn, secrets })?.({ db, tenantId }, notification, people_) ?? Promise.resolve(undefined),
  )
  const reply = found?.get(person.id)
  if (!reply) throw new Error('the person gets no mails about the ticket')
  return reply
}

const send = (mail: SendMailOptions, [to] = receivers) =>
  createTransport({ host: '127.0.0.1', port: to?.port ?? 0, ignoreTLS: true, disableFileAccess: true }).sendMail(mail)

const refusalOf = (mail: SendMailOptions): Promise<number | undefined> =>
  send(mail).then(
    () => 250,
    (fault: Error & { responseCode?: number }) => fault.responseCode,
  )

const settled = () =>
  vi.waitFor(async () => {
    const rows = await portal.platform((db) =>
      db.selectFrom('ticket_mails').select(['state', 'reason', 'way', 'id']).orderBy('id').execute(),
    )
    expect(rows.filter(({ state }) => state === 'received')).toEqual([])
    return rows
  }, soon)
const outcomes = async () => (await settled()).map(({ state, reason }) => [state, reason])

const answersOf = async (id: string) => (await read(id)).follow_ups.flatMap(({ text }) => text ?? [])

describe('a mail about a ticket', () => {
  it('has a signed address, a Message-ID of ours and the line above which people write', async () => {
    await portal.platform((db) => db.updateTable('settings').set({ send_help_desk_mails: true }).execute())
    const id = await open()
    await portal.as(admin).ask(answerTicket, { ticket_id: id, text: 'Olá' })
    const mail = await vi.waitFor(async () => {
      const [found] = await portal.platform((db) =>
        db.selectFrom('mails').selectAll().where('to_address', '=', reader.email).execute(),
      )
      if (!found) throw new Error('no mail yet')
      return found
    }, soon)
    await portal.platform((db) => db.updateTable('settings').set({ send_help_desk_mails: false }).execute())
    const { to, mark } = await replyOf(id)
    expect(mail.reply_to).toBe(to)
    expect(to).toMatch(/^reply\+t[a-z2-7]{32}@tickets\.example$/)
    expect(to.split('@')[0]?.length).toBeLessThanOrEqual(64)
    expect(mail.message_id).toMatch(new RegExp(`^<${mark.slice(4)}\\.[0-9a-f]{16}@tickets\\.example>$`))
    for (const body of [mail.body_text, mail.body_html]) {
      expect(body).toContain(mark)
      expect(body).toContain(replyLineIn['pt-BR'])
    }
  })

  it('differs for each addressee, and stays the same for one', async () => {
    const id = await open()
    const [first, second, again] = [await replyOf(id), await replyOf(id, admin), await replyOf(id)]
    expect(first.to).not.toBe(second.to)
    expect(again.to).toBe(first.to)
    expect(again.messageId).not.toBe(first.messageId)
  })
})

describe('a reply by mail', () => {
  it('becomes a follow-up of its sender, and opens a resolved ticket again', async () => {
    const id = await open()
    await portal.as(admin).ask(changeTicketStatus, { id, status: 'closed' })
    const { to } = await replyOf(id)
    const quote = `Em 26/11/2026 10:15, Portal escreveu:\n> ${replyLineIn['pt-BR']}\n> Olá`
    await send({
      from: `Ugo <${reader.email.toUpperCase()}>`,
      to: to.toUpperCase(),
      subject: 'Re: Total',
      text: `Ainda errado\n\n${quote}`,
    })
    expect(await outcomes()).toEqual([['done', null]])
    const ticket = await read(id)
    expect(ticket).toMatchObject({ status: 'open' })
    expect(ticket.follow_ups.at(-1)).toMatchObject({
      author: { id: reader.id },
      by_handler: false,
      internal: false,
      by_mail: true,
      text: 'Ainda errado',
      mail_rest: quote,
      status: 'open',
    })
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor_id', 'changes'])
        .where('event', '=', 'ticket.answered')
        .where('target_id', '=', id)
        .execute(),
    )
    expect(entries).toMatchObject([{ actor_id: reader.id, changes: { by_mail: [null, true] } }])
    const told = await portal.platform((db) =>
      db.selectFrom('notifications').select('type').where('type', '=', 'ticket_answered').execute(),
    )
    expect(told).toHaveLength(1)
  })

  it('of a person who handles tickets is a public answer, and readers do not see what was cut off', async () => {
    const id = await open()
    const { to } = await replyOf(id, admin)
    await send({ from: admin.email, to, subject: 'Re', text: 'Corrigido\n\n-- \nAlice\nramal 12' })
    expect(await outcomes()).toEqual([['done', null]])
    const [seen] = (await read(id, reader)).follow_ups
    expect(seen).toMatchObject({ by_handler: true, internal: false, by_mail: true, text: 'Corrigido', mail_rest: null })
    expect((await read(id)).follow_ups[0]).toMatchObject({ mail_rest: '--\nAlice\nramal 12' })
  })

  it('is recognized by its address, else by our Message-ID, else by the marker in its text', async () => {
    const [first, second, third] = [await open(), await open(), await open()]
    const replies = [await replyOf(first), await replyOf(second), await replyOf(third)] as const
    const plus = 'reply@tickets.example'
    const quoteOf = (mark: string) => `Oi\n\n> Olá\n> ${mark}`
    const mail = { from: reader.email, subject: 'Re' }
    await send({ ...mail, to: replies[0].to, inReplyTo: replies[1].messageId, text: quoteOf(replies[2].mark) })
    await send({
      ...mail,
      to: plus,
      references: ['<a@b.example>', replies[0].messageId, '<c@d.example>'],
      inReplyTo: replies[1].messageId,
      text: quoteOf(replies[2].mark),
    })
    await send({
      ...mail,
      to: plus,
      inReplyTo: '<a@b.example>',
      text: quoteOf(replies[2].mark.toUpperCase().replace('REF', 'ref')),
    })
    expect((await settled()).map(({ way, state }) => [way, state])).toEqual([
      ['address', 'done'],
      ['reference', 'done'],
      ['marker', 'done'],
    ])
    for (const id of [first, second, third]) expect(await answersOf(id)).toEqual(['Oi'])
  })

  it('to a merged ticket goes to the main ticket', async () => {
    const [main, duplicate] = [await open(other), await open()]
    const { to } = await replyOf(duplicate)
    await portal.as(admin).ask(mergeTickets, { id: duplicate, into_id: main })
    await send({ from: reader.email, to, subject: 'Re', text: 'Também aqui' })
    expect(await outcomes()).toEqual([['done', null]])
    expect((await read(main)).follow_ups.at(-1)).toMatchObject({ text: 'Também aqui', from_number: null })
  })

  it('Z5: is refused at once for other addresses, forged signatures and other domains', async () => {
    const id = await open()
    const { to } = await replyOf(id)
    const forged = to.replace(/.(?=@)/, (last) => (last === 'a' ? 'b' : 'a'))
    const mail = { from: reader.email, subject: 'Re', text: 'Oi' }
    for (const address of [
      forged,
      'reply@tickets.example',
      'x@tickets.example',
      'reply@other.example',
      'reply+t@tickets.example',
      to.replace('reply', 'other'),
    ]) {
      expect([address, await refusalOf({ ...mail, to: address })]).toEqual([address, 550])
    }
    // Addresses of others are refused before the mail is sent.
    await expect(send({ ...mail, to: 'x@tickets.example' })).rejects.toMatchObject({ command: 'RCPT TO' })
    expect(await settled()).toEqual([])
    expect(await refusalOf({ ...mail, subject: `[#1] Total ${id}`, to: 'reply@tickets.example' })).toBe(550)
  })

  it('ends with the ticket, and when the person leaves the business unit', async () => {
    const id = await open()
    const { to } = await replyOf(id)
    await portal.platform((db) => db.deleteFrom('tickets').where('id', '=', id).execute())
    expect(await refusalOf({ from: reader.email, to, text: 'Oi' })).toBe(550)
    const leaving: Person = { ...reader, email: 'leaving@example.com' }
    const ticket = await portal.platform(async (db) => {
      const user = { name: 'Lia Norte', email: leaving.email, home_tenant_id: norte }
      leaving.id = await addRecord(db, 'users', user)
      await db.insertInto('memberships').values({ tenant_id: norte, user_id: leaving.id }).execute()
      return addRecord(db, 'tickets', { tenant_id: norte, number: 1, name: 'T', text: 'T', user_id: leaving.id })
    })
    const reply = await replyOf(ticket, leaving)
    await portal.platform((db) => db.deleteFrom('memberships').where('user_id', '=', leaving.id).execute())
    expect(await refusalOf({ from: leaving.email, to: reply.to, text: 'Oi' })).toBe(550)
  })

  it('is refused while its business unit waits for its erasure', async () => {
    const { to } = await replyOf(await open())
    const erase = (at: Date | null) =>
      portal.platform((db) =>
        db
          .updateTable('tenants')
          .set({ erase_at: at, enabled: at === null })
          .where('id', '=', norte)
          .execute(),
      )
    await erase(new Date(Date.now() + 86_400_000))
    const refusal = await refusalOf({ from: reader.email, to, text: 'Oi' })
    await erase(null)
    expect(refusal).toBe(550)
    expect(await settled()).toEqual([])
  })
})

describe('a mail of somebody else', () => {
  it('Z7: waits for a decision; accepted, it is an answer of the person who accepts it, and names its sender', async () => {
    const id = await open()
    const { to } = await replyOf(id)
    await send({ from: 'stranger@example.org', to, subject: 'Re: Total', text: 'Sou eu, de casa' })
    expect(await outcomes()).toEqual([['review', 'sender']])
    expect(await answersOf(id)).toEqual([])
    expect((await portal.as(reader).ask(listTicketMails, {})).status).toBe(403)
    expect(await list(foreigner)).toEqual([])
    const [mail] = await list()
    expect(mail).toMatchObject({
      sender: 'stranger@example.org',
      person: { id: reader.id },
      ticket: { id },
      can: ['accept', 'discard'],
    })
    const input = { id: mail?.id ?? '' }
    expect((await portal.as(admin).ask(countTicketMails, {})).body).toEqual({ receives: true, undecided: 1 })
    expect((await portal.as(admin).ask(readTicketMail, input)).body).toMatchObject({
      text: 'Sou eu, de casa',
      has_original: true,
      files: [],
    })
    const { status, headers } = await portal.as(admin).ask(readOriginal, input)
    expect([status, headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="mail\.eml"/),
    ])
    for (const call of [readTicketMail, readOriginal, acceptTicketMail, discardTicketMail, retryTicketMail]) {
      expect((await portal.as(foreigner).ask(call, input)).status).toBe(404)
      expect((await portal.as(reader).ask(call, input)).status).toBe(403)
    }
    expect((await portal.as(admin).ask(acceptTicketMail, input)).status).toBe(200)
    expect(await outcomes()).toEqual([['done', null]])
    // It stays on the side that asks.
    expect((await read(id)).follow_ups).toMatchObject([
      {
        author: { id: admin.id },
        by_handler: false,
        by_mail: true,
        mail_sender: 'stranger@example.org',
        text: 'Sou eu, de casa',
      },
    ])
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'actor_id', 'changes'])
        .where('event', 'in', ['ticket.answered', 'ticket_mail.accepted'])
        .where('target_id', 'in', [id, input.id])
        .orderBy('at')
        .execute(),
    )
    const sender = { mail_sender: [null, 'stranger@example.org'] }
    expect(entries).toMatchObject([
      { event: 'ticket_mail.accepted', actor_id: admin.id, changes: sender },
      { event: 'ticket.answered', actor_id: admin.id, changes: { by_mail: [null, true], ...sender } },
    ])
    expect((await portal.as(admin).ask(acceptTicketMail, input)).status).toBe(404)
  })

  it('R1: to an administrator, accepted by an agent, has the rights of the agent and opens a resolved ticket again', async () => {
    const id = await open(admin)
    await setMember(other, { toggles: ['support_agent'] })
    const answer = { ticket_id: id, text: 'Pronto', status: 'closed' } as const
    expect((await portal.as(other).ask(answerTicket, answer)).status).toBe(200)
    await send({ from: 'stranger@example.org', to: (await replyOf(id, admin)).to, text: 'Sou o administrador' })
    await settled()
    const [mail] = await list(other)
    expect((await portal.as(other).ask(acceptTicketMail, { id: mail?.id ?? '' })).status).toBe(200)
    expect(await outcomes()).toEqual([['done', null]])
    const ticket = await read(id)
    expect(ticket.status).toBe('open')
    expect(ticket.follow_ups.at(-1)).toMatchObject({ author: { id: other.id }, mail_sender: 'stranger@example.org' })
  })

  it('R1: is refused when the person who accepted it no longer handles tickets', async () => {
    const id = await open()
    await setMember(other, { toggles: ['support_agent'] })
    await send({ from: 'stranger@example.org', to: (await replyOf(id)).to, text: 'Oi' })
    await settled()
    const [mail] = await list()
    await setMember(other, { toggles: [] })
    // As if the job ran after the person lost the right.
    await portal.platform((db) =>
      db.updateTable('ticket_mails').set({ state: 'received', reason: null, accepted_by: other.id }).execute(),
    )
    await worker.gate.inTenant(norte, async (db) => {
      const { processKind } = await import('./job-kinds.ts')
      await worker.enqueue(db, processKind, { id: mail?.id ?? '' }, { tenantId: norte })
    })
    expect(await outcomes()).toEqual([['refused', 'access']])
    expect(await answersOf(id)).toEqual([])
  })

  it('is accepted by members only: staff who visit the business unit write the answer themselves', async () => {
    const id = await open()
    await send({ from: 'stranger@example.org', to: (await replyOf(id)).to, text: 'Oi' })
    await settled()
    const visitor = portal.as(masterInNorte)
    const [mail] = (await visitor.ask(listTicketMails, {})).body.data
    expect(mail?.can).toEqual(['discard'])
    expect((await visitor.ask(acceptTicketMail, { id: mail?.id ?? '' })).status).toBe(403)
    expect(await outcomes()).toEqual([['review', 'sender']])
  })

  it('is discarded by a person who handles tickets', async () => {
    const { to } = await replyOf(await open())
    await setMember(other, { toggles: ['support_agent'] })
    await send({ from: 'stranger@example.org', to, text: 'Oi' })
    await settled()
    const [mail] = await list(other)
    expect((await portal.as(other).ask(discardTicketMail, { id: mail?.id ?? '' })).status).toBe(200)
    expect(await outcomes()).toEqual([['refused', 'discarded']])
  })

  it('never is an answer of another addressee of the ticket, whatever address it is sent to', async () => {
    const id = await open()
    await setMember(other, { toggles: ['support_agent'] })
    await send({ from: other.email, to: (await replyOf(id)).to, text: 'Oi' })
    await send({ from: [admin.email, reader.email], sender: reader.email, to: (await replyOf(id)).to, text: 'Olá' })
    expect(await outcomes()).toEqual([
      ['review', 'sender'],
      ['review', 'sender'],
    ])
  })

  it('with several headers From has no certain sender', async () => {
    const { to } = await replyOf(await open())
    const raw = `From: ${reader.email}\r\nFrom: stranger@example.org\r\nTo: ${to}\r\nSubject: Re\r\n\r\nOi`
    await send({ envelope: { from: 'a@example.org', to }, raw })
    expect(await outcomes()).toEqual([['review', 'sender']])
  })
})

describe('guards against loops', () => {
  it.each([
    ['Auto-Submitted', 'auto-replied'],
    ['Auto-Submitted', 'auto-generated (failure)'],
    ['Precedence', 'bulk'],
    ['Precedence', 'auto_reply'],
    ['List-Id', '<list.example.org>'],
    ['X-Auto-Response-Suppress', 'All'],
    ['X-Autoreply', 'yes'],
    ['X-Failed-Recipients', 'a@example.org'],
    ['Return-Path', '<>'],
  ])('a mail with %s: %s is no answer', async (name, value) => {
    const id = await open()
    await send({ from: reader.email, to: (await replyOf(id)).to, text: 'Estou de férias', headers: { [name]: value } })
    expect(await outcomes()).toEqual([['refused', 'automatic']])
    expect(await answersOf(id)).toEqual([])
  })

  it('a mail without an envelope sender, a report and a mail of the portal are no answers', async () => {
    const id = await open()
    const { to, messageId } = await replyOf(id)
    const mail = { from: reader.email, to, text: 'Oi' }
    await send({ ...mail, messageId: '<1@example.org>', envelope: { from: '', to } })
    const report = `From: ${reader.email}\r\nTo: ${to}\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nFalhou\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nStatus: 5.1.1\r\n--b--`
    await send({ envelope: { from: reader.email, to }, raw: report })
    await send({ ...mail, messageId })
    await send({ ...mail, from: to, messageId: '<2@example.org>' })
    expect(await outcomes()).toEqual([
      ['refused', 'automatic'],
      ['refused', 'automatic'],
      ['refused', 'own'],
      ['refused', 'own'],
    ])
  })

  it('"Auto-Submitted: no" is a person', async () => {
    await send({
      from: reader.email,
      to: (await replyOf(await open())).to,
      text: 'Oi',
      headers: { 'Auto-Submitted': 'no' },
    })
    expect(await outcomes()).toEqual([['done', null]])
  })
})

describe('rights at the moment of the effect', () => {
  const outcomeOf = async (id: string, person: Person) => {
    await send({ from: person.email, to: (await replyOf(id, person)).to, text: 'Oi' })
    return outcomes()
  }

  it('R1: a blocked person is refused; accepted, the mail is an answer of who accepts it', async () => {
    const id = await open()
    const { to } = await replyOf(id)
    await setMember(reader, { state: 'B' })
    await send({ from: reader.email, to, text: 'Oi' })
    expect(await outcomes()).toEqual([['refused', 'access']])
    expect(await answersOf(id)).toEqual([])
    const [mail] = await list()
    await portal.as(admin).ask(acceptTicketMail, { id: mail?.id ?? '' })
    expect(await outcomes()).toEqual([['done', null]])
    expect((await read(id)).follow_ups).toMatchObject([{ author: { id: admin.id }, mail_sender: reader.email }])
  })

  it('a person who no longer handles tickets is refused', async () => {
    const id = await open()
    await setMember(other, { toggles: ['support_agent'] })
    await replyOf(id, other)
    await setMember(other, { toggles: [] })
    expect(await outcomeOf(id, other)).toEqual([['refused', 'access']])
  })

  it('a business unit without a help desk refuses', async () => {
    const id = await open()
    await portal.platform((db) => db.updateTable('settings').set({ help_desk: false }).execute())
    expect(await outcomeOf(id, reader)).toEqual([['refused', 'access']])
  })

  it('a business unit with a list of addresses decides by a person', async () => {
    const id = await open()
    await portal.platform((db) =>
      db
        .updateTable('settings')
        .set({ allowed_addresses: ['127.0.0.0/8'] })
        .where('tenant_id', '=', norte)
        .execute(),
    )
    expect(await outcomeOf(id, reader)).toEqual([['review', 'restricted']])
    const [mail] = await list()
    await portal.as(admin).ask(acceptTicketMail, { id: mail?.id ?? '' })
    expect(await outcomes()).toEqual([['done', null]])
  })

  it('T1: a transaction that has a person already cannot become another one', async () => {
    const asOther = await worker.gate.inTenant(norte, async (db) => {
      await sql`select set_config('app.user_id', ${other.id}, true)`.execute(db)
      return store.actAs(db, admin.id, true)
    })
    expect(asOther).toBeUndefined()
    expect(await worker.gate.inTenant(norte, (db) => store.actAs(db, foreigner.id, true))).toBeUndefined()
    expect(await worker.gate.inTenant(norte, (db) => store.actAs(db, people.masterOfAlfa.id, true))).toBeUndefined()
    expect(await worker.gate.acrossTenants('test', (db) => store.actAs(db, admin.id, true))).toBeUndefined()
    expect(await worker.gate.inTenant(norte, (db) => store.actAs(db, admin.id, false))).toMatchObject({ refusal: null })
  })
})

describe('limits', () => {
  it('more answers than a person may send in an hour wait for a decision', async () => {
    const id = await open()
    await portal.platform((db) =>
      sql`insert into ticket_follow_ups (tenant_id, ticket_id, user_id, by_handler, text)
          select ${norte}, ${id}, ${reader.id}, false, 'x' from generate_series(1, ${ticketBudget.followUpsAnHour})`.execute(
        db,
      ),
    )
    await send({ from: reader.email, to: (await replyOf(id)).to, text: 'Oi' })
    expect(await outcomes()).toEqual([['review', 'throttled']])
  })

  it('more mails of a person for a ticket than an hour allows come later', async () => {
    const id = await open()
    const { to } = await replyOf(id)
    await portal.platform((db) =>
      sql`insert into ticket_mails (tenant_id, ticket_id, user_id, message_key, way, has_null_sender, sender, subject, bytes, state)
          select ${norte}, ${id}, ${reader.id}, n::text, 'address', false, 'S', 'S', 1, 'done' from generate_series(1, ${limits.anHour}) n`.execute(
        db,
      ),
    )
    expect(await refusalOf({ from: reader.email, to, text: 'Oi' })).toBe(452)
  })

  it('V5: one person cannot use the bytes of a day of the business unit', async () => {
    const [id, others] = [await open(), await open(other)]
    await portal.platform((db) =>
      sql`insert into ticket_mails (tenant_id, ticket_id, user_id, message_key, way, has_null_sender, sender, subject, bytes, state)
          select ${norte}, ${id}, ${reader.id}, 'x', 'address', false, 'S', 'S', ${limits.personBytesADay - 100}, 'done'`.execute(
        db,
      ),
    )
    expect(await refusalOf({ from: reader.email, to: (await replyOf(id)).to, text: 'Oi' })).toBe(452)
    await send({ from: other.email, to: (await replyOf(others, other)).to, text: 'Oi' })
    await settled()
    expect(await answersOf(others)).toEqual(['Oi'])
  })

  it(
    'a mail of 26 MB is refused, and one of 13 MB is kept, without its file of 9 MB',
    { timeout: 120_000 },
    async () => {
      const id = await open()
      const { to } = await replyOf(id)
      const fileOf = (megabytes: number) => ({
        filename: 'grande.txt',
        content: Buffer.alloc(megabytes * 1024 * 1024, 'a'),
      })
      expect(await refusalOf({ from: reader.email, to, text: 'Oi', attachments: [fileOf(20)] })).toBe(552)
      await send({ from: reader.email, to, text: 'Oi', attachments: [fileOf(9)] })
      await vi.waitFor(async () => expect((await settled())[0]?.state).toBe('done'), { timeout: 60_000, interval: 100 })
      expect((await read(id)).follow_ups).toMatchObject([{ text: 'Oi', attachments: [], mail_refused: ['grande.txt'] }])
    },
  )

  it('parts that are nested too deeply wait for a decision', async () => {
    const { to } = await replyOf(await open())
    const levels = Array.from(
      { length: 3_000 },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    )
    await send({
      envelope: { from: reader.email, to },
      raw: `From: ${reader.email}\r\nTo: ${to}\r\n${levels.join('')}\r\nOi`,
    })
    expect(await outcomes()).toEqual([['review', 'unreadable']])
    const [mail] = await list()
    expect((await portal.as(admin).ask(readTicketMail, { id: mail?.id ?? '' })).body).toMatchObject({
      text: null,
      has_original: true,
    })
  })
})

describe('what a mail contains', () => {
  it('files go through the checks of uploads; refused ones are named', async () => {
    const id = await open()
    const picture = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    await send({
      from: reader.email,
      to: (await replyOf(id)).to,
      text: 'Veja',
      attachments: [
        { filename: 'tela.png', content: picture },
        { filename: 'dados.csv', content: 'a;b\n1;2' },
        { filename: 'script.exe', content: 'MZ' },
        { filename: '../../etc/falso.png', content: 'not a picture' },
        { filename: 'logo.png', content: picture, cid: 'logo@example.org', contentDisposition: 'inline' },
      ],
    })
    expect(await outcomes()).toEqual([['done', null]])
    const [seen] = (await read(id)).follow_ups
    expect(seen?.attachments.map(({ name }) => name)).toEqual(['tela.png', 'dados.csv'])
    expect(seen?.attachments[0]?.picture).toContain('.webp')
    expect(seen?.mail_refused).toEqual(['script.exe', 'falso.png'])
  })

  it('a mail with a file and without a text is an answer; without both it waits for a decision', async () => {
    const id = await open()
    const { to } = await replyOf(id)
    await send({ from: reader.email, to, text: ' \n', attachments: [{ filename: 'a.txt', content: 'a' }] })
    await send({ from: reader.email, to, text: ' \n' })
    expect(await outcomes()).toEqual([
      ['done', null],
      ['review', 'empty'],
    ])
    expect(await answersOf(id)).toEqual(['Arquivos enviados por e-mail, sem texto.'])
  })

  it.each([
    ['iso-8859-1', Buffer.from('Não é só isso: ação', 'latin1'), 'Não é só isso: ação'],
    ['windows-1252', Buffer.from([0x93, 0x4f, 0x69, 0x94]), '“Oi”'],
    ['utf-16le', Buffer.from('Olá', 'utf16le'), 'Olá'],
    ['gb2312', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), '你好'],
    ['unknown-x', Buffer.from('Oi'), 'Oi'],
  ])('reads %s', async (charset, content, expected) => {
    const id = await open()
    const { to } = await replyOf(id)
    const raw = `From: ${reader.email}\r\nTo: ${to}\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n`
    await send({ envelope: { from: reader.email, to }, raw })
    expect(await outcomes()).toEqual([['done', null]])
    expect(await answersOf(id)).toEqual([expected])
  })

  it('U7: line breaks in encoded headers and names reach no other header or line', async () => {
    const id = await open()
    const { to } = await replyOf(id)
    const injected = `=?utf-8?B?${Buffer.from('Total\r\nBcc: a@example.org\0').toString('base64')}?=`
    const raw = `From: ${injected} <${reader.email}>\r\nTo: ${to}\r\nSubject: ${injected}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nOi\r\n--b\r\nContent-Type: text/plain; name="${injected}"\r\nContent-Disposition: attachment; filename="=?utf-8?B?${Buffer.from('a\r\nb.txt').toString('base64')}?="\r\n\r\nx\r\n--b--\r\n`
    await send({ envelope: { from: reader.email, to }, raw })
    expect(await outcomes()).toEqual([['done', null]])
    const [mail] = await list()
    expect(mail?.subject).not.toMatch(/[\r\n\0]/)
    expect((await read(id)).follow_ups[0]?.attachments).toMatchObject([{ name: 'a b.txt' }])
  })

  it('a text with HTML, NUL and half a surrogate is stored as a text', async () => {
    const id = await open()
    const { to } = await replyOf(id)
    await send({
      from: reader.email,
      to,
      html: '<p>a<script>alert(1)</script><img src=x onerror=alert(1)></p><p>&#0;&#xD800;b &lt;b&gt;</p>',
    })
    expect(await outcomes()).toEqual([['done', null]])
    const [text = ''] = await answersOf(id)
    expect(text).toMatch(/^a\n\n.*b <b>$/s)
    expect(text.isWellFormed()).toBe(true)
  })

  it('a text over the limit is cut, and the whole is one click away', async () => {
    const id = await open()
    await send({ from: reader.email, to: (await replyOf(id)).to, text: `${'palavra '.repeat(1_000)}fim` })
    expect(await outcomes()).toEqual([['done', null]])
    const [seen] = (await read(id)).follow_ups
    expect([seen?.text?.length, seen?.mail_rest?.endsWith('fim')]).toEqual([5_000, true])
  })
})

describe('a reply of the staff outside of the business unit', () => {
  const { masterOfAlfa: master, masterOfBeta, platform } = people
  const agents = (handles: boolean) =>
    portal.platform((db) =>
      db.updateTable('users').set({ support_agent: handles }).where('staff', 'is not', null).execute(),
    )
  beforeAll(async () => {
    mailIn.authServer = 'mx.example'
    await agents(true)
  })
  afterAll(async () => {
    mailIn.authServer = null
    await agents(false)
  })

  /** What the operator's server writes above a mail of the person. */
  const proofOf = ({ email }: Person) => ({
    'Authentication-Results': `mx.example; dmarc=pass header.from=${email.split('@').at(-1) ?? ''}`,
  })

  const handUp = async (level: 'partner' | 'platform' = 'partner') => {
    const id = await open()
    await portal.as(admin).ask(handTicket, { id, level: 'partner', note: 'Não sei' })
    if (level === 'platform') await portal.as(master).ask(handOn, { id, level, note: 'Nem nós' })
    return id
  }
  const staffReplyOf = async (ticketId: string, person: Person = master) => {
    const replies = await worker.gate.acrossTenants('test', async (db) =>
      createReplies({ mailIn, secrets })?.(
        { db, tenantId: null },
        { type: 'ticket_handed', path: `/help_desk/handed/${ticketId}` },
        [{ userId: person.id, language: 'pt-BR' }],
      ),
    )
    return replies?.get(person.id) ?? { to: 'reply@tickets.example', messageId: '', mark: '' }
  }
  const reply = async (id: string, person: Person = master, more: SendMailOptions = {}) =>
    send({
      from: person.email,
      to: (await staffReplyOf(id, person)).to,
      text: 'Já vimos',
      headers: proofOf(person),
      ...more,
    })

  it('becomes an answer of the agent, with its files, and is told as one in the portal', async () => {
    const id = await handUp()
    await reply(id, master, {
      text: 'Já vimos\n\n-- \nMarta',
      attachments: [
        { filename: 'a.csv', content: 'a;b' },
        { filename: 'b.exe', content: 'MZ' },
      ],
    })
    expect(await outcomes()).toEqual([['done', null]])
    const ticket = await read(id, reader)
    expect(ticket.status).toBe('on_going')
    const [seen] = ticket.follow_ups
    expect(seen).toMatchObject({
      author: { name: master.name },
      by_handler: true,
      internal: false,
      by_mail: true,
      text: 'Já vimos',
      mail_rest: null,
      mail_refused: ['b.exe'],
      attachments: [{ name: 'a.csv' }],
    })
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor_id', 'tenant_id', 'partner_id', 'changes'])
        .where('event', '=', 'handed_ticket.answered')
        .where('target_id', '=', id)
        .execute(),
    )
    expect(entries).toMatchObject([
      {
        actor_id: master.id,
        tenant_id: null,
        partner_id: tenants.norte.partner_id,
        changes: { by_mail: [null, true] },
      },
    ])
    await vi.waitFor(async () => {
      const told = await portal.platform((db) =>
        db.selectFrom('notifications').select('type').where('type', '=', 'ticket_answered').execute(),
      )
      expect(told).toHaveLength(1)
    }, soon)
  })

  it('has the address in the mail about a ticket that was handed up', async () => {
    // Of other tests.
    await portal.platform((db) => db.deleteFrom('staff_notifications').execute())
    await portal.platform((db) => db.deleteFrom('mails').execute())
    const id = await handUp()
    const dependencies = {
      hosts: createHosts(new URL('http://localhost')),
      secrets,
      repliesOf: createReplies({ mailIn, secrets }),
    }
    const mail = await vi.waitFor(async () => {
      // As if the agent had chosen copies by e-mail.
      await portal.platform((db) => db.updateTable('staff_notifications').set({ mail_due: true }).execute())
      await portal.platform((db) =>
        writeStaffMailCopies({ db, enqueue: () => Promise.resolve(), clock: systemClock, log: silent }, dependencies),
      )
      const [found] = await portal.platform((db) =>
        db
          .selectFrom('mails')
          .selectAll()
          .where('to_address', '=', master.email)
          .where('purpose', '=', 'notification.ticket_handed')
          .execute(),
      )
      if (!found) throw new Error('no mail yet')
      return found
    }, soon)
    const { to, mark } = await staffReplyOf(id)
    expect([mail.reply_to, mail.body_text?.includes(mark)]).toEqual([to, true])
  })

  it('of the platform answers what was handed up to it', async () => {
    const id = await handUp('platform')
    await reply(id, platform)
    expect(await outcomes()).toEqual([['done', null]])
    expect((await read(id, reader)).follow_ups).toMatchObject([{ author: { name: platform.name } }])
  })

  it('R1, Z7: is refused when the ticket was taken back, for another partner, and for who does not handle tickets', async () => {
    const taken = await handUp()
    const { to } = await staffReplyOf(taken)
    await portal.as(admin).ask(handTicket, { id: taken, level: 'unit', note: 'Resolvemos' })
    await send({ from: master.email, to, text: 'Tarde', headers: proofOf(master) })
    expect(await outcomes()).toEqual([['refused', 'access']])
    const id = await handUp()
    await reply(id, masterOfBeta)
    await reply(id, platform)
    const own = await staffReplyOf(id)
    await agents(false)
    await send({ from: master.email, to: own.to, text: 'Não atendo', headers: proofOf(master) })
    await settled()
    await agents(true)
    await portal.platform((db) =>
      db.updateTable('users').set({ staff_state: 'B' }).where('id', '=', master.id).execute(),
    )
    await send({ from: master.email, to: own.to, text: 'Bloqueada', headers: proofOf(master) })
    await settled()
    await portal.platform((db) =>
      db.updateTable('users').set({ staff_state: 'A' }).where('id', '=', master.id).execute(),
    )
    expect((await outcomes()).slice(1)).toEqual(Array.from({ length: 4 }, () => ['refused', 'access']))
    expect((await read(id, reader)).follow_ups).toEqual([])
  })

  it('Z7: of another sender waits for the people of the business unit', async () => {
    const id = await handUp()
    await reply(id, master, { from: 'stranger@example.org' })
    expect(await outcomes()).toEqual([['review', 'sender']])
    const [mail] = await list()
    expect(mail).toMatchObject({ person: null, ticket: { id } })
    expect((await portal.as(admin).ask(acceptTicketMail, { id: mail?.id ?? '' })).status).toBe(200)
    expect(await outcomes()).toEqual([['done', null]])
    expect((await read(id)).follow_ups.at(-1)).toMatchObject({
      author: { id: admin.id },
      by_handler: true,
      mail_sender: 'stranger@example.org',
    })
  })

  it('Z7: waits for a person when no server confirmed its sender, also while the operator has named none', async () => {
    const id = await handUp()
    await reply(id, master, { headers: {} })
    mailIn.authServer = null
    await reply(id, master, { text: 'Sem servidor' })
    const found = await outcomes()
    mailIn.authServer = 'mx.example'
    expect(found).toEqual([
      ['review', 'unproven'],
      ['review', 'unproven'],
    ])
    expect((await read(id, reader)).follow_ups).toEqual([])
  })

  it('Z5: gives its address to nobody who downloads the original', async () => {
    const id = await handUp('platform')
    const { to, mark, messageId } = await staffReplyOf(id, platform)
    const lines = `Resolvido\n\n> ${mark}\n> ${'x'.repeat(50)} ${to.toUpperCase()} é\n`
    await reply(id, platform, {
      text: lines,
      html: `<p>Resolvido</p><a href="mailto:${to}">${messageId}</a>`,
      textEncoding: 'base64',
      references: messageId,
      attachments: [{ filename: `${mark.slice(4)}.txt`, content: mark }],
    })
    expect(await outcomes()).toEqual([['done', null]])
    await setMember(other, { toggles: ['support_agent'] })
    const [mail] = await list(other)
    const { path } = await portal.platform((db) =>
      db
        .selectFrom('ticket_mails')
        .select('path')
        .where('id', '=', mail?.id ?? '')
        .executeTakeFirstOrThrow(),
    )
    const stored = (await receiving.storage.read(filePath(path ?? ''))) ?? new Uint8Array()
    const headers = { host: other.host, authorization: `Bearer ${await portal.tokenOf(other)}` }
    const url = `/api/${readOriginal.path}?id=${mail?.id ?? ''}`
    const answer = await portal.portal.app.inject({ url, headers })
    const original = new Uint8Array(answer.rawPayload)
    expect([answer.statusCode, original.length]).toEqual([200, stored.length])
    const all = async (bytes: Uint8Array) => {
      const read = await readMail(bytes)
      const parts = read?.files.flatMap(({ name, bytes: content }) => [name, Buffer.from(content).toString()]) ?? []
      return [Buffer.from(bytes).toString('latin1'), read?.text, ...parts].map((text) => (text ?? '').toLowerCase())
    }
    const isIn = (text: string) => text.includes(mark.slice(5))
    expect((await all(stored)).every(isIn)).toBe(true)
    expect((await all(original)).some(isIn)).toBe(false)
    expect((await readMail(original))?.text).toContain('Resolvido')
  })

  it('is refused when its business unit was closed after the mail arrived', async () => {
    const id = await handUp('platform')
    const close = (at: Date | null) =>
      portal.platform((db) =>
        db
          .updateTable('tenants')
          .set({ erase_at: at, enabled: at === null })
          .where('id', '=', norte)
          .execute(),
      )
    expect((await portal.as(platform).ask(readHanded, { id })).status).toBe(200)
    // As if the unit had been closed before the job ran.
    await reply(id, platform, { headers: {} })
    await settled()
    await close(new Date(Date.now() + 86_400_000))
    expect((await portal.as(platform).ask(readHanded, { id })).status).toBe(404)
    const { path } = await portal.platform(async (db) => {
      const [row] = await db
        .updateTable('ticket_mails')
        .set({ state: 'received', reason: null })
        .returning(['id', 'path'])
        .execute()
      await worker.enqueue(db, processStaffKind, { id: row?.id ?? '' })
      return row ?? { path: null }
    })
    const raw = Buffer.from((await receiving.storage.read(filePath(path ?? ''))) ?? []).toString('latin1')
    await writeFile(
      join(portal.filesDir, path ?? ''),
      `Authentication-Results: ${proofOf(platform)['Authentication-Results']}\r\n${raw}`,
    )
    const found = await outcomes()
    await close(null)
    expect(found).toEqual([['refused', 'access']])
    expect((await read(id, reader)).follow_ups).toEqual([])
  })

  it('acts as nobody but the staff, and only in work across tenants without a person', async () => {
    const across = (work: Parameters<typeof worker.gate.acrossTenants>[1]) => worker.gate.acrossTenants('test', work)
    expect(await across((db) => store.actAsStaff(db, admin.id))).toBeUndefined()
    expect(await across((db) => store.actAsStaff(db, master.id))).toMatchObject({ refusal: null })
    expect(
      await across(async (db) => {
        await store.actAsStaff(db, master.id)
        return store.actAsStaff(db, platform.id)
      }),
    ).toBeUndefined()
    expect(await worker.gate.inTenant(norte, (db) => store.actAsStaff(db, master.id))).toBeUndefined()
  })
})

describe('the token of the address', () => {
  it('Z5: reaches nobody who reads the answer, its rest, its files or the list of mails', async () => {
    const id = await open()
    const { to, mark, messageId } = await replyOf(id, admin)
    await send({
      from: admin.email,
      to,
      subject: `Re: ${mark}`,
      text: `Veja ${to.toUpperCase()}\n\n-- \n${messageId}\n${mark}`,
      attachments: [{ filename: `${mark.slice(4)}.txt`, content: 'a' }],
    })
    expect(await outcomes()).toEqual([['done', null]])
    const [mail] = await list()
    const shown = JSON.stringify([
      await read(id),
      await read(id, reader),
      mail,
      (await portal.as(admin).ask(readTicketMail, { id: mail?.id ?? '' })).body,
    ])
    expect(shown.toLowerCase()).not.toContain(mark.slice(5))
    expect((await read(id)).follow_ups[0]).toMatchObject({ text: 'Veja REPLY+…@TICKETS.EXAMPLE' })
    const original = await portal.as(admin).ask(readOriginal, { id: mail?.id ?? '' })
    expect(original.status).toBe(200)
  })
})

describe('exactly once', () => {
  it('J1: the same mail by two receivers at the same time is one follow-up', async () => {
    const second = await receiver()
    const id = await open()
    const mail = { from: reader.email, to: (await replyOf(id)).to, text: 'Oi', messageId: '<same@example.org>' }
    await Promise.all(Array.from({ length: 8 }, (_, n) => send(mail, n % 2 === 0 ? receivers : [second])))
    await send({ ...mail, headers: { Received: 'from elsewhere' } })
    expect(await outcomes()).toEqual([['done', null]])
    expect(await answersOf(id)).toEqual(['Oi'])
    const files = await portal.platform((db) =>
      db.selectFrom('files').select('path').where('kind', '=', 'ticket.mail').execute(),
    )
    expect(files).toHaveLength(1)
  })

  it('two texts with the same Message-ID are two follow-ups, and one mail to two tickets is one of each', async () => {
    const [first, second] = [await open(), await open()]
    const to = [(await replyOf(first)).to, (await replyOf(second)).to]
    const mail = { from: reader.email, messageId: '<same@example.org>' }
    await send({ ...mail, to, text: 'Um' })
    await send({ ...mail, to: to[0], text: 'Dois' })
    expect(await outcomes()).toEqual([
      ['done', null],
      ['done', null],
      ['done', null],
    ])
    expect((await answersOf(first)).toSorted()).toEqual(['Dois', 'Um'])
    expect(await answersOf(second)).toEqual(['Um'])
  })

  it('a mail that was processed is not processed again', async () => {
    const id = await open()
    await send({ from: reader.email, to: (await replyOf(id)).to, text: 'Oi' })
    const [mail] = await settled()
    await worker.gate.inTenant(norte, async (db) => {
      const { processKind } = await import('./job-kinds.ts')
      await worker.enqueue(db, processKind, { id: mail?.id ?? '' }, { tenantId: norte })
    })
    await vi.waitFor(async () => {
      const { rows } = await portal.platform((db) =>
        sql`select from pgboss.job where name = 'ticket_mail.process' and state < 'completed'`.execute(db),
      )
      expect(rows).toHaveLength(0)
    }, soon)
    expect(await answersOf(id)).toEqual(['Oi'])
  })
})

describe('a mail that cannot be processed', () => {
  it('is dead after its last attempt, and can be tried again', async () => {
    const id = await open()
    const { to } = await replyOf(id)
    await send({ from: 'stranger@example.org', to, text: 'Oi' })
    const [mail] = await settled()
    const mailId = mail?.id ?? ''
    await portal.platform((db) =>
      db.updateTable('ticket_mails').set({ state: 'received', reason: null, accepted_by: admin.id }).execute(),
    )
    const broken = { ...receiving.storage, read: () => Promise.reject(new Error('the storage is away')) }
    const attempt = (isLastAttempt: boolean) =>
      processMail(
        {
          tenantId: norte as TenantId,
          clock: { now: () => new Date() },
          log: silent,
          signal: new AbortController().signal,
          attempt: 0,
          isLastAttempt,
          acrossTenants: worker.gate.acrossTenants,
          transaction: async (work) => {
            const done = await worker.gate.inTenant(norte, async (db, tenantId) => ({
              is: await work({
                db,
                tenantId,
                clock: { now: () => new Date() },
                log: silent,
                signal: new AbortController().signal,
                audit: () => Promise.resolve(),
                announce: () => Promise.resolve(),
                enqueue: () => Promise.resolve(),
              }),
            }))
            if (!done) throw new Error('no unit')
            return done.is
          },
        },
        mailId,
        { mailIn, storage: broken },
      )
    await expect(attempt(false)).rejects.toThrow('the storage is away')
    await attempt(true)
    expect(await outcomes()).toEqual([['dead', 'failed']])
    const [row] = await list()
    expect(row?.can).toEqual(['discard', 'retry'])
    expect((await portal.as(admin).ask(retryTicketMail, { id: mailId })).status).toBe(200)
    expect(await outcomes()).toEqual([['done', null]])
  })

  it('is not accepted from its sender while the storage fails', async () => {
    const id = await open()
    const { to } = await replyOf(id)
    const failing = { ...receiving, storage: { ...receiving.storage, put: () => Promise.reject(new Error('full')) } }
    const made = await startReceiver(failing, { log: silent, port: 0, host: '127.0.0.1', tls: null })
    await expect(send({ from: reader.email, to, text: 'Oi' }, [made])).rejects.toMatchObject({ responseCode: 451 })
    await made.close()
    expect(await settled()).toEqual([])
  })

  it('is given up when no job completed it', async () => {
    const { to } = await replyOf(await open())
    await send({ from: 'stranger@example.org', to, text: 'Oi' })
    await settled()
    await portal.platform(async (db) => {
      await sql`update ticket_mails set state = 'received', reason = null, changed_at = now() - interval '7 hours'`.execute(
        db,
      )
      await store.giveUpLost(db)
    })
    expect(await outcomes()).toEqual([['dead', 'failed']])
  })

  it('is not given up while its business unit is closed', async () => {
    const { to } = await replyOf(await open())
    await send({ from: 'stranger@example.org', to, text: 'Oi' })
    await settled()
    const giveUpWhile = (isClosed: boolean) =>
      portal.platform(async (db) => {
        await db
          .updateTable('tenants')
          .set({ enabled: !isClosed, erase_at: isClosed ? new Date(Date.now() + 86_400_000) : null })
          .where('id', '=', norte)
          .execute()
        await store.giveUpLost(db)
        return (await db.selectFrom('ticket_mails').select('state').execute()).map(({ state }) => state)
      })
    await portal.platform((db) =>
      sql`update ticket_mails set state = 'received', reason = null, changed_at = now() - interval '7 hours'`.execute(
        db,
      ),
    )
    expect(await giveUpWhile(true)).toEqual(['received'])
    expect(await giveUpWhile(false)).toEqual(['dead'])
  })
})

describe('the connection', () => {
  it('is encrypted for a sender that wants it, when there is a certificate', async () => {
    const { key, cert } = makeCertificate('localhost')
    const paths = { key: join(portal.filesDir, 'key.pem'), cert: join(portal.filesDir, 'cert.pem') }
    await Promise.all([writeFile(paths.key, key), writeFile(paths.cert, cert)])
    const made = await startReceiver(receiving, { log: silent, port: 0, host: '127.0.0.1', tls: paths })
    const id = await open()
    const to = (await replyOf(id)).to
    const tls = { ca: cert, servername: 'localhost' }
    const sender = createTransport({
      host: '127.0.0.1',
      port: made.port,
      requireTLS: true,
      tls,
      disableFileAccess: true,
    })
    await sender.sendMail({ from: reader.email, to, text: 'Cifrado' })
    await made.close()
    expect(await outcomes()).toEqual([['done', null]])
    expect(await answersOf(id)).toEqual(['Cifrado'])
  })
})

describe('the original', () => {
  it('is kept for a time, and its file goes with its row, also after a cascade', async () => {
    const [first, second] = [await open(), await open()]
    await send({ from: reader.email, to: (await replyOf(first)).to, text: 'Um' })
    await send({ from: reader.email, to: (await replyOf(second)).to, text: 'Dois' })
    await settled()
    const stored = () =>
      portal.platform((db) =>
        db.selectFrom('files').select('path').where('kind', '=', 'ticket.mail').where('used', '=', true).execute(),
      )
    expect(await stored()).toHaveLength(2)
    expect((await readdir(join(portal.filesDir, 'private', norte))).length).toBeGreaterThanOrEqual(2)
    await portal.platform(async (db) => {
      await sql`update ticket_mails set received_at = now() - make_interval(days => ${limits.keptDays + 1}) where ticket_id = ${first}`.execute(
        db,
      )
      await store.forgetOld(db, limits.keptDays)
    })
    expect(await stored()).toHaveLength(1)
    expect(await answersOf(first)).toEqual(['Um'])
    await portal.platform((db) => db.deleteFrom('tickets').where('id', '=', second).execute())
    expect(await stored()).toHaveLength(0)
  })
})
