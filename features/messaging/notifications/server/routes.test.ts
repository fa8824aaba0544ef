import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { maxUnreadShown, unsubscribeLinks } from '#catalogue/limits.ts'
import { systemClock } from '#platform/server/clock.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { createHosts } from '#platform/server/hosts.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { silent } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, people, type PersonName, tenants } from '#testing/world.ts'
import {
  countUnread,
  deleteNotifications,
  listNotifications,
  markNotifications,
  markOpened,
  readChoices,
  readNotification,
  updateChoices,
  unsubscribe,
} from '../contract.ts'
import { notify, notifyPartner, notifyStaff, type People, writeStaffMailCopies } from './commands.ts'
import { deleteOld } from '#features/operations/retention/server/commands.ts'

const portal = testPortal()

const liveEvents: LiveEvent[] = []
const publish = (people: People, report: string, more: { cause?: string; path?: string; tenantId?: string } = {}) =>
  portal.platform((db) => notify(contextOf(db, more.tenantId), people, 'report_published', { report }, more))
const contextOf = (db: Database, tenantId = tenants.norte.id) => ({
  db,
  tenantId,
  announce: async (event: LiveEvent) => void liveEvents.push(event),
  enqueue: async () => undefined,
})
const listOf = async (caller: PersonName, input: object = {}) =>
  (await portal.as(caller).ask(listNotifications, input)).body
const unreadOf = async (caller: PersonName) => (await portal.as(caller).ask(countUnread, {})).body.unread
const only = (...names: PersonName[]): People => ({ people: names.map((name) => people[name].id) })

