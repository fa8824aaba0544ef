import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addresseeCounts, messageCalls, messageReceiptsAnHour } from '#catalogue/limits.ts'
import type { SentOf } from '#platform/contract/call.ts'
import { testPortal } from '#testing/portal.ts'
import { speakInNorte } from '#testing/unit-language.ts'
import { picture, uploadOf } from '#testing/uploads.ts'
import { masterInNorte, people, type PersonName, tenants } from '#testing/world.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import {
  countUnread,
  listLoginNotices,
  listNotifications,
  markNotifications,
  readNotification,
} from '#features/messaging/notifications/contract.ts'
import {
  addMessage,
  addMessagePicture,
  countMessageAddressees,
  importMessageHtml,
  listMessages,
  listReaders,
  readMessage,
  selectMessageGroups,
  withdrawMessage,
} from '../contract.ts'
import { sendDueMessage } from './commands.ts'

const portal = testPortal({ config: { runJobs: true } })
const tenant_id = tenants.norte.id

type AddInput = SentOf<typeof addMessage>
const texts = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
const message = (title: string, overrides: Partial<AddInput> = {}): AddInput => ({
  title: texts(title),
  body: texts(`<p>${title}</p>`),
  target: 'everybody',
  group_ids: [],
  user_ids: [],
  login_notice: 'N',
  starts_on: null,
  ends_on: null,
  ...overrides,
})
const sendMessage = (title: string, overrides: Partial<AddInput> = {}, caller: PersonName = 'adminOfNorte') =>
  portal.as(caller).ask(addMessage, message(title, overrides))
const namesOf = async (caller: PersonName) =>
  (await portal.as(caller).ask(listNotifications, { from: 'message' })).body.data.map(({ name }) => name)

type Addressees = SentOf<typeof countMessageAddressees>
const countOf = (part: Partial<Addressees>, caller: PersonName = 'adminOfNorte') =>
  portal.as(caller).ask(countMessageAddressees, { target: 'chosen', group_ids: [], user_ids: [], ...part })

