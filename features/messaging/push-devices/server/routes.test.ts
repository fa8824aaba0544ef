import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pushDevices } from '#catalogue/limits.ts'
import { endOwnSessions } from '#features/people/profile/contract.ts'
import { notify, pushKind, pushSendKind } from '#features/messaging/notifications/server/commands.ts'
import { logout } from '#features/identity/sessions/contract.ts'
import { createOutgoing } from '#platform/server/outgoing.ts'
import { job, waitingJob } from '#platform/server/jobs/job.ts'
import { testWorker, type TestWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { type PersonName, people, tenants } from '#testing/world.ts'
import {
  claimsOf,
  createTestBrowser,
  type PushReceiver,
  startPushReceiver,
  type TestBrowser,
} from '#testing/push-receiver.ts'
import { addPushDevice, choosePushes, readPush, removePushDevice, renewPushDevice } from '../contract.ts'

const contact = 'mailto:operacao@vitrine.example'
const portal = testPortal({ config: { runJobs: true, providerPrivateHosts: true, pushContact: contact } })
let receiver: PushReceiver
/** It only enqueues: the portal runs the jobs. */
let worker: TestWorker
beforeAll(async () => {
  receiver = await startPushReceiver()
  const kinds = [
    job({ ...pushKind, run: async () => undefined }),
    waitingJob({ ...pushSendKind, run: async () => undefined }),
  ]
  worker = await testWorker(portal.databaseUrl, kinds, { works: false })
})
afterAll(async () => {
  await worker.close()
  await receiver.close()
})
beforeEach(async () => {
  receiver.answer(201)
  receiver.received.length = 0
  await portal.platform(async (db) => {
    await db.deleteFrom('push_devices').execute()
    await db.deleteFrom('push_choices').execute()
    await db.updateTable('settings').set({ push_shows_content: false }).execute()
  })
})

let paths = 0
const subscribed = async (who: Parameters<typeof portal.as>[0]): Promise<TestBrowser> => {
  paths += 1
  const browser = receiver.subscribe(`/push/${paths}`)
  expect((await portal.as(who).ask(addPushDevice, browser.subscription)).status).toBe(200)
  return browser
}
const devicesOf = (who: PersonName) =>
  portal.platform((db) =>
    db.selectFrom('push_devices').select(['id', 'endpoint']).where('user_id', '=', people[who].id).execute(),
  )
/** Notifies a person in a transaction of its own, as other nouns do. */
const tell = async (who: PersonName, report = 'Vendas secretas', path = '/1/reports/view') =>
  portal.platform((db) =>
    notify(
      {
        db,
        announce: async () => undefined,
        enqueue: (kind, input, options) => worker.enqueue(db, kind, input, { tenantId: tenants.norte.id, ...options }),
        tenantId: tenants.norte.id,
      },
      { people: [people[who].id] },
      'access_granted',
      { report },
      { path },
    ),
  )
const pushed = (count: number) =>
  vi.waitFor(() => expect(receiver.received).toHaveLength(count), { timeout: 60_000, interval: 100 })
/** Waits until the jobs of pushes are over. */
const settled = () =>
  vi.waitFor(
    async () => {
      const { rows } = await portal.platform((db) =>
        sql<{ open: number }>`select count(*)::int as open from pgboss.job
          where name like 'notification.%push%' and state in ('created', 'retry', 'active') and start_after <= now()`.execute(
          db,
        ),
      )
      expect(rows).toEqual([{ open: 0 }])
    },
    { timeout: 60_000, interval: 200 },
  )

describe('a push', () => {
  it('is encrypted for the browser, signed by the installation, and has no data of the report', async () => {
    const browser = await subscribed('userOfNorte')
    await tell('userOfNorte')
    await pushed(1)
    const [got] = receiver.received
    if (!got) throw new Error('nothing was pushed')
    const payload = browser.decrypt(got.body) as { web_push: number; notification: Record<string, string> }
    expect(payload).toEqual({
      web_push: 8030,
      notification: {
        title: 'Norte',
        body: 'Há novidades sobre o acesso a um relatório.',
        navigate: expect.stringMatching(/^http:\/\/norte\.localhost\/notifications\/[\da-f-]{36}\/open$/),
      },
    })
    expect(JSON.stringify(payload)).not.toContain('secretas')
    const { publicKey, claims } = claimsOf(got.headers)
    const { body } = await portal.as('userOfNorte').ask(readPush, {})
    expect([publicKey, claims]).toEqual([
      body.public_key,
      expect.objectContaining({ aud: receiver.origin, sub: contact }),
    ])
    expect(got.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(got.headers['topic']).toMatch(/^[\da-f]{32}$/)
    // Another browser cannot read it.
    expect(() => createTestBrowser(browser.subscription.endpoint).decrypt(got.body)).toThrow(/authenticate/)
  })

  it('says what happened where the business unit allows it, in the person’s language', async () => {
    await portal.platform((db) => db.updateTable('settings').set({ push_shows_content: true }).execute())
    const browser = await subscribed('userOfNorte')
    await tell('userOfNorte', 'Vendas '.repeat(60))
    await pushed(1)
    const { notification } = browser.decrypt(receiver.received[0]?.body ?? Buffer.of()) as {
      notification: { title: string; body: string }
    }
    expect(notification.title).toMatch(/^Você já pode abrir Vendas Vendas .*…$/)
    expect(notification.title.length).toBeLessThanOrEqual(pushDevices.titleLength)
    expect(notification.body).toBe('O acesso que você pediu foi liberado.')
  })

  it.each([404, 410])('removes the device when the push service answers %s', async (status) => {
    await subscribed('userOfNorte')
    receiver.answer(status)
    await tell('userOfNorte')
    await pushed(1)
    await vi.waitFor(async () => expect(await devicesOf('userOfNorte')).toEqual([]), { timeout: 60_000 })
  })

  it('keeps the device when the push service refuses one push', async () => {
    await subscribed('userOfNorte')
    receiver.answer(413)
    await tell('userOfNorte')
    await pushed(1)
    await settled()
    expect([receiver.received.length, (await devicesOf('userOfNorte')).length]).toEqual([1, 1])
  })

  it('goes to the devices of the addressee only, and not for muted kinds', async () => {
    await subscribed('userOfNorte')
    const other = await subscribed('otherUserOfNorte')
    await tell('otherUserOfNorte')
    await pushed(1)
    other.decrypt(receiver.received[0]?.body ?? Buffer.of())
    const choices = { quiet_from: null, quiet_to: null, timezone: 'America/Sao_Paulo' }
    expect((await portal.as('otherUserOfNorte').ask(choosePushes, { muted: ['access'], ...choices })).status).toBe(200)
    await tell('otherUserOfNorte')
    await settled()
    expect(receiver.received).toHaveLength(1)
  })

  it('waits in quiet hours until their end', async () => {
    await subscribed('userOfNorte')
    // The whole day but one minute, which is not now: hours from the next minute until the one before.
    const minuteOf = (offset: number) => new Date(Date.now() + offset * 60_000).toISOString().slice(11, 16)
    const hours = { quiet_from: minuteOf(-60), quiet_to: minuteOf(120), timezone: 'UTC' }
    await portal.as('userOfNorte').ask(choosePushes, { muted: [], ...hours })
    await tell('userOfNorte')
    const waiting = () =>
      portal.platform((db) =>
        sql<{ minute: string }>`select to_char(start_after at time zone 'UTC', 'HH24:MI') as minute from pgboss.job
          where name = 'notification.send_push' and state = 'created' and start_after > now() + interval '1 hour'`.execute(
          db,
        ),
      )
    await vi.waitFor(async () => expect((await waiting()).rows).toEqual([{ minute: hours.quiet_to }]), {
      timeout: 60_000,
    })
    expect(receiver.received).toEqual([])
  })

  it.each([
    [
      'the person is blocked',
      sql`update memberships set state = 'B' where user_id = ${people.otherUserOfNorte.id}`,
      sql`update memberships set state = 'A' where user_id = ${people.otherUserOfNorte.id}`,
    ],
    [
      'the person has read it',
      sql`update notification_receipts set read_at = now()`,
      sql`update notification_receipts set read_at = null`,
    ],
    [
      'the person has deleted it',
      sql`update notification_receipts set deleted_at = now()`,
      sql`update notification_receipts set deleted_at = null`,
    ],
    [
      'it is old',
      sql`update notification_receipts set at = at - interval '3 days'`,
      sql`update notification_receipts set at = now()`,
    ],
    ['the unit is disabled', sql`update tenants set enabled = false`, sql`update tenants set enabled = true`],
  ])('is judged when it is sent: %s', async (_, prevent, allow) => {
    await tell('otherUserOfNorte')
    await settled()
    await subscribed({ token: await portal.tokenOf(people.otherUserOfNorte), host: people.otherUserOfNorte.host })
    // An expired session leaves the device.
    await portal.platform((db) =>
      sql`update sessions set ended_at = now(), ended_by = 'expired' where id in (select session_id from push_devices)`.execute(
        db,
      ),
    )
    const [device] = await devicesOf('otherUserOfNorte')
    const send = () =>
      portal.platform(async (db) => {
        const { rows } = await sql<{ id: string }>`select notification_id as id from notification_receipts
          where user_id = ${people.otherUserOfNorte.id} order by at desc, notification_id desc limit 1`.execute(db)
        const ids = { id: rows[0]?.id ?? '', device_id: device?.id ?? '' }
        await worker.enqueue(db, pushSendKind, ids, { tenantId: tenants.norte.id })
      })
    await portal.platform((db) => prevent.execute(db))
    await send()
    await settled()
    expect(receiver.received).toEqual([])
    await portal.platform((db) => allow.execute(db))
    await send()
    await pushed(1)
  })
})

describe('a device', () => {
  it.each([
    'http://push.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://push.example:8443/x',
    'https://user@push.example/x',
    'ftp://push.example/x',
    'javascript:alert(1)',
    'no address',
  ])('U5: is refused at %s', (endpoint) => {
    expect(createOutgoing({ privateHosts: false }).allows(endpoint)).toBe(false)
  })

  it('U5: is refused at an address to which nothing may be sent', async () => {
    const { subscription } = createTestBrowser('ftp://push.example/x')
    const { status, raw } = await portal.as('userOfNorte').ask(addPushDevice, subscription)
    expect([status, Object.keys(raw['errors'] as object)]).toEqual([400, ['endpoint']])
    expect(await devicesOf('userOfNorte')).toEqual([])
  })

  it('is listed for its person, and can be removed by nobody else', async () => {
    const browser = await subscribed('userOfNorte')
    const { body } = await portal.as('userOfNorte').ask(readPush, {})
    expect(body.devices).toMatchObject([{ current: true }])
    expect(JSON.stringify(body)).not.toContain(browser.subscription.auth)
    const id = body.devices[0]?.id ?? ''
    for (const who of ['otherUserOfNorte', 'adminOfNorte', 'adminOfSul'] as const) {
      expect([who, (await portal.as(who).ask(readPush, {})).body.devices]).toEqual([who, []])
      expect([who, (await portal.as(who).ask(removePushDevice, { id })).status]).toEqual([who, 404])
    }
    expect(await devicesOf('userOfNorte')).toHaveLength(1)
    expect((await portal.as('userOfNorte').ask(removePushDevice, { id })).status).toBe(200)
    expect(await devicesOf('userOfNorte')).toEqual([])
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('event', 'like', 'push_device.%').orderBy('id').execute(),
    )
    expect(entries.map(({ event }) => event).slice(-2)).toEqual(['push_device.added', 'push_device.removed'])
  })

  it('S1: keeps its secret sealed', async () => {
    const { subscription } = await subscribed('userOfNorte')
    const rows = await portal.platform((db) => db.selectFrom('push_devices').select('auth_sealed').execute())
    const keys = await portal.platform((db) => db.selectFrom('push_keys').selectAll().execute())
    expect(rows.map(({ auth_sealed }) => auth_sealed.includes(subscription.auth))).toEqual([false])
    expect([keys.length, keys[0]?.private_key_sealed.length]).toEqual([1, 12 + 16 + 43])
  })

  it('belongs to the person who subscribed last, and is known to them alone', async () => {
    const { subscription } = await subscribed('userOfNorte')
    const knows = async (who: PersonName) =>
      (await portal.as(who).ask(renewPushDevice, { endpoint: subscription.endpoint })).body.known
    expect([await knows('userOfNorte'), await knows('otherUserOfNorte')]).toEqual([true, false])
    await portal.as('otherUserOfNorte').ask(addPushDevice, subscription)
    expect([await knows('userOfNorte'), await knows('otherUserOfNorte')]).toEqual([false, true])
  })

  it(`V6: a person has at most ${pushDevices.perPerson}`, async () => {
    for (let count = 0; count < pushDevices.perPerson + 2; count += 1) await subscribed('userOfNorte')
    const left = await devicesOf('userOfNorte')
    expect(left).toHaveLength(pushDevices.perPerson)
    expect(left.some(({ endpoint }) => endpoint.endsWith(`/${paths}`))).toBe(true)
  })

  it('A6: is removed by the sign-out of its session, and not by that of another', async () => {
    const tokens = [await portal.tokenOf(people.userOfNorte), await portal.tokenOf(people.userOfNorte)]
    const [first, second] = tokens.map((token) => ({ token, host: people.userOfNorte.host }))
    if (!first || !second) throw new Error('no sessions')
    const kept = await subscribed(second)
    await subscribed(first)
    expect((await portal.as(first).ask(logout, {})).status).toBe(200)
    expect((await devicesOf('userOfNorte')).map(({ endpoint }) => endpoint)).toEqual([kept.subscription.endpoint])
  })

  it('A6: is removed by a forced end of its session, also after its session has expired', async () => {
    const own = { token: await portal.tokenOf(people.userOfNorte), host: people.userOfNorte.host }
    const [expired, ended] = [await portal.tokenOf(people.userOfNorte), await portal.tokenOf(people.userOfNorte)]
    await subscribed({ token: expired, host: people.userOfNorte.host })
    await portal.platform((db) =>
      sql`update sessions set ended_at = now(), ended_by = 'expired' where id in (select session_id from push_devices)`.execute(
        db,
      ),
    )
    expect(await devicesOf('userOfNorte')).toHaveLength(1)
    await subscribed({ token: ended, host: people.userOfNorte.host })
    const mine = await subscribed(own)
    expect((await portal.as(own).ask(endOwnSessions, { id: null })).status).toBe(200)
    expect((await devicesOf('userOfNorte')).map(({ endpoint }) => endpoint)).toEqual([mine.subscription.endpoint])
  })

  const expire = () =>
    portal.platform((db) =>
      sql`update sessions set ended_at = now(), ended_by = 'expired' where id in (select session_id from push_devices)`.execute(
        db,
      ),
    )

  it('A6: is removed by a forced end of all others when no other session runs', async () => {
    await portal.platform((db) =>
      sql`update sessions set ended_at = now(), ended_by = 'expired' where user_id = ${people.userOfNorte.id} and ended_at is null`.execute(
        db,
      ),
    )
    const own = { host: people.userOfNorte.host }
    await subscribed({ ...own, token: await portal.tokenOf(people.userOfNorte) })
    await expire()
    const here = { ...own, token: await portal.tokenOf(people.userOfNorte) }
    expect(await devicesOf('userOfNorte')).toHaveLength(1)
    const mine = await subscribed(here)
    expect((await portal.as(here).ask(endOwnSessions, { id: null })).status).toBe(200)
    expect((await devicesOf('userOfNorte')).map(({ endpoint }) => endpoint)).toEqual([mine.subscription.endpoint])
  })

  it('A6: whose session has expired is removed, in all units, when its person gets another password, e-mail or second factor', async () => {
    await subscribed({ host: people.otherUserOfNorte.host, token: await portal.tokenOf(people.otherUserOfNorte) })
    await subscribed({ host: people.userOfNorte.host, token: await portal.tokenOf(people.userOfNorte) })
    await expire()
    await portal.platform(async (db) => {
      const { rows } = await sql<{ id: string }>`
        insert into memberships (tenant_id, user_id, profile) values (${tenants.sul.id}, ${people.otherUserOfNorte.id}, 'user')
        on conflict do nothing returning user_id as id`.execute(db)
      expect(rows).toHaveLength(1)
      await sql`insert into push_devices (tenant_id, user_id, session_id, host, endpoint, p256dh, auth_sealed)
        select ${tenants.sul.id}, user_id, session_id, host, endpoint || '/sul', p256dh, auth_sealed from push_devices
         where user_id = ${people.otherUserOfNorte.id}`.execute(db)
    })
    expect(await devicesOf('otherUserOfNorte')).toHaveLength(2)
    await portal.platform(async (db) => {
      await sql`select set_config('app.tenant_id', ${tenants.norte.id}, true)`.execute(db)
      await sql`select from app.end_all_sessions_of(${people.otherUserOfNorte.id}::uuid, 'identity_changed', app.uuidv7())`.execute(
        db,
      )
    })
    expect(await devicesOf('otherUserOfNorte')).toEqual([])
    expect(await devicesOf('userOfNorte'), 'of somebody else').toHaveLength(1)
    await portal.platform((db) =>
      sql`delete from memberships where tenant_id = ${tenants.sul.id} and user_id = ${people.otherUserOfNorte.id}`.execute(
        db,
      ),
    )
  })

  it('is removed with its membership', async () => {
    await subscribed({ host: people.otherUserOfNorte.host, token: await portal.tokenOf(people.otherUserOfNorte) })
    await portal.platform((db) =>
      db.deleteFrom('memberships').where('user_id', '=', people.otherUserOfNorte.id).execute(),
    )
    expect(await devicesOf('otherUserOfNorte')).toEqual([])
  })
})

describe('the choices', () => {
  const hours = { quiet_from: '22:00', quiet_to: '07:00', timezone: 'America/Sao_Paulo' }

  it('are stored once, with an audit entry', async () => {
    const choices = { muted: ['tasks' as const, 'access' as const], ...hours }
    for (let time = 0; time < 2; time += 1)
      expect((await portal.as('adminOfNorte').ask(choosePushes, choices)).status).toBe(200)
    expect((await portal.as('adminOfNorte').ask(readPush, {})).body.choices).toEqual({
      muted: ['access', 'tasks'],
      ...hours,
    })
    expect((await portal.as('adminOfSul').ask(readPush, {})).body.choices).toMatchObject({
      muted: [],
      timezone: null,
    })
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('id')
        .where('event', '=', 'push_device.chosen')
        .where('actor_id', '=', people.adminOfNorte.id)
        .execute(),
    )
    expect(entries.length).toBe(1)
  })

  it.each([
    ['quiet_from', { ...hours, quiet_from: '24:00' }],
    ['quiet_to', { ...hours, quiet_to: null }],
    ['timezone', { ...hours, timezone: 'Moon/Base' }],
    ['muted', { ...hours, muted: ['everything'] }],
  ])('refuse a wrong %s', async (field, wrong) => {
    const { status, raw } = await portal.as('adminOfNorte').send({
      method: 'PUT',
      url: `/api/${choosePushes.path}`,
      body: { muted: [], ...wrong },
    })
    expect([status, Object.keys(raw['errors'] as object)]).toEqual([400, [field]])
  })
})