describe('notifications', () => {
  it('reach everybody, a profile, groups and people of the business unit, each once', async () => {
    const group = await portal.platform(async (db) => {
      const { id } = await db
        .insertInto('user_groups')
        .values({ tenant_id: tenants.norte.id, name: 'Grupo' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('user_group_members')
        .values({ tenant_id: tenants.norte.id, group_id: id, user_id: people.userOfNorte.id })
        .execute()
      return id
    })
    expect(await publish({ everybody: true }, 'A')).toBe(3)
    expect(await publish({ profile: 'admin' }, 'B')).toBe(1)
    expect(await publish({ groups: [group], people: [people.userOfNorte.id, people.adminOfNorte.id] }, 'C')).toBe(2)
    const names = async (caller: PersonName) => (await listOf(caller)).data.map(({ name }) => name)
    expect(await names('adminOfNorte')).toEqual(['C', 'B', 'A'])
    expect(await names('userOfNorte')).toEqual(['C', 'A'])
    expect(await names('otherUserOfNorte')).toEqual(['A'])
    expect(await names('adminOfSul')).toEqual([])
  })

  it('T1: never reach a person of another business unit, whatever ids are given', async () => {
    expect(await publish(only('adminOfSul', 'adminOfLeste'), 'Fora')).toBe(0)
    expect((await listOf('adminOfSul')).total).toBe(0)
  })

  it('are not sent to people who may not sign in', async () => {
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ state: 'B' })
        .where('tenant_id', '=', tenants.leste.id)
        .where('user_id', '=', people.userOfLeste.id)
        .execute(),
    )
    expect(await publish({ everybody: true }, 'Ativos', { tenantId: tenants.leste.id })).toBe(1)
  })

  it('are stored once for each cause', async () => {
    const cause = `report ${randomUUID()}`
    expect(await publish(only('userOfSul'), 'Um', { cause, tenantId: tenants.sul.id })).toBe(1)
    expect(await publish(only('userOfSul'), 'Um', { cause, tenantId: tenants.sul.id })).toBe(0)
    expect((await listOf('userOfSul')).total).toBe(1)
  })

  it('disappear with the transaction of their cause', async () => {
    const before = await unreadOf('userOfNorte')
    const failing = portal.platform(async (db) => {
      const context = {
        db,
        tenantId: tenants.norte.id,
        announce: async () => undefined,
        enqueue: async () => undefined,
      }
      await notify(context, { everybody: true }, 'report_published', { report: 'Nunca' })
      throw new Error('the cause failed')
    })
    await expect(failing).rejects.toThrow('the cause failed')
    expect(await unreadOf('userOfNorte')).toBe(before)
  })

  it('send a live event to their addressees, or to everybody when there are many addressees', async () => {
    liveEvents.length = 0
    await publish(only('userOfNorte'), 'Vivo')
    expect(liveEvents).toEqual([
      { kind: 'notifications_changed', tenantId: tenants.norte.id, userIds: [people.userOfNorte.id] },
    ])
  })

  it('are counted, read, marked as unread and deleted by their person only', async () => {
    await publish(only('otherUserOfNorte', 'userOfNorte'), 'Lida', { path: '/all/reports' })
    const [newest] = (await listOf('otherUserOfNorte')).data
    const id = newest?.id ?? ''
    const before = await unreadOf('otherUserOfNorte')
    const unread = await unreadOf('userOfNorte')
    await portal.as('otherUserOfNorte').ask(markNotifications, { ids: [id], read: 'S' })
    expect(await unreadOf('otherUserOfNorte')).toBe(before - 1)
    expect(await unreadOf('userOfNorte')).toBe(unread)
    expect((await listOf('otherUserOfNorte', { state: 'read' })).data.map((row) => row.id)).toEqual([id])
    const { body } = await portal.as('otherUserOfNorte').ask(readNotification, { id })
    expect(body).toMatchObject({ path: '/all/reports', read: true, facts: { report: 'Lida' }, body: null })
    await portal.as('otherUserOfNorte').ask(markNotifications, { ids: [id], read: 'N' })
    expect(await unreadOf('otherUserOfNorte')).toBe(before)
    await portal.as('otherUserOfNorte').ask(deleteNotifications, { ids: [id] })
    expect((await portal.as('otherUserOfNorte').ask(readNotification, { id })).status).toBe(404)
    expect((await portal.as('userOfNorte').ask(readNotification, { id })).status).toBe(200)
    expect((await portal.as('adminOfNorte').ask(readNotification, { id })).status).toBe(404)
  })

  it('Z4: marking and deleting ignores the ids of other people’s notifications', async () => {
    await publish(only('userOfNorte'), 'Alheia')
    const [row] = (await listOf('userOfNorte')).data
    const ids = [row?.id ?? '']
    const before = await unreadOf('userOfNorte')
    for (const caller of ['otherUserOfNorte', 'adminOfNorte', 'adminOfSul'] as const) {
      await portal.as(caller).ask(markNotifications, { ids, read: 'S' })
      await portal.as(caller).ask(deleteNotifications, { ids })
    }
    expect(await unreadOf('userOfNorte')).toBe(before)
  })

  it('are marked as read when their record is opened, for the person who opened it', async () => {
    const path = `/${crypto.randomUUID()}/reports/view`
    await publish(only('userOfNorte'), 'Aberta', { path })
    await publish(only('otherUserOfNorte'), 'Aberta', { path })
    await publish(only('userOfNorte'), 'Outra', { path: `${path}/outra` })
    // The text of an alert is not on the page of the report.
    await portal.platform((db) =>
      notify(contextOf(db), only('userOfNorte'), 'task_fired', { task: 'Meta', text: 'Abaixo' }, { path }),
    )
    const before = await unreadOf('userOfNorte')
    const other = await unreadOf('otherUserOfNorte')
    expect((await portal.as('userOfNorte').ask(markOpened, { path })).status).toBe(200)
    expect(await unreadOf('userOfNorte')).toBe(before - 1)
    expect((await listOf('userOfNorte', { state: 'unread' })).data.map(({ name }) => name)).not.toContain('Aberta')
    expect(await unreadOf('otherUserOfNorte')).toBe(other)
  })

  it('are all marked as read, and the read ones deleted', async () => {
    await publish(only('userOfNorte'), 'Última')
    await portal.as('userOfNorte').ask(markNotifications, { ids: null, read: 'S' })
    expect(await unreadOf('userOfNorte')).toBe(0)
    await publish(only('userOfNorte'), 'Fica')
    await portal.as('userOfNorte').ask(deleteNotifications, { ids: null })
    expect((await listOf('userOfNorte')).data.map(({ name }) => name)).toEqual(['Fica'])
  })

  it('are found by the values of their sentences and by their source', async () => {
    await publish(only('adminOfNorte'), 'Vendas de março')
    expect((await listOf('adminOfNorte', { search: 'MARCO' })).total).toBe(1)
    expect((await listOf('adminOfNorte', { search: 'abril' })).total).toBe(0)
    expect((await listOf('adminOfNorte', { from: 'message' })).total).toBe(0)
    expect((await listOf('adminOfNorte', { from: 'portal' })).total).toBeGreaterThan(0)
  })

  it('are counted up to the number that the bell shows, by an index', async () => {
    const tenant_id = tenants.sul.id
    await portal.platform(async (db) => {
      await sql`with made as (
          insert into notifications (tenant_id, type, facts) select ${tenant_id}, 'report_published', '{"report":"x"}'
            from generate_series(1, 1000) returning id)
        insert into notification_receipts (tenant_id, notification_id, user_id)
        select ${tenant_id}, id, ${people.adminOfSul.id} from made`.execute(db)
    })
    expect(await unreadOf('adminOfSul')).toBe(maxUnreadShown)
  })

  it('store a person’s choice about copies by e-mail', async () => {
    await portal.as('userOfNorte').ask(updateChoices, { mails: 'N' })
    const stored = await portal.platform((db) => db.selectFrom('notification_choices').selectAll().execute())
    expect(stored).toEqual([{ tenant_id: tenants.norte.id, user_id: people.userOfNorte.id, mails: false }])
  })
})