let group = ''
let otherGroup = ''
beforeAll(async () => {
  await portal.platform(async (db) => {
    const add = async (name: string, user_id: string) => {
      const { id } = await db
        .insertInto('user_groups')
        .values({ tenant_id, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('user_group_members').values({ tenant_id, group_id: id, user_id }).execute()
      return id
    }
    group = await add('Vendas', people.userOfNorte.id)
    otherGroup = await add('Compras', people.otherUserOfNorte.id)
  })
})

const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

describe('written notifications', () => {
  it('reach everybody, a profile, groups and people', async () => {
    expect((await sendMessage('Todos')).body.receipts).toBe(3)
    expect((await sendMessage('Chefia', { target: 'admin' })).body.receipts).toBe(1)
    expect((await sendMessage('Leitores', { target: 'user' })).body.receipts).toBe(2)
    const chosenAddressees = {
      target: 'chosen' as const,
      group_ids: [group],
      user_ids: [people.userOfNorte.id, people.adminOfNorte.id],
    }
    expect((await sendMessage('Escolhidos', chosenAddressees)).body.receipts).toBe(2)
    expect(await namesOf('userOfNorte')).toEqual(['Escolhidos', 'Leitores', 'Todos'])
    expect(await namesOf('adminOfNorte')).toEqual(['Escolhidos', 'Chefia', 'Todos'])
    expect(await namesOf('userOfSul')).toEqual([])
  })

  it('count their addressees before they are sent, each person once', async () => {
    const count = async (part: Partial<Addressees>) => (await countOf(part)).body.count
    expect(await count({ target: 'everybody' })).toBe(3)
    expect(await count({ target: 'user' })).toBe(2)
    expect(await count({ group_ids: [group], user_ids: [people.userOfNorte.id, people.adminOfNorte.id] })).toBe(2)
    expect(await count({})).toBe(0)
  })

  it('must have a text in the default language of the business unit, which the others fall back to', async () => {
    const inSpanish = (text: string) => ({ ...texts(''), 'pt-BR': null, es: text })
    const spanish = { title: inSpanish('Hola'), body: inSpanish('<p>Hola</p>') }
    const faultsOf = ({ raw }: { raw: { errors?: unknown } }) => Object.keys(raw.errors ?? {}).toSorted()
    expect(faultsOf(await sendMessage('', spanish))).toEqual(['body', 'title'])
    await speakInNorte(portal, 'es')
    const { body } = await sendMessage('', spanish)
    const read = await portal.as('userOfNorte').send({
      method: 'GET',
      url: `/api/auth/notifications/get?id=${body.id}`,
      headers: { lang: 'pt-PT' },
    })
    expect([read.raw['title'], read.raw['body']]).toEqual(['Hola', '<p>Hola</p>'])
    expect(faultsOf(await sendMessage('Bom dia'))).toEqual(['body', 'title'])
    // Markup without a text counts as absent.
    expect(faultsOf(await sendMessage('', { ...spanish, body: inSpanish('<p></p>') }))).toEqual(['body'])
    expect((await portal.as('adminOfNorte').ask(readConfig, {})).body.main_language).toBe('es')
  })

  it('show each person the text in their language', async () => {
    const { body } = await sendMessage('Bom dia', {
      title: { ...texts('Bom dia'), 'en-US': 'Good morning' },
      body: { ...texts('<p>Oi</p>'), 'en-US': '<p>Hi</p>', es: '<p></p>' },
    })
    const inLanguage = async (lang: string) => {
      const request = { method: 'GET', url: `/api/auth/notifications/get?id=${body.id}`, headers: { lang } }
      const { raw } = await portal.as('userOfNorte').send(request)
      return [raw['title'], raw['body']]
    }
    expect(await inLanguage('pt-BR')).toEqual(['Bom dia', '<p>Oi</p>'])
    expect(await inLanguage('en-US')).toEqual(['Good morning', '<p>Hi</p>'])
    // An empty translation counts as absent.
    expect(await inLanguage('es')).toEqual(['Good morning', '<p>Hi</p>'])
  })

  it('refuse a past day, days in the wrong order, no addressee, and an empty text', async () => {
    const keyOf = async (overrides: Partial<AddInput>) => (await sendMessage('Nunca', overrides)).raw
    expect(await keyOf({ starts_on: day(-2) })).toMatchObject({
      key: 'notification_day_past',
      errors: { starts_on: 'This day has passed.' },
    })
    expect(await keyOf({ ends_on: day(-2) })).toMatchObject({ key: 'notification_day_past' })
    expect(await keyOf({ starts_on: day(4), ends_on: day(3) })).toMatchObject({ key: 'notification_days_reversed' })
    expect(await keyOf({ target: 'chosen' })).toMatchObject({ key: 'notification_without_addressee' })
    expect(await keyOf({ body: texts('<p> </p>') })).toMatchObject({ errors: { body: 'Text is required!' } })
    expect(await namesOf('userOfNorte')).not.toContain('Nunca')
  })

  it('T1: answer 404 for groups and people of another business unit', async () => {
    expect((await sendMessage('Fora', { target: 'chosen', user_ids: [people.userOfSul.id] })).status).toBe(404)
    const toNorte = portal
      .as('adminOfSul')
      .ask(addMessage, message('De fora', { target: 'chosen', group_ids: [group] }))
    expect((await toNorte).status).toBe(404)
    expect((await countOf({ user_ids: [people.userOfSul.id] })).status).toBe(404)
    expect((await countOf({ group_ids: [group] }, 'adminOfSul')).status).toBe(404)
  })

  it('are sent once on their first day, and are hidden after their last day', async () => {
    const { body } = await sendMessage('Amanhã', { starts_on: day(2), ends_on: day(3) })
    expect(body.receipts).toBe(0)
    expect(await namesOf('userOfNorte')).not.toContain('Amanhã')
    expect((await portal.as('adminOfNorte').ask(readMessage, { id: body.id })).body).toMatchObject({
      published_at: null,
      receipts: 0,
    })
    await portal.platform(async (db) => {
      await sql`update notifications set starts_at = now() where id = ${body.id}`.execute(db)
      await sql`update pgboss.job set start_after = now() where name = 'notification.publish'`.execute(db)
    })
    await vi.waitFor(async () => expect(await namesOf('userOfNorte')).toContain('Amanhã'), {
      timeout: 30_000,
      interval: 100,
    })
    await portal.platform((db) =>
      sql`update notification_receipts set ends_at = now() where notification_id = ${body.id}`.execute(db),
    )
    expect(await namesOf('userOfNorte')).not.toContain('Amanhã')
  })

  it('show their author who has read them', async () => {
    const { body } = await sendMessage('Leiam', { target: 'user', login_notice: 'S' })
    const notices = await portal.as('userOfNorte').ask(listLoginNotices, {})
    expect(notices.body.map(({ title }) => title)).toEqual(['Leiam'])
    await portal.as('userOfNorte').ask(markNotifications, { ids: [body.id], read: 'S' })
    expect((await portal.as('userOfNorte').ask(listLoginNotices, {})).body).toEqual([])
    expect((await portal.as('adminOfNorte').ask(readMessage, { id: body.id })).body).toMatchObject({
      receipts: 2,
      readers: 1,
    })
    const readers = await portal.as('adminOfNorte').ask(listReaders, { message_id: body.id })
    expect(readers.body.data.map(({ name, read_at }) => [name, read_at !== null])).toEqual([
      ['Otto Norte', false],
      ['Ugo Norte', true],
    ])
    const unread = await portal.as('adminOfNorte').ask(listReaders, { message_id: body.id, state: 'unread' })
    expect(unread.body.data.map(({ name }) => name)).toEqual(['Otto Norte'])
    expect((await portal.as('adminOfSul').ask(listReaders, { message_id: body.id })).body.total).toBe(0)
  })

  it('are withdrawn from everybody', async () => {
    const { body } = await sendMessage('Engano')
    const before = (await portal.as('userOfNorte').ask(countUnread, {})).body.unread
    expect((await portal.as('adminOfSul').ask(withdrawMessage, { id: body.id })).status).toBe(404)
    expect((await portal.as('adminOfNorte').ask(withdrawMessage, { id: body.id })).status).toBe(200)
    expect((await portal.as('userOfNorte').ask(countUnread, {})).body.unread).toBe(before - 1)
  })

  it('Z3: a plain user needs the toggle, and writes to the groups that they belong to', async () => {
    expect((await sendMessage('Sem direito', {}, 'userOfNorte')).status).toBe(403)
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ toggles: ['create_notifications'] })
        .where('user_id', '=', people.userOfNorte.id)
        .execute(),
    )
    const sendAsUser = (overrides: Partial<AddInput>) => sendMessage('De Ugo', overrides, 'userOfNorte')
    expect((await sendAsUser({})).raw['key']).toBe('notification_own_groups_only')
    expect((await sendAsUser({ target: 'chosen', user_ids: [people.adminOfNorte.id] })).raw['key']).toBe(
      'notification_own_groups_only',
    )
    expect((await sendAsUser({ target: 'chosen', group_ids: [otherGroup] })).raw['key']).toBe(
      'notification_own_groups_only',
    )
    expect((await sendAsUser({ target: 'chosen', group_ids: [group] })).body.receipts).toBe(1)
    const counts: Partial<Addressees>[] = [
      { target: 'admin' },
      { user_ids: [people.adminOfNorte.id] },
      { group_ids: [otherGroup] },
    ]
    for (const part of counts)
      expect((await countOf(part, 'userOfNorte')).raw['key']).toBe('notification_own_groups_only')
    expect((await countOf({ group_ids: [group] }, 'userOfNorte')).body.count).toBe(1)
    const groups = await portal.as('userOfNorte').ask(selectMessageGroups, {})
    expect(groups.body.map(({ label }) => label)).toEqual(['Vendas'])
    // A plain user sees their own messages only; an administrator sees all.
    expect((await portal.as('userOfNorte').ask(listMessages, {})).body.data.map(({ name }) => name)).toEqual(['De Ugo'])
    expect((await portal.as('adminOfNorte').ask(listMessages, { search: 'de ugo' })).body.total).toBe(1)
  })

  const publishDue = async (id: string) => {
    await portal.platform(async (db) => {
      await sql`update notifications set starts_at = now() where id = ${id}`.execute(db)
      await sql`update pgboss.job set start_after = now() where name = 'notification.publish'`.execute(db)
    })
    const state = () =>
      portal.platform(async (db) => {
        const { rows } = await sql<{ refusal: string | null; is_published: boolean; receipts: number }>`
          select n.refusal, n.published_at is not null as is_published,
                 (select count(*)::int from notification_receipts r where r.notification_id = n.id) as receipts
            from notifications n where n.id = ${id}`.execute(db)
        return rows[0]
      })
    await vi.waitFor(
      async () => {
        const now = await state()
        expect(now?.refusal !== null || now.is_published).toBe(true)
      },
      { timeout: 30_000, interval: 100 },
    )
    return state()
  }
  const later = { starts_on: day(2) }

  it('Z3: are not sent when their author has lost the right before the first day, and the list shows the reason', async () => {
    const ugo = people.userOfNorte.id
    const toGroup = { ...later, target: 'chosen' as const, group_ids: [group] }
    const change = (values: { toggles?: string[]; state?: string; profile?: string }) =>
      portal.platform((db) => db.updateTable('memberships').set(values).where('user_id', '=', ugo).execute())
    const join = () =>
      portal.platform((db) =>
        db.insertInto('user_group_members').values({ tenant_id, group_id: group, user_id: ugo }).execute(),
      )
    const leave = () =>
      portal.platform((db) => db.deleteFrom('user_group_members').where('user_id', '=', ugo).execute())
    const losses = [
      ['right_lost', () => change({ toggles: [] }), () => change({ toggles: ['create_notifications'] })],
      ['author_gone', () => change({ state: 'B' }), () => change({ state: 'A' })],
      ['groups_left', leave, join],
    ] as const
    await change({ toggles: ['create_notifications'] })
    for (const [refusal, lose, restore] of losses) {
      const { body } = await sendMessage(`Tarde demais: ${refusal}`, toGroup, 'userOfNorte')
      await lose()
      expect(await publishDue(body.id), refusal).toMatchObject({ refusal, is_published: false, receipts: 0 })
      await restore()
    }
    const listed = await portal.as('adminOfNorte').ask(listMessages, { search: 'tarde demais' })
    expect(listed.body.data.map((row) => row.published_at)).toEqual([null, null, null])
    expect(listed.body.data.map((row) => row.refusal)).toEqual(['groups_left', 'author_gone', 'right_lost'])
    expect((await namesOf('userOfNorte')).filter((name) => name.startsWith('Tarde demais'))).toEqual([])
    const trail = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['target_name', 'changes', 'actor_id'])
        .where('event', '=', 'notification.refused')
        .orderBy('at', 'desc')
        .execute(),
    )
    expect(trail[0]).toEqual({
      target_name: 'Tarde demais: groups_left',
      changes: { refusal: [null, 'groups_left'] },
      actor_id: null,
    })
    // The message of an author who keeps the right is sent.
    const { body } = await sendMessage('A tempo', toGroup, 'userOfNorte')
    expect(await publishDue(body.id)).toMatchObject({ refusal: null, receipts: 1 })
  }, 120_000)

  it('Z3: of administrators or staff are sent on their first day, unless the author has lost the right', async () => {
    const { body: adminMessage } = await sendMessage('Da Ana, amanhã', { ...later, target: 'admin' })
    expect(await publishDue(adminMessage.id)).toMatchObject({ refusal: null, receipts: 1 })
    const addStaffMessage = async (title: string) =>
      (await portal.as(masterInNorte).ask(addMessage, message(title, { ...later, target: 'admin' }))).body.id
    expect(await publishDue(await addStaffMessage('Da Marta, amanhã'))).toMatchObject({ refusal: null, receipts: 1 })
    const id = await addStaffMessage('Da Marta, de saída')
    const stateOfStaff = (staff_state: string) =>
      portal.platform((db) =>
        db.updateTable('users').set({ staff_state }).where('id', '=', people.masterOfAlfa.id).execute(),
      )
    await stateOfStaff('B')
    expect(await publishDue(id)).toMatchObject({ refusal: 'author_gone', receipts: 0 })
    await stateOfStaff('A')
    // Maintenance mode refuses everybody's requests, but takes no right from anybody.
    const { body: stopMessage } = await sendMessage('Na parada', { ...later, target: 'admin' })
    const stop = (maintenance: boolean) =>
      portal.platform((db) => db.updateTable('tenants').set({ maintenance }).where('id', '=', tenant_id).execute())
    await stop(true)
    expect(await publishDue(stopMessage.id)).toMatchObject({ refusal: null, receipts: 1 })
    await stop(false)
  }, 120_000)

  it('are checked once on their first day, however often the job is delivered', async () => {
    const toggles = (held: string[]) =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ toggles: held }).where('user_id', '=', people.userOfNorte.id).execute(),
      )
    await toggles(['create_notifications'])
    const { body } = await sendMessage('Uma vez', { ...later, target: 'chosen', group_ids: [group] }, 'userOfNorte')
    const deliver = () =>
      portal.platform(async (db) => {
        await sql`select set_config('app.tenant_id', ${tenant_id}, true)`.execute(db)
        const nothing = async () => undefined
        await sendDueMessage({ db, tenantId: tenant_id, announce: nothing, enqueue: nothing, audit: nothing }, body.id)
        const { refusal, published_at } = await db
          .selectFrom('notifications')
          .select(['refusal', 'published_at'])
          .where('id', '=', body.id)
          .executeTakeFirstOrThrow()
        return published_at === null ? refusal : 'published'
      })
    await toggles([])
    expect(await deliver()).toBeNull()
    await portal.platform((db) => sql`update notifications set starts_at = now() where id = ${body.id}`.execute(db))
    expect(await deliver()).toBe('right_lost')
    await toggles(['create_notifications'])
    expect(await deliver()).toBe('right_lost')
  })

  it('may be written by staff who work in the business unit', async () => {
    const { status } = await portal.as(masterInNorte).ask(addMessage, message('Da Marta', { target: 'admin' }))
    expect(status).toBe(200)
  })
})

