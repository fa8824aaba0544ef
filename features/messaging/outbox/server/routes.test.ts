import { describe, expect, it, vi } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { type PersonName, people, tenants } from '#testing/world.ts'
import { listMails, readMail, readMailServer, retryMail, sendTestMail } from '../contract.ts'

const portal = testPortal({ config: { runJobs: true, demoWorld: true } })
const admin = () => portal.as('adminOfNorte')

const sorted = (rows: (string | null)[][]) => rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
const subjects = async (caller: PersonName) => {
  const { body } = await portal.as(caller).ask(listMails, { sort: 'to_address', order: 'asc' })
  return sorted(body.data.map(({ to_address, tenant_name }) => [to_address, tenant_name]))
}

describe('the outbox', () => {
  it('T7: shows a test mail only in the scope of its author', async () => {
    for (const caller of ['adminOfNorte', 'adminOfSul', 'adminOfLeste', 'masterOfAlfa', 'platform'] as const) {
      const { status, body } = await portal.as(caller).ask(sendTestMail, {})
      expect([status, body.sends]).toEqual([200, false])
    }
    const norte = [people.adminOfNorte.email, 'Norte']
    const sul = [people.adminOfSul.email, 'Sul']
    const leste = [people.adminOfLeste.email, 'Leste']
    const alfa = [people.masterOfAlfa.email, null]
    expect(await subjects('adminOfNorte')).toEqual([norte])
    expect(await subjects('masterOfAlfa')).toEqual(sorted([sul, norte, alfa]))
    expect(await subjects('platform')).toEqual(sorted([leste, sul, norte, alfa, [people.platform.email, null]]))
    expect((await portal.as('userOfNorte').ask(listMails, {})).status).toBe(403)
    expect((await portal.as('userOfNorte').ask(sendTestMail, {})).status).toBe(403)
  })

  it('says that mails wait until the business unit has a proven mail server; nobody else hears of that server', async () => {
    const sends = async (caller: PersonName) => (await portal.as(caller).ask(readMailServer, {})).body.sends
    expect(await Promise.all((['adminOfNorte', 'platform'] as const).map(sends))).toEqual([false, false])
    const server = {
      host: 'mail.example',
      port: 587,
      security: 'starttls',
      from_name: 'N',
      from_address: 'n@norte.example',
    }
    const own = { tenant_id: tenants.norte.id, ...server }
    await portal.platform((db) => db.insertInto('mail_senders').values(own).execute())
    expect(await sends('adminOfNorte')).toBe(false)
    await portal.platform((db) => db.updateTable('mail_senders').set({ proven_at: new Date() }).execute())
    expect(await Promise.all((['adminOfNorte', 'adminOfSul', 'masterOfAlfa'] as const).map(sends))).toEqual([
      true,
      false,
      false,
    ])
    expect((await portal.as('userOfNorte').ask(readMailServer, {})).status).toBe(403)
    await portal.platform((db) => db.deleteFrom('mail_senders').execute())
  })

  it('U7: allows five test mails per address and hour, independently of other addresses', async () => {
    const person = portal.as('masterOfBeta')
    const states = []
    for (let time = 0; time < 7; time += 1) states.push((await person.ask(sendTestMail, {})).status)
    expect(states).toEqual([200, 200, 200, 200, 200, 429, 429])
    const spent = await person.ask(sendTestMail, {})
    expect([spent.raw.key, Number(spent.headers['retry-after']) > 3_000]).toEqual(['mail_tests_spent', true])
    expect((await portal.as('masterOfAlfa').ask(sendTestMail, {})).status).toBe(200)
  })

  it('shows the text in the demo world, in the recipient’s language, with an audit entry', async () => {
    const { body: list } = await admin().ask(listMails, {})
    const { body: mail } = await admin().ask(readMail, { id: list.data[0]?.id ?? '' })
    expect(mail).toMatchObject({
      subject: 'E-mail de teste do portal',
      to_name: null,
      state: 'waiting',
      can: [],
    })
    expect(mail.body_html).not.toContain(people.adminOfNorte.name)
    expect((await portal.as('adminOfSul').ask(readMail, { id: mail.id })).status).toBe(404)
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('tenant_id').where('event', '=', 'mail.test_written').execute(),
    )
    expect(entries.filter(({ tenant_id }) => tenant_id === tenants.norte.id)).toHaveLength(1)
  })

  it('sends only failed mails again', async () => {
    const { body: list } = await admin().ask(listMails, {})
    const id = list.data[0]?.id ?? ''
    expect((await admin().ask(retryMail, { id })).status).toBe(404)
    await portal.platform((db) =>
      db
        .updateTable('mails')
        .set({ state: 'failed', last_error: 'accept 550: EMESSAGE' })
        .where('id', '=', id)
        .execute(),
    )
    const { body: failed } = await admin().ask(listMails, { state: 'failed' })
    expect(failed.data).toMatchObject([{ id, last_error: 'accept 550: EMESSAGE', can: ['retry'] }])
    expect((await portal.as('adminOfSul').ask(retryMail, { id })).status).toBe(404)
    expect((await admin().ask(retryMail, { id })).status).toBe(200)
    await vi.waitFor(async () => {
      const { body } = await admin().ask(readMail, { id })
      expect(body).toMatchObject({ state: 'waiting', last_error: null })
    })
  })

  it('J5: shows a mail in doubt under a state of its own, not as failed, and sends it again only on request', async () => {
    await admin().ask(sendTestMail, {})
    const { body: list } = await admin().ask(listMails, { state: 'waiting' })
    const id = list.data[0]?.id ?? ''
    await portal.platform((db) =>
      db
        .updateTable('mails')
        .set({ state: 'in_doubt', last_error: 'accept: ECONNECTION', uncertain: 2, message_id: '<a@b.example>' })
        .where('id', '=', id)
        .execute(),
    )
    expect((await admin().ask(listMails, { state: 'failed' })).body.data).toEqual([])
    const { body: doubtful } = await admin().ask(listMails, { state: 'in_doubt' })
    expect(doubtful.data).toMatchObject([{ id, state: 'in_doubt', can: ['retry'] }])
    expect((await admin().ask(readMail, { id })).body).toMatchObject({ state: 'in_doubt', can: ['retry'] })
    expect((await portal.as('adminOfSul').ask(retryMail, { id })).status).toBe(404)
    expect((await admin().ask(retryMail, { id })).status).toBe(200)
    const [row] = await portal.platform((db) =>
      db.selectFrom('mails').select(['state', 'uncertain', 'message_id']).where('id', '=', id).execute(),
    )
    expect(row).toEqual({ state: 'waiting', uncertain: 0, message_id: '<a@b.example>' })
  })

  it('names the files of a mail, and does not send it again once they are removed', async () => {
    await admin().ask(sendTestMail, {})
    const { body: list } = await admin().ask(listMails, { state: 'waiting' })
    const id = list.data[0]?.id ?? ''
    const { id: tenant_id, partner_id } = tenants.norte
    const file = { name: 'Vendas.pdf', media_type: 'application/pdf', bytes: 2_000 }
    await portal.platform(async (db) => {
      await db.updateTable('mails').set({ state: 'failed' }).where('id', '=', id).execute()
      await db
        .insertInto('mail_attachments')
        .values({ mail_id: id, position: 0, tenant_id, partner_id, path: null, ...file })
        .execute()
    })
    const { body: mail } = await admin().ask(readMail, { id })
    expect(mail).toMatchObject({ state: 'failed', can: [], attachments: [{ name: 'Vendas.pdf', bytes: 2_000 }] })
    expect((await admin().ask(listMails, { state: 'failed' })).body.data).toMatchObject([{ id, can: [] }])
    expect((await admin().ask(retryMail, { id })).status).toBe(404)
  })
})

describe('the outbox outside the demo world', () => {
  const earnest = testPortal({ config: { demoWorld: false } })

  it('Z3: never shows the text of a mail', async () => {
    await earnest.as('adminOfNorte').ask(sendTestMail, {})
    const { body: list } = await earnest.as('adminOfNorte').ask(listMails, {})
    const { body: mail, raw } = await earnest.as('adminOfNorte').ask(readMail, { id: list.data[0]?.id ?? '' })
    expect(mail).toMatchObject({ body_text: null, body_html: null })
    expect(JSON.stringify([raw, list])).not.toContain(`${people.adminOfNorte.name}.`)
  })
})