describe('copies by e-mail', () => {
  const ticket = { ticket: 'Sem acesso', person: 'Ana' }
  const types = {
    report_published: { report: 'Vendas' },
    ticket_opened: ticket,
    ticket_answered: ticket,
    ticket_resolved: { ticket: 'Sem acesso' },
  }
  const news = ['report_published']
  const tickets = ['ticket_answered', 'ticket_opened', 'ticket_resolved']
  const set = (settings: { send_notification_mails: boolean; send_help_desk_mails: boolean; help_desk?: boolean }) =>
    portal.platform((db) =>
      db
        .updateTable('settings')
        .set({ help_desk: true, ...settings })
        .where('tenant_id', '=', tenants.sul.id)
        .execute(),
    )
  /** Notifies two people with each type of notification. Answers the types whose copies each of them is to get. */
  const dueOf = async (...names: PersonName[]) => {
    const context = { tenantId: tenants.sul.id, announce: async () => undefined, enqueue: async () => undefined }
    return portal.platform(async (db) => {
      await db.deleteFrom('notifications').where('tenant_id', '=', tenants.sul.id).execute()
      for (const [type, values] of Object.entries(types))
        await notify({ ...context, db }, only(...names), type as 'ticket_opened', values as typeof ticket)
      const receipts = await db
        .selectFrom('notification_receipts as r')
        .innerJoin('notifications as n', 'n.id', 'r.notification_id')
        .select(['r.user_id', 'n.type', 'r.mail_due'])
        .where('r.tenant_id', '=', tenants.sul.id)
        .orderBy('n.type')
        .execute()
      expect(receipts).toHaveLength(names.length * Object.keys(types).length)
      const mailDueOf = (name: PersonName) =>
        receipts.filter((r) => r.mail_due && r.user_id === people[name].id).map(({ type }) => type)
      return names.map(mailDueOf)
    })
  }
  const mayChoose = async () => (await portal.as('userOfSul').ask(readChoices, {})).body.sent

  it.each([
    [false, false, [], false],
    [true, false, news, true],
    [false, true, tickets, true],
    [true, true, [...news, ...tickets], true],
  ])(
    'with copies of notifications %s and copies about tickets %s go to who wants them',
    async (send_notification_mails, send_help_desk_mails, expected, offered) => {
      await portal.as('adminOfSul').ask(updateChoices, { mails: 'N' })
      await set({ send_notification_mails, send_help_desk_mails })
      expect(await dueOf('userOfSul', 'adminOfSul')).toEqual([expected, []])
      expect(await mayChoose()).toBe(offered)
    },
  )

  it('about tickets end with the help desk', async () => {
    await set({ send_notification_mails: false, send_help_desk_mails: true, help_desk: false })
    expect(await dueOf('userOfSul')).toEqual([[]])
    expect(await mayChoose()).toBe(false)
  })
})