describe('HTML of a notification', () => {
  const check = async (html: string) => (await portal.as('adminOfNorte').ask(importMessageHtml, { html })).raw

  it.each([
    ['<p>a</p><script>x()</script>', 'Scripts are not allowed: <script>'],
    ['<p onclick="x()">a</p>', 'Scripts are not allowed: onclick'],
    ['<style>p{}</style>', 'Inline styles only, no external CSS: <style>'],
    ['<body style="color:red"><p>a</p></body>', 'No styles on html, head or body: <body style>'],
    ['<img src="data:image/gif;base64,R0lG">', 'Only JPG and PNG images, sent with the editor: image/gif'],
    ['<iframe src="https://example.com"></iframe>', 'These elements are not allowed: <iframe>'],
  ])('U3: names what is refused: %s', async (html, sentence) => {
    expect(await check(html)).toMatchObject({ message: sentence, errors: { html: sentence } })
    const sent = await sendMessage('Com defeito', { body: texts(html) })
    expect([sent.status, sent.raw['message']]).toEqual([400, sentence])
  })

  it('U6: refuses a text that is nested too deep or has too many elements, before it is cleaned', async () => {
    const deep = 'This text has more than 100 HTML elements inside each other.'
    const many = 'There are more than 12000 HTML elements. Split the text into smaller parts.'
    expect(await check('<b><i>'.repeat(16_000))).toMatchObject({ message: deep, errors: { html: deep } })
    expect(await check('<br>'.repeat(20_000))).toMatchObject({ message: many, errors: { html: many } })
    const sent = await sendMessage('Com defeito', { body: { ...texts('<p>a</p>'), es: '<i>'.repeat(30_000) } })
    expect([sent.status, sent.raw['errors']]).toEqual([400, { body: deep }])
  })

  it('U6: cleans a long text, and refuses the fifth that a person sends at once', async () => {
    const html = '<p class="x">line</p>'.repeat(4_000)
    const asker = portal.as('adminOfNorte')
    expect((await asker.ask(importMessageHtml, { html })).body.html).toBe('<p>line</p>'.repeat(4_000))
    const answers = await Promise.all(Array.from({ length: 8 }, () => asker.ask(importMessageHtml, { html })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(429)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('2')
  })

  it('U6: cleans nothing of a person without the permission', async () => {
    const deep = { body: texts('<i>'.repeat(30_000)) }
    expect((await sendMessage('Sem direito', deep, 'otherUserOfNorte')).status).toBe(403)
  })

  it('names the refused element in each language', async () => {
    const faultsIn = async (lang: string) => {
      const body = { html: '<script>x()</script>' }
      const request = { method: 'POST', url: '/api/auth/notifications/messages/html/check', body, headers: { lang } }
      return (await portal.as('adminOfNorte').send(request)).raw['message']
    }
    expect(await Promise.all(['pt-BR', 'en-US', 'es', 'pt-PT'].map(faultsIn))).toEqual([
      'Scripts não são permitidos: <script>',
      'Scripts are not allowed: <script>',
      'No se permiten scripts: <script>',
      'Não são permitidos scripts: <script>',
    ])
  })

  it('answers imported HTML cleaned', async () => {
    const html =
      '<html><head><title>x</title></head><body><p class="a" style="color:#ff0000;position:fixed">a</p></body></html>'
    expect(await check(html)).toEqual({ html: '<p style="color:#ff0000">a</p>' })
  })

  const send = async (bytes: Buffer, caller: PersonName = 'adminOfNorte') => {
    const { body, headers } = uploadOf({ kind: 'picture' }, bytes)
    return portal.as(caller).send({ method: 'POST', url: `/api/${addMessagePicture.path}`, body, headers })
  }

  it('U2: accepts JPG and PNG, draws them again, and refuses everything else', async () => {
    for (const format of ['png', 'jpeg'] as const) {
      const { status, raw } = await send(await picture(format))
      expect([status, raw['status']]).toEqual([200, true])
    }
    for (const format of ['webp', 'gif', 'tiff'] as const)
      expect((await send(await picture(format))).raw).toMatchObject({ message: 'Only JPG and PNG images.' })
    expect((await send(Buffer.from('<svg onload="x()"></svg>'))).status).toBe(400)
  })

  it('shows its pictures to its business unit only, by signed addresses, until it is withdrawn', async () => {
    const sent = await send(await picture('jpeg'))
    const path = String(sent.raw['path'])
    const body = texts(`<p>Veja</p><img src="${path}" alt="Foto">`)
    const sentMessage = await sendMessage('Com imagem', { body })
    expect(sentMessage.status).toBe(200)
    // The text of another message cannot use the picture of this one.
    expect((await sendMessage('Outra', { body })).status).toBe(404)
    const { body: notification } = await portal.as('userOfNorte').ask(readNotification, { id: sentMessage.body.id })
    const pictureUrl = /src="([^"]+)"/.exec(notification.body ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(pictureUrl).toMatch(/^\/storage\/private\/[\w/.-]+\?e=\d+&s=/)
    const open = (url: string, host = 'norte.localhost') =>
      portal.portal.app.inject({ method: 'GET', url, headers: { host } })
    const openedPicture = await open(pictureUrl)
    expect([openedPicture.statusCode, openedPicture.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await sharp(openedPicture.rawPayload).metadata()).format).toBe('webp')
    expect((await open(pictureUrl.split('?')[0] ?? '')).statusCode).toBe(404)
    expect((await open(pictureUrl, 'sul.localhost')).statusCode).toBe(404)
    await portal.as('adminOfNorte').ask(withdrawMessage, { id: sentMessage.body.id })
    const left = await portal.platform((db) =>
      db.selectFrom('files').select('path').where('used', '=', true).where('kind', '=', 'html.picture').execute(),
    )
    expect(left).toEqual([])
  })
})

describe('the receipts that one author causes in an hour', () => {
  const sul = tenants.sul.id
  const masterInSul = { ...people.masterOfAlfa, host: 'sul.localhost' }
  const author_id = people.adminOfSul.id
  const write = (title: string, more: Partial<AddInput> = {}) =>
    sendMessage(title, { target: 'admin', ...more }, 'adminOfSul')
  const use = (receipts: number, minutesAgo: number) =>
    portal.platform((db) =>
      sql`insert into message_uses (tenant_id, author_id, receipts, used_at)
          values (${sul}, ${author_id}, ${receipts}, now() - make_interval(mins => ${minutesAgo}))`.execute(db),
    )
  const forget = () => portal.platform((db) => db.deleteFrom('message_uses').execute())
  beforeEach(forget)
  afterAll(forget)

  it('are limited: the message is refused with the time to wait, nothing is stored, and others may write', async () => {
    await use(messageReceiptsAnHour - 1, 10)
    expect((await write('Ainda cabe')).status).toBe(200)
    const refused = await write('Não cabe')
    expect([refused.status, refused.raw.key]).toEqual([429, 'notification_receipts_spent'])
    const wait = Number(refused.headers['retry-after'])
    expect([wait > 49 * 60, wait <= 50 * 60]).toEqual([true, true])
    expect((await portal.as('adminOfSul').ask(listMessages, { search: 'não cabe' })).body.total).toBe(0)
    expect((await portal.as(masterInSul).ask(addMessage, message('De Marta', { target: 'admin' }))).status).toBe(200)
  })

  it('count for an hour, and also when the message is withdrawn', async () => {
    await use(messageReceiptsAnHour, 61)
    const { status, body } = await write('De novo na hora')
    expect(status).toBe(200)
    await portal.as('adminOfSul').ask(withdrawMessage, { id: body.id })
    const left = await portal.platform((db) => db.selectFrom('message_uses').select('receipts').execute())
    expect(left).toEqual([{ receipts: 1 }])
  })

  it('may be more than the limit in the first message of an hour', async () => {
    await write('A todos')
    await portal.platform((db) =>
      db
        .updateTable('message_uses')
        .set({ receipts: messageReceiptsAnHour + 5 })
        .execute(),
    )
    expect((await write('Outra')).status).toBe(429)
    await portal.platform((db) => sql`update message_uses set used_at = now() - interval '1 hour'`.execute(db))
    expect((await write('Outra')).status).toBe(200)
  })

  it('let a message that is due later wait until they allow it', async () => {
    const { body } = await write('Espera', { starts_on: day(2) })
    await use(messageReceiptsAnHour, 30)
    await portal.platform((db) => sql`update notifications set starts_at = now() where id = ${body.id}`.execute(db))
    const enqueued: unknown[] = []
    const deliver = () =>
      portal.platform(async (db) => {
        await sql`select set_config('app.tenant_id', ${sul}, true)`.execute(db)
        const nothing = async () => undefined
        const enqueue = async (...job: unknown[]) => void enqueued.push(job[2])
        await sendDueMessage({ db, tenantId: sul, announce: nothing, enqueue, audit: nothing }, body.id)
      })
    const receipts = () =>
      portal.platform((db) =>
        db.selectFrom('notification_receipts').select('user_id').where('notification_id', '=', body.id).execute(),
      )
    await deliver()
    expect(await receipts()).toEqual([])
    const [{ after }] = enqueued as [{ after: Date }]
    const minutes = (after.getTime() - Date.now()) / 60_000
    expect([minutes > 29, minutes <= 30.1]).toEqual([true, true])
    await forget()
    await deliver()
    expect(await receipts()).toHaveLength(1)
  })
})