describe('notifications of staff outside of business units', () => {
  const liveEvents: LiveEvent[] = []
  const announce = async (event: LiveEvent) => void liveEvents.push(event)
  const failure = (tenantId: string, dataset: string) =>
    portal.platform(async (db) => {
      await sql`select set_config('app.tenant_id', ${tenantId}, true)`.execute(db)
      const values = { dataset, reason: 'x' }
      await notifyPartner({ db, announce }, { type: 'dataset_refresh_failed', values, path: '/companies' })
    })
  const news = (entry: string, cause: string) =>
    portal.platform((db) =>
      notifyStaff({ db, announce }, { type: 'changelog_sent', values: { entry }, path: '/changelog', cause }),
    )
  const namesOf = async (caller: PersonName, input: object = {}) =>
    (await listOf(caller, input)).data.map(({ name }) => name)

  it('T1: reach the staff of the business unit’s partner, and nobody else', async () => {
    await failure(tenants.norte.id, 'Norte: Vendas')
    expect(await namesOf('masterOfAlfa')).toEqual(['x, Norte: Vendas'])
    for (const other of ['masterOfBeta', 'platform', 'adminOfNorte', 'userOfNorte'] as const)
      expect(await namesOf(other, { search: 'Norte: Vendas' }), other).toEqual([])
    expect(liveEvents.at(-1)).toEqual({
      kind: 'notifications_changed',
      tenantId: null,
      userIds: [people.masterOfAlfa.id],
    })
  })

  it('reach all staff once for each cause', async () => {
    const cause = `changelog ${randomUUID()}`
    await news('Filtros', cause)
    await news('Filtros', cause)
    for (const caller of ['masterOfAlfa', 'masterOfBeta', 'platform'] as const)
      expect(await namesOf(caller, { search: 'filtros' }), caller).toEqual(['Filtros'])
    expect(await namesOf('adminOfNorte', { search: 'filtros' })).toEqual([])
    expect(await namesOf('masterOfBeta', { from: 'message' })).toEqual([])
  })

  it('Z4: are counted, read, marked and deleted by their person only', async () => {
    await failure(tenants.leste.id, 'Leste: Vendas')
    const [row] = (await listOf('masterOfBeta', { search: 'Leste: Vendas' })).data
    const id = row?.id ?? ''
    const before = await unreadOf('masterOfBeta')
    for (const other of ['masterOfAlfa', 'platform', 'adminOfLeste'] as const) {
      expect((await portal.as(other).ask(readNotification, { id })).status).toBe(404)
      await portal.as(other).ask(markNotifications, { ids: [id], read: 'S' })
      await portal.as(other).ask(deleteNotifications, { ids: [id] })
    }
    expect(await unreadOf('masterOfBeta')).toBe(before)
    const { body } = await portal.as('masterOfBeta').ask(readNotification, { id })
    expect(body).toMatchObject({ path: '/companies', read: false, body: null })
    await portal.as('masterOfBeta').ask(markNotifications, { ids: [id], read: 'S' })
    expect(await unreadOf('masterOfBeta')).toBe(before - 1)
    await portal.as('masterOfBeta').ask(deleteNotifications, { ids: [id] })
    expect((await portal.as('masterOfBeta').ask(readNotification, { id })).status).toBe(404)
  })

  it('T1: have copies by e-mail for staff who chose them, in their language and with links to their host, until a click ends them', async () => {
    await portal.platform((db) => db.deleteFrom('mails').execute())
    const choices = async (caller: PersonName) => (await portal.as(caller).ask(readChoices, {})).body
    for (const caller of ['masterOfAlfa', 'masterOfBeta', 'platform'] as const)
      expect(await choices(caller), caller).toEqual({ mails: false, sent: true })
    for (const caller of ['masterOfAlfa', 'platform'] as const)
      expect((await portal.as(caller).ask(updateChoices, { mails: 'S' })).status).toBe(200)
    expect([await choices('masterOfAlfa'), await choices('masterOfBeta')]).toEqual([
      { mails: true, sent: true },
      { mails: false, sent: true },
    ])
    await portal.platform((db) =>
      db.updateTable('users').set({ language: 'es' }).where('id', '=', people.masterOfAlfa.id).execute(),
    )
    await failure(tenants.norte.id, 'Norte: Compras')
    await failure(tenants.leste.id, 'Leste: Compras')
    await news('Cópias', `changelog ${randomUUID()}`)
    const { appSecret } = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' })
    const dependencies = {
      hosts: createHosts(new URL('https://portal.example')),
      secrets: createSecrets(appSecret, []),
      repliesOf: null,
    }
    const writeMails = () =>
      portal.platform((db) =>
        writeStaffMailCopies({ db, enqueue: async () => undefined, clock: systemClock, log: silent }, dependencies),
      )
    await writeMails()
    // A second run of the job writes no copy again.
    await writeMails()
    const mails = () =>
      portal.platform((db) => db.selectFrom('mails').selectAll().where('purpose', 'like', 'notification.%').execute())
    const writtenMails = await mails()
    expect(writtenMails.map(({ to_address, subject }) => `${to_address}: ${subject}`).toSorted()).toEqual(
      [
        `${people.masterOfAlfa.email}: La actualización de Norte: Compras falló`,
        `${people.masterOfAlfa.email}: Novedad: Cópias`,
        `${people.platform.email}: Novidade: Cópias`,
      ].toSorted(),
    )
    expect(new Set(writtenMails.map(({ tenant_id }) => tenant_id))).toEqual(new Set([null]))
    const [toMaster] = writtenMails.filter(({ to_address }) => to_address === people.masterOfAlfa.email)
    expect(toMaster).toMatchObject({ partner_id: partners.alfa.id })
    expect(toMaster?.body_text).toContain('https://alfa.portal.example/companies')
    expect(writtenMails.find(({ to_address }) => to_address === people.platform.email)?.body_text).toContain(
      'https://portal.example/changelog',
    )
    const link = new URL(toMaster?.unsubscribe_url ?? '')
    const click = (url: string) =>
      portal.portal.app.inject({
        method: 'POST',
        url,
        headers: { host: people.masterOfAlfa.host, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    expect((await click(link.pathname.replace(/.{8}$/, 'AAAAAAAA'))).statusCode).toBe(401)
    expect(await choices('masterOfAlfa')).toEqual({ mails: true, sent: true })
    const ended = () =>
      portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select('id')
          .where('event', '=', 'notification.mails_chosen')
          .where('actor_id', '=', people.masterOfAlfa.id)
          .execute(),
      )
    const before = (await ended()).length
    // Who has the mail can use its link again and again: only the first use is in the audit trail.
    for (let use = 0; use < 3; use++) expect((await click(link.pathname)).statusCode).toBe(200)
    expect(await ended()).toHaveLength(before + 1)
    expect(await choices('masterOfAlfa')).toEqual({ mails: false, sent: true })
    expect(await choices('platform')).toEqual({ mails: true, sent: true })
    await failure(tenants.norte.id, 'Norte: Depois')
    await writeMails()
    expect(await mails()).toHaveLength(writtenMails.length)
  })

  it('Z4: do not reach a blocked member of the staff, also not by a copy that was waiting, and mark each copy as written', async () => {
    expect((await portal.as('masterOfBeta').ask(updateChoices, { mails: 'S' })).status).toBe(200)
    await news('Antes do bloqueio', `changelog ${randomUUID()}`)
    const stateOfStaff = (staff_state: string) =>
      portal.platform((db) =>
        db.updateTable('users').set({ staff_state }).where('id', '=', people.masterOfBeta.id).execute(),
      )
    await stateOfStaff('B')
    await news('Depois do bloqueio', `changelog ${randomUUID()}`)
    await failure(tenants.leste.id, 'Leste: depois do bloqueio')
    const { appSecret } = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' })
    const dependencies = {
      hosts: createHosts(new URL('https://portal.example')),
      secrets: createSecrets(appSecret, []),
      repliesOf: null,
    }
    const found = await portal.platform(async (db) => {
      await writeStaffMailCopies({ db, enqueue: async () => undefined, clock: systemClock, log: silent }, dependencies)
      const notifications = await db
        .selectFrom('staff_notifications')
        .select('words')
        .where('user_id', '=', people.masterOfBeta.id)
        .where('words', 'ilike', '%do bloqueio%')
        .execute()
      const mails = await db
        .selectFrom('mails')
        .select('subject')
        .where('to_address', '=', people.masterOfBeta.email)
        .execute()
      const dueMails = await db.selectFrom('staff_notifications').select('id').where('mail_due', '=', true).execute()
      return { told: notifications.map(({ words: searchText }) => searchText), mails, due: dueMails }
    })
    await stateOfStaff('A')
    expect(found).toEqual({ told: ['Antes do bloqueio'], mails: [], due: [] })
  })

  it('store their business unit, and are erased with it', async () => {
    const left = await portal.platform(async (db) => {
      await sql`select set_config('app.tenant_id', ${tenants.sul.id}, true)`.execute(db)
      const values = { dataset: 'Sul: Vendas', reason: 'x' }
      await notifyPartner({ db, announce }, { type: 'dataset_refresh_failed', values, path: null })
      return db.selectFrom('staff_notifications').select('tenant_id').where('words', 'like', 'Sul: %').execute()
    })
    expect(left).toEqual([{ tenant_id: tenants.sul.id }])
  })
})

it('T7: an old notification is erased with its own pictures, and with no other file that its text names', async () => {
  const { norte, leste } = tenants
  const nameIn = (owner: string, letter: string) => `private/${owner}/${letter.repeat(22)}.webp`
  const owner = { partner_id: norte.partner_id, tenant_id: norte.id, used: true, bytes: 1 }
  const files = {
    own: { ...owner, path: nameIn(norte.id, 'A'), kind: 'html.picture' },
    cover: { ...owner, path: nameIn(norte.id, 'B'), kind: 'report.cover' },
    foreign: {
      ...owner,
      partner_id: leste.partner_id,
      tenant_id: leste.id,
      path: nameIn(leste.id, 'C'),
      kind: 'html.picture',
    },
    told: { ...owner, path: nameIn(norte.id, 'D'), kind: 'html.picture' },
  }
  const imageTag = ({ path }: { path: string }) => `<img src="/storage/${path}" alt="" />`
  const html = `${imageTag(files.own)}${imageTag(files.cover)}${imageTag(files.foreign)}<p>/storage/${files.told.path}</p>`
  const body = JSON.stringify({ 'pt-BR': html, 'en-US': null, es: null, 'pt-PT': null })
  const left = await portal.platform(async (db) => {
    await db.insertInto('files').values(Object.values(files)).execute()
    await sql`
      insert into notifications (tenant_id, type, title, body, author_name, addressees, created_at, published_at)
      select ${norte.id}, 'message', ${body}::jsonb, ${body}::jsonb, 'A', '{"target":"everybody"}', at, at
        from (select now() - interval '400 days' as at) old`.execute(db)
    await deleteOld(db, { kind: 'notifications', tenantId: norte.id, days: 365, limit: 100 })
    return db.selectFrom('files').select('path').where('kind', 'in', ['html.picture', 'report.cover']).execute()
  })
  const paths = left.map(({ path }) => path)
  expect(paths).not.toContain(files.own.path)
  for (const { path } of [files.cover, files.foreign, files.told]) expect(paths).toContain(path)
})

it('A2: links that end the copies have a rate limit for each client network, also wrong ones', async () => {
  const from = (remoteAddress: string) =>
    portal.portal.app.inject({
      method: 'POST',
      url: `/api/${unsubscribe.path}`,
      headers: { host: people.userOfNorte.host },
      payload: { token: `${'A'.repeat(48)}.${'A'.repeat(43)}` },
      remoteAddress,
    })
  const codes = new Set<number>()
  for (let count = 0; count <= 2 * unsubscribeLinks.perMinute && !codes.has(429); count += 1)
    codes.add((await from('203.0.113.8')).statusCode)
  expect([...codes]).toEqual([401, 429])
  expect((await from('198.51.100.8')).statusCode).toBe(401)
})