describe('many addressees', () => {
  it('10,000 people get a notification in one call, each once', async () => {
    const leste = tenants.leste.id
    await portal.platform((db) =>
      db.updateTable('tenants').set({ user_limit: 20_000 }).where('id', '=', leste).execute(),
    )
    // Triggers run for each person, so that one statement for all of them would exceed its time limit on a busy machine.
    for (let from = 1; from < 10_000; from += 1_000) {
      await portal.platform((db) =>
        sql`with made as (
          insert into users (email, name, home_tenant_id)
          select 'p' || n || '@example.com', 'Pessoa ' || n, ${leste}::uuid from generate_series(${from}::int, ${from + 999}::int) n returning id)
        insert into memberships (tenant_id, user_id) select ${leste}::uuid, id from made`.execute(db),
      )
    }
    const begun = performance.now()
    const { body } = await portal.as('adminOfLeste').ask(addMessage, message('Para dez mil'))
    process.stdout.write(`10,000 addressees: ${Math.round(performance.now() - begun)} ms\n`)
    if (body.receipts === undefined) process.stdout.write(JSON.stringify(body))
    expect(body.receipts).toBe(10_002)
    const { rows } = await portal.platform((db) =>
      sql<{
        people: number
      }>`select count(distinct user_id)::int as people from notification_receipts where notification_id = ${body.id}`.execute(
        db,
      ),
    )
    expect(rows).toEqual([{ people: 10_002 }])
  }, 120_000)
})

it('V5: limits what one person writes per minute, and not what others do', async () => {
  const statuses: number[] = []
  // The rate-limit window may change once during the test.
  while (statuses.length <= 2 * messageCalls.perMinute)
    statuses.push((await sendMessage('De novo', { target: 'admin' })).status)
  expect(statuses).toContain(429)
  expect((await sendMessage('Eu', { target: 'admin' }, 'adminOfSul')).status).toBe(200)
})

it('V5: limits how often one person counts addressees per minute, and not what others do', async () => {
  const statuses: number[] = []
  // The rate-limit window may change once during the test.
  while (statuses.length <= 2 * addresseeCounts.perMinute && !statuses.includes(429))
    statuses.push((await countOf({ target: 'admin' })).status)
  expect(statuses).toContain(429)
  expect((await countOf({ target: 'admin' }, 'adminOfSul')).status).toBe(200)
})
