// Webhooks with real HTTP receivers and real PostgreSQL: what arrives, what is tried again, and who sees it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webhooks as limits } from '#catalogue/limits.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { systemClock } from '#platform/server/clock.ts'
import { readConfig } from '#platform/server/config.ts'
import { announce } from '#platform/server/live/announce.ts'
import type { WaitingJobContext } from '#platform/server/jobs/job.ts'
import { createOutgoing, type Outgoing } from '#platform/server/outgoing.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import { onOwner } from '#testing/global-setup.ts'
import { silent, testWorker, type TestWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import {
  type EventType,
  listDeliveries,
  readDelivery,
  readEvents,
  rotateSecret,
  sendAgain,
  sendSpanAgain,
  sendTest,
  webhookCalls as calls,
} from '../contract.ts'
import { emitWebhook, emitWebhooksAbove, sendKind } from './commands.ts'
import { createSending } from './sending.ts'
import { deleteOld } from '#features/operations/retention/server/commands.ts'
import { claim, dropExcess, forgetOld, unitsWithDue, webhooksWithDue } from './store.ts'

const portal = testPortal({ config: { providerPrivateHosts: true } })
const strict = testPortal()
const secrets = createSecrets(readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' }).appSecret)
const anywhere = createOutgoing({ privateHosts: true })
const norte = tenants.norte.id
const admin = () => portal.as('adminOfNorte')

behavesLikeResource(portal, calls, {
  noun: 'webhook',
  sample: (name) => ({
    name,
    url: 'https://receiver.example/x',
    event_types: ['bill.paid' as const],
    active: 'S' as const,
  }),
})

type Got = { headers: IncomingMessage['headers']; body: string; path: string }
type Reply = (response: ServerResponse, request: IncomingMessage) => void
const status = (code: number, body = '', headers: Record<string, string> = {}): Reply => {
  return (response) => response.writeHead(code, headers).end(body)
}
/** Closes the socket in the middle of an answer that promised more. */
const lie: Reply = (response, request) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"ok"')
  request.socket.destroySoon()
}

const cut: Reply = (_, request) => request.socket.destroy()

/** A receiver whose answers are chosen by each test. The last one repeats. */
async function receiver() {
  const got: Got[] = []
  let replies: Reply[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      got.push({ headers: request.headers, body, path: request.url ?? '' })
      const reply = replies.length > 1 ? replies.shift() : replies[0]
      ;(reply ?? status(204))(response, request)
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    got,
    origin,
    url: `${origin}/hook`,
    will: (...next: Reply[]) => {
      replies = next
      got.length = 0
    },
    close: () => server.close().closeAllConnections(),
  }
}

let hook: Awaited<ReturnType<typeof receiver>>
let worker: TestWorker
beforeAll(async () => {
  hook = await receiver()
  worker = await testWorker(portal.databaseUrl, [], { works: false })
})
afterAll(async () => {
  hook.close()
  await worker.close()
})
beforeEach(async () => {
  hook.will()
  await portal.platform((db) => db.deleteFrom('webhooks').execute())
})

let count = 0
type Added = { id: string; secret: string }
async function added(event_types: EventType[] = ['ticket.opened'], url = hook.url, who = admin()): Promise<Added> {
  count += 1
  const answer = await who.ask(calls.add, { name: `Sistema ${count}`, url, event_types, active: 'S' })
  expect(answer.status, JSON.stringify(answer.raw)).toBe(200)
  return answer.body
}

const ticket = { ticket: { id: 't1', name: '#1 Total' }, user: { id: 'u1', name: 'Ana' } }

/** The context of a job in a unit, without the queue: what the runner gives (platform/server/jobs/runner.ts). */
const ground = (tenantId: string = norte, signal = new AbortController().signal) => {
  const transaction: WaitingJobContext['transaction'] = async (work) => {
    const answer = await worker.gate.inTenant(tenantId, async (db, tenant, partnerId) => {
      const actor = { actorId: null, actorEmail: null, tenantId: tenant, partnerId, address: null }
      return {
        is: await work({
          db,
          tenantId: tenant,
          clock: systemClock,
          log: silent,
          signal,
          audit: (event, note) => writeAudit(db, actor, event, note),
          announce: (event) => announce(db, event),
          enqueue: (kind, input, options) => worker.enqueue(db, kind, input, { ...options, tenantId: tenant }),
        }),
      }
    })
    if (!answer) throw new Error('no such unit')
    return answer.is
  }
  return { transaction, clock: systemClock, signal }
}

const emit = (type: 'ticket.opened' | 'ticket.answered' = 'ticket.opened', tenantId = norte) =>
  ground(tenantId).transaction((context) => emitWebhook({ ...context, tenantId }, type, ticket))

/** Jobs of the unit that wait for their turn. */
const jobs = () =>
  portal.platform(async (db) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pgboss.job
       where name = ${sendKind.name} and data ->> 'tenant_id' = ${norte} and start_after <= now()`.execute(db)
    return rows[0]?.n ?? 0
  })
const forgetJobs = () => onOwner(portal.ownerUrl, (owner) => owner.query('delete from pgboss.job'))

const sendDue = (outgoing: Outgoing = anywhere, tenantId = norte) =>
  createSending({ outgoing, secrets, random: () => 0 }).sendDue(ground(tenantId))

/** Time passes for all that waits. */
const wait = () =>
  portal.platform((db) =>
    sql`update webhook_deliveries set next_at = now() - interval '1 second' where state = 'waiting'`.execute(db),
  )

const log = async (who = admin()) => (await who.ask(listDeliveries, {})).body.data
const details = async () => {
  const [row] = await log()
  return (await admin().ask(readDelivery, { id: row?.id ?? '' })).body
}
const verify = ({ secret }: Pick<Added, 'secret'>, { body, headers }: Got) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
const minutesUntil = (at: Date | null) => Math.round(((at?.getTime() ?? 0) - Date.now()) / 60_000)

describe('a webhook', () => {
  it('D5: shows its secret once; it is stored sealed and in no answer, file or audit entry', async () => {
    const { id, secret } = await added()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const answers = [await admin().ask(calls.read, { id }), await admin().ask(calls.list, {})]
    expect(JSON.stringify(answers.map(({ raw }) => raw))).not.toMatch(/secret"|whsec|sealed/)
    const rows = await portal.platform(async (db) => [
      await db.selectFrom('webhooks').select('secret_sealed').execute(),
      await db.selectFrom('audit_entries').select('changes').where('target_id', '=', id).execute(),
    ])
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  })

  it('U5: refuses a private address, http, a port and a login unless the operator allows them', async () => {
    for (const url of [
      'http://receiver.example/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://receiver.example:8443/x',
      'https://a:b@receiver.example/x',
      'ftp://receiver.example/x',
      'x',
    ]) {
      const input = { name: 'Privado', url, event_types: ['ticket.opened' as const], active: 'S' as const }
      const refused = await strict.as('adminOfNorte').ask(calls.add, input)
      expect([refused.status, refused.raw.errors], url).toEqual([
        400,
        { url: expect.stringMatching(/https/) as string },
      ])
    }
    const input = { name: 'Público', url: 'https://receiver.example/x', event_types: ['ticket.opened' as const] }
    const { body } = await strict.as('adminOfNorte').ask(calls.add, { ...input, active: 'S' })
    const changed = await strict
      .as('adminOfNorte')
      .ask(calls.update, { id: body.id, version: 1, url: 'https://10.0.0.1/x' })
    expect(changed.status).toBe(400)
  })

  it('has a limit for each business unit', async () => {
    await added()
    await portal.platform((db) =>
      sql`insert into webhooks (tenant_id, name, url, event_types, secret_sealed)
          select ${norte}, 'Cheio ' || n, 'https://receiver.example', '{ticket.opened}', '' from generate_series(2, ${limits.perUnit}::int) n`.execute(
        db,
      ),
    )
    const answer = await admin().ask(calls.add, {
      name: 'Demais',
      url: hook.url,
      event_types: ['ticket.opened'],
      active: 'S',
    })
    expect([answer.status, answer.raw.key]).toEqual([409, 'webhook_limit_reached'])
  })

  it('lists the events with a sample of each body', async () => {
    const { body } = await admin().ask(readEvents, {})
    expect(body.find(({ type }) => type === 'ticket.opened')?.sample).toMatchObject({
      type: 'ticket.opened',
      data: { ticket: { name: '#12 Total errado' } },
    })
    expect((await portal.as('userOfNorte').ask(readEvents, {})).status).toBe(403)
    const { raw } = await admin().send({ method: 'GET', url: '/api/openapi.json' })
    expect(raw['webhooks']).toHaveProperty(['ticket.opened', 'post', 'requestBody', 'content'])
  })
})

describe('a delivery', () => {
  it('is signed, and holds the type, the time and the data', async () => {
    const made = await added()
    await emit()
    await sendDue()
    expect(hook.got).toHaveLength(1)
    const [got] = hook.got as [Got]
    expect(verify(made, got)).toEqual({
      type: 'ticket.opened',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      sequence: expect.any(Number) as number,
      data: ticket,
    })
    const row = await details()
    expect(row).toMatchObject({
      state: 'delivered',
      attempts: 1,
      status: 204,
      next_at: null,
      event_type: 'ticket.opened',
    })
    expect(got.headers['webhook-id']).toBe(row.event_id)
    expect(got.headers['content-type']).toBe('application/json')
    await sendDue()
    expect(hook.got).toHaveLength(1)
  })

  it('belongs to the transaction of its event', async () => {
    await added()
    const failing = ground().transaction(async (context) => {
      await emitWebhook({ ...context, tenantId: norte }, 'ticket.opened', ticket)
      throw new Error('the event did not happen')
    })
    await expect(failing).rejects.toThrow('did not happen')
    expect(await log()).toEqual([])
  })

  it('is made for each active webhook that chose the type, with one webhook-id', async () => {
    await added()
    await added(['ticket.opened', 'ticket.answered'])
    const off = await added()
    await admin().ask(calls.update, { id: off.id, version: 1, active: 'N' })
    await emit()
    await emit('ticket.answered')
    const rows = await log()
    expect(rows.map(({ event_type }) => event_type).toSorted()).toEqual([
      'ticket.answered',
      'ticket.opened',
      'ticket.opened',
    ])
    expect(new Set(rows.map(({ event_id }) => event_id)).size).toBe(2)
  })

  it('enqueues its sending with the commit, unless a job of the unit waits for its turn', async () => {
    await forgetJobs()
    await emit()
    expect(await jobs(), 'nobody listens').toBe(0)
    await added()
    await emit()
    expect(await jobs()).toBe(1)
    await emit()
    expect(await jobs()).toBe(1)
  })

  it('V3: leaves the rest to another job when its own has worked long enough', async () => {
    await added()
    hook.will(status(204))
    for (let number = 0; number < limits.atOnce + 1; number += 1) await emit()
    await forgetJobs()
    await createSending({ outgoing: anywhere, secrets, jobMs: 0 }).sendDue(ground())
    expect([hook.got.length, await jobs()]).toEqual([limits.atOnce, 1])
    await forgetJobs()
    await sendDue()
    expect([hook.got.length, await jobs()]).toEqual([limits.atOnce + 1, 0])
  })

  it('V3: fails without an attempt when too many wait, the newest first', async () => {
    const { id } = await added()
    for (let number = 0; number < 4; number += 1) await emit()
    await portal.platform((db) =>
      sql`update webhook_deliveries set attempts = 1, next_at = now() + interval '1 hour'
           where id = (select id from webhook_deliveries order by id limit 1)`.execute(db),
    )
    await ground().transaction(({ db }) => dropExcess(db, id, 2))
    const rows = await log()
    expect(rows.map(({ state, problem }) => `${state} ${problem}`)).toEqual([
      'failed too_many_waiting',
      'failed too_many_waiting',
      'waiting null',
      'waiting null',
    ])
    await sendDue()
    expect(hook.got).toHaveLength(1)
    await admin().ask(sendAgain, { id: rows[0]?.id ?? '' })
    expect((await details()).problem).toBeNull()
  })

  it('V3: the job drops what is beyond the maximum', async () => {
    await added()
    await emit()
    await portal.platform((db) =>
      sql`insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data, next_at)
          select d.tenant_id, d.webhook_id, app.uuidv7(), d.event_type, d.data, now() + interval '1 hour'
            from webhook_deliveries d, generate_series(1, ${limits.maxWaiting}::int)`.execute(db),
    )
    await sendDue()
    const { body } = await admin().ask(listDeliveries, { state: 'failed' })
    expect([body.total, body.data[0]?.problem]).toEqual([1, 'too_many_waiting'])
  })

  it('J2: has failed when its last attempt ended its worker too', async () => {
    await added()
    await emit()
    const attempts = (count: number) =>
      portal.platform((db) => db.updateTable('webhook_deliveries').set({ attempts: count }).execute())
    await attempts(limits.pausesSeconds.length)
    await sendDue()
    expect(await details()).toMatchObject({ state: 'failed', next_at: null })
    expect(hook.got).toEqual([])
    await emit()
    await attempts(limits.pausesSeconds.length - 1)
    await sendDue()
    expect(hook.got).toHaveLength(1)
  })

  it('V3: is looked for without a visit to the others that wait', async () => {
    const { id } = await added()
    const off = await added()
    await emit()
    await portal.platform(async (db) => {
      await sql`insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data)
          select d.tenant_id, d.webhook_id, app.uuidv7(), d.event_type, d.data
            from webhook_deliveries d, generate_series(1, 3000)`.execute(db)
      await sql`update webhooks set active = false where id = ${off.id}`.execute(db)
      await sql`insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data, is_test, created_at)
          values (${norte}, ${off.id}, app.uuidv7(), 'webhook.test', '{}', true, now() + interval '1 second')`.execute(
        db,
      )
    })
    await onOwner(portal.ownerUrl, (owner) => owner.query('analyze webhook_deliveries'))
    /** Rows of deliveries that the work reads. */
    const readBy = (work: Parameters<typeof portal.platform<string[]>>[0]) =>
      portal.platform(async (db) => {
        const reads = async () => {
          const { rows } = await sql<{ n: number }>`
            select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = 'webhook_deliveries'`.execute(
            db,
          )
          return rows[0]?.n ?? 0
        }
        const before = await reads()
        const found = await work(db)
        return [found, (await reads()) - before] as const
      })
    const [units, read] = await readBy(unitsWithDue)
    expect(units).toEqual([norte])
    // One of the active webhook, and the newest of the other.
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(200)
    const [found] = await readBy(webhooksWithDue)
    expect(found.toSorted()).toEqual([id, off.id].toSorted())
    await portal.platform((db) => sql`update webhooks set active = false`.execute(db))
    expect(await portal.platform(webhooksWithDue), 'the test of an inactive one').toEqual([off.id])
  })

  it.each([
    ['500', status(500, 'broken'), { status: 500, problem: null, answer: 'broken' }],
    ['a redirect, which is not followed', status(302, '', { location: '/elsewhere' }), { status: 302, problem: null }],
    ['404', status(404), { status: 404, problem: null }],
    ['a closed socket', cut, { status: null, problem: 'unreachable' }],
    ['an answer that ends too early', lie, { status: null, problem: 'unreachable' }],
    ['an answer without end', status(200, 'x'.repeat(300_000)), { status: null, problem: 'answer_too_large' }],
  ])('is tried again after %s, with the same webhook-id and body', async (_, reply, expected) => {
    const made = await added()
    hook.will(reply, status(200, 'fine'))
    await emit()
    await sendDue()
    const first = await details()
    expect(first).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(first.attempted).toEqual([expect.objectContaining({ ...expected, next_at: first.next_at }) as object])
    await sendDue()
    expect(hook.got, 'not before its time').toHaveLength(1)
    await wait()
    await sendDue()
    expect(hook.got.map(({ path }) => path)).toEqual(['/hook', '/hook'])
    const [one, two] = hook.got as [Got, Got]
    expect(two.headers['webhook-id']).toBe(one.headers['webhook-id'])
    expect(two.body).toBe(one.body)
    verify(made, two)
    const second = await details()
    expect(second).toMatchObject({ state: 'delivered', attempts: 2, status: 200 })
    expect(second.attempted).toHaveLength(2)
    expect(second.attempted[0]?.answer).toBe('fine')
  })

  it('V3: an endpoint that does not answer is given up after the time limit, and holds no other webhook', async () => {
    await added(['ticket.opened'], `${hook.origin}/silent`)
    const good = await added()
    const silentOne: Reply = (response, request) => {
      if (request.url !== '/silent') response.writeHead(200).end()
    }
    hook.will(silentOne)
    const hasty: Outgoing = {
      ...anywhere,
      fetch: async (address, request) => {
        expect(request?.waitMs).toBe(limits.answerMs)
        const isSilent = address.endsWith('/silent')
        // The good one has been delivered before the silent one is given up.
        if (!isSilent) return anywhere.fetch(address, request)
        await expect
          .poll(async () => (await log()).find(({ webhook }) => webhook.id === good.id)?.state)
          .toBe('delivered')
        return anywhere.fetch(address, { ...request, waitMs: 300 })
      },
    }
    await emit()
    await sendDue(hasty)
    const rows = await log()
    expect(rows.map(({ state, problem }) => `${state} ${problem}`).toSorted()).toEqual([
      'delivered null',
      'waiting timed_out',
    ])
  })

  it('is tried eight times over 28 hours, and then has failed', async () => {
    await added()
    hook.will(status(503))
    await emit()
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await wait()
      await sendDue()
      const { next_at } = await details()
      if (next_at) pauses.push(minutesUntil(next_at))
    }
    expect(pauses).toEqual([0, 5, 30, 120, 300, 600, 600])
    expect(await details()).toMatchObject({ state: 'failed', attempts: 8, next_at: null })
    await wait()
    await sendDue()
    expect(hook.got).toHaveLength(8)
  })

  it('J1: two workers at the same time deliver once', async () => {
    await added()
    for (let number = 0; number < 12; number += 1) await emit()
    await Promise.all([sendDue(), sendDue(), sendDue()])
    await sendDue()
    expect(hook.got).toHaveLength(12)
    expect(new Set(hook.got.map(({ headers }) => headers['webhook-id'])).size).toBe(12)
    expect((await log()).every(({ state }) => state === 'delivered')).toBe(true)
  })

  it('V3: is claimed without a wait for the claims of another worker', async () => {
    const { id } = await added()
    for (let number = 0; number < limits.atOnce + 2; number += 1) await emit()
    // The other worker works while this claim is not committed: with a wait for its rows the two would wait for each other.
    const claimed = await ground().transaction(async ({ db }) => {
      const rows = await claim(db, id)
      await sendDue()
      return rows
    })
    expect(claimed).toHaveLength(limits.atOnce)
    expect(hook.got).toHaveLength(2)
  })

  it('J2: of a worker that died is sent by another when the claim ends, and a late outcome changes nothing', async () => {
    await added()
    await emit()
    const stopped = new AbortController()
    const dying: Outgoing = {
      ...anywhere,
      fetch: async () => {
        stopped.abort()
        throw new Error('the process stops')
      },
    }
    await createSending({ outgoing: dying, secrets }).sendDue(ground(norte, stopped.signal))
    expect(await details()).toMatchObject({ state: 'waiting', attempts: 1, attempted: [] })
    await sendDue()
    expect(hook.got, 'the claim still holds').toHaveLength(0)
    const late: Outgoing = {
      ...anywhere,
      fetch: async () => {
        // While this worker waits, its claim ends and another worker delivers.
        await wait()
        await sendDue()
        throw new Error('late')
      },
    }
    await wait()
    await sendDue(late)
    expect(hook.got).toHaveLength(1)
    expect(await details()).toMatchObject({ state: 'delivered', attempts: 3 })
    expect((await admin().ask(calls.list, {})).body.data).toMatchObject([{ failing_since: null }])
  })

  it('U5: is not sent to a name that became a private address', async () => {
    await added(['ticket.opened'], 'https://localhost/hook')
    await emit()
    await sendDue(createOutgoing({ privateHosts: false }))
    expect(await details()).toMatchObject({ state: 'waiting', problem: 'address_refused' })
    expect(hook.got).toEqual([])
  })

  it('T1, T2, T7: is neither seen nor sent by another business unit', async () => {
    await added()
    const foreign = portal.as('adminOfLeste')
    await added(['ticket.opened'], `${hook.origin}/leste`, foreign)
    await emit()
    expect(await log(foreign)).toEqual([])
    await sendDue(anywhere, tenants.leste.id)
    expect(hook.got).toEqual([])
    const { id } = await details()
    for (const call of [readDelivery, sendAgain]) expect((await foreign.ask(call, { id })).status).toBe(404)
    await sendDue()
    expect(hook.got.map(({ path }) => path)).toEqual(['/hook'])
  })

  it('T7: of platform-wide work reaches the webhooks of its unit only', async () => {
    await added()
    const foreign = portal.as('adminOfLeste')
    await added(['ticket.opened'], `${hook.origin}/leste`, foreign)
    await worker.gate.acrossTenants('test', (db) =>
      emitWebhook(
        { db, tenantId: norte, enqueue: (kind, input, options) => worker.enqueue(db, kind, input, options) },
        'ticket.opened',
        ticket,
      ),
    )
    expect([(await log()).length, (await log(foreign)).length]).toEqual([1, 0])
  })

  it('is not sent while its webhook is off, and goes out when it is on again', async () => {
    const { id } = await added()
    await emit()
    await admin().ask(calls.update, { id, version: 1, active: 'N' })
    await sendDue()
    expect(await portal.platform(unitsWithDue)).toEqual([])
    expect(hook.got).toEqual([])
    await admin().ask(calls.update, { id, version: 2, active: 'S' })
    expect(await portal.platform(unitsWithDue)).toEqual([norte])
    await sendDue()
    expect(hook.got).toHaveLength(1)
  })

  it('is erased after 30 days with its attempts', async () => {
    await added()
    await emit()
    await sendDue()
    const age = (days: number) =>
      portal.platform(async (db) => {
        await sql`update webhook_deliveries set created_at = now() - make_interval(days => ${days})`.execute(db)
        await deleteOld(db, { kind: 'webhook_log', tenantId: norte, days: limits.keptDays, limit: 100 })
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from webhook_attempts`.execute(db)
        return rows[0]?.n
      })
    expect(await age(limits.keptDays - 1)).toBe(1)
    expect(await age(limits.keptDays + 1)).toBe(0)
    expect(await log()).toEqual([])
  })
})

describe('a rotated secret', () => {
  const headersAfter = async () => {
    hook.will()
    await emit()
    await sendDue()
    return hook.got[0] as Got
  }

  it('signs together with the old one for 24 hours, and then alone', async () => {
    const old = await added()
    const { body: fresh } = await admin().ask(rotateSecret, { id: old.id })
    expect(fresh.secret).not.toBe(old.secret)
    expect(minutesUntil(fresh.old_secret_until)).toBe(24 * 60)
    const both = await headersAfter()
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2)
    for (const each of [old, fresh]) verify(each, both)
    await portal.platform((db) =>
      db
        .updateTable('webhooks')
        .set({ old_secret_until: sql<Date>`now() - interval '1 second'` })
        .execute(),
    )
    const alone = await headersAfter()
    verify(fresh, alone)
    expect(() => verify(old, alone)).toThrow('No matching signature')
    await portal.platform(forgetOld)
    const [row] = await portal.platform((db) => db.selectFrom('webhooks').select('old_secret_sealed').execute())
    expect(row?.old_secret_sealed).toBeNull()
  })

  it('T1: of another business unit answers 404', async () => {
    const { id } = await added()
    expect((await portal.as('adminOfLeste').ask(rotateSecret, { id })).status).toBe(404)
    expect((await portal.as('userOfNorte').ask(rotateSecret, { id })).status).toBe(403)
  })

  it('K2: that no key of the portal opens is a problem of the attempt, and nothing is sent unsigned', async () => {
    await added()
    await portal.platform((db) =>
      db
        .updateTable('webhooks')
        .set({ secret_sealed: Buffer.from('broken') })
        .execute(),
    )
    await emit()
    await sendDue()
    expect(await details()).toMatchObject({ state: 'waiting', problem: 'secret_unreadable' })
    expect(hook.got).toEqual([])
  })
})

describe('an endpoint that fails for five days', () => {
  const failingFor = (days: number) =>
    portal.platform((db) => sql`update webhooks set failing_since = now() - make_interval(days => ${days})`.execute(db))

  it('is switched off, and the administrators are told once', async () => {
    const { id } = await added()
    hook.will(status(500))
    await emit()
    await sendDue()
    await failingFor(limits.failingDays - 1)
    await wait()
    await sendDue()
    expect((await admin().ask(calls.read, { id })).body).toMatchObject({ active: true, disabled_at: null })
    await failingFor(limits.failingDays + 1)
    await wait()
    await sendDue()
    const { body } = await admin().ask(calls.read, { id })
    expect(body).toMatchObject({ active: false })
    expect(body.disabled_at).toBeInstanceOf(Date)
    const told = async (who: 'adminOfNorte' | 'userOfNorte') => {
      const { body: page } = await portal.as(who).ask(listNotifications, {})
      return page.data.filter(({ type, path }) => type === 'webhook_disabled' && path === `/webhooks/${id}`).length
    }
    expect([await told('adminOfNorte'), await told('userOfNorte')]).toEqual([1, 0])
    // It counts anew when a person switches it on.
    await admin().ask(calls.update, { id, version: body.version, active: 'S' })
    expect((await admin().ask(calls.read, { id })).body).toMatchObject({ disabled_at: null, failing_since: null })
  })

  it('is not, when it accepted anything meanwhile', async () => {
    const { id } = await added()
    hook.will(status(500), status(200), status(500))
    await emit()
    await sendDue()
    await failingFor(limits.failingDays + 1)
    await wait()
    await sendDue()
    expect((await admin().ask(calls.read, { id })).body.failing_since).toBeNull()
    await emit()
    await sendDue()
    expect((await admin().ask(calls.read, { id })).body).toMatchObject({ active: true })
  })
})

describe('a receiver that ends the attempts', () => {
  it('by 410: the webhook is switched off at once, and the administrators are told', async () => {
    const { id } = await added()
    hook.will(status(410))
    await emit()
    await sendDue()
    expect(await details()).toMatchObject({ state: 'failed', attempts: 1, status: 410 })
    const { body } = await admin().ask(calls.read, { id })
    expect(body).toMatchObject({ active: false })
    expect(body.disabled_at).toBeInstanceOf(Date)
    const { body: page } = await admin().ask(listNotifications, {})
    expect(page.data.filter(({ type, path }) => type === 'webhook_gone' && path === `/webhooks/${id}`)).toHaveLength(1)
  })

  it('not by 410 of an address that the webhook had before: it stays on', async () => {
    const { id } = await added()
    const { version } = (await admin().ask(calls.read, { id })).body
    hook.will((response) => {
      // The address is changed while the old one is asked.
      void admin()
        .ask(calls.update, { id, version, url: `${hook.origin}/new` })
        .then(({ status: code }) => response.writeHead(code === 200 ? 410 : 500).end())
    })
    await emit()
    await sendDue()
    expect(await details()).toMatchObject({ state: 'failed', attempts: 1, status: 410 })
    expect((await admin().ask(calls.read, { id })).body).toMatchObject({ active: true, url: `${hook.origin}/new` })
  })

  it('by a header: this event fails at once, and the webhook stays', async () => {
    const { id } = await added()
    hook.will(status(422, '', { 'webhook-delivery': 'abort-message' }), status(200))
    await emit()
    await sendDue()
    expect(await details()).toMatchObject({ state: 'failed', attempts: 1, status: 422 })
    expect((await admin().ask(calls.read, { id })).body).toMatchObject({ active: true })
  })

  it('gets a greater number for a later event, and the same number when one is sent again', async () => {
    await added()
    hook.will(status(500), status(200))
    await emit()
    await sendDue()
    await wait()
    await sendDue()
    await emit()
    await sendDue()
    const [first, again, later] = hook.got.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence)
    expect(again).toBe(first)
    expect(Number(later)).toBeGreaterThan(Number(first))
  })
})

describe('a person', () => {
  it('sends one event again, with the same webhook-id', async () => {
    await added()
    await emit()
    await sendDue()
    const { id } = await details()
    expect((await admin().ask(sendAgain, { id })).status).toBe(200)
    expect(await details()).toMatchObject({ state: 'waiting', attempts: 0 })
    await sendDue()
    expect(hook.got[1]?.headers['webhook-id']).toBe(hook.got[0]?.headers['webhook-id'])
    expect(await details()).toMatchObject({ state: 'delivered' })
    expect((await portal.as('userOfNorte').ask(sendAgain, { id })).status).toBe(403)
  })

  it('J2: sends one again that is being sent: the first worker changes nothing', async () => {
    await added()
    const other: Outgoing = {
      ...anywhere,
      fetch: async () => {
        // While this worker waits, a person sends the event again, and another worker claims the same number of attempt.
        const [row] = await log()
        expect((await admin().ask(sendAgain, { id: row?.id ?? '' })).status).toBe(200)
        await ground().transaction(({ db }) => claim(db, row?.webhook.id ?? ''))
        throw new Error('late')
      },
    }
    await emit()
    await sendDue(other)
    const row = await details()
    expect(row).toMatchObject({ state: 'waiting', attempts: 1 })
    // The claim of the other worker, not the pause of the first.
    expect(minutesUntil(row.next_at)).toBe(1)
    expect((await admin().ask(calls.list, {})).body.data).toMatchObject([{ failing_since: null }])
  })

  it('V6: sends again only so often in a minute', async () => {
    const { id: webhook_id } = await added()
    const nothing = { id: '00000009-0000-4000-8000-000000000001' }
    const span = { webhook_id, from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z', only_failed: 'S' as const }
    const fresh = portal.as('adminOfLeste')
    const statuses = new Set<number>()
    // A minute may end meanwhile.
    for (let call = 0; call < 2 * limits.again.perMinute + 2 && !statuses.has(429); call += 1)
      statuses.add((await fresh.ask(sendAgain, nothing)).status)
    expect([...statuses]).toEqual([404, 429])
    statuses.clear()
    for (let call = 0; call < 2 * limits.again.perMinute + 2 && !statuses.has(429); call += 1)
      statuses.add((await fresh.ask(sendSpanAgain, span)).status)
    expect(statuses).toContain(429)
  })

  it('sends a span again: what failed, or all of it', async () => {
    const { id: webhook_id } = await added()
    await emit()
    await sendDue()
    await emit()
    await portal.platform((db) =>
      sql`update webhook_deliveries set state = 'failed', next_at = null, ended_at = now() where state = 'waiting'`.execute(
        db,
      ),
    )
    const [hour, now] = [3_600_000, Date.now() + 60_000]
    const span = (from: number, to: number, only_failed: 'S' | 'N') =>
      admin().ask(sendSpanAgain, {
        webhook_id,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        only_failed,
      })
    expect((await span(now - 2 * hour, now - hour, 'N')).body.sent).toBe(0)
    expect((await span(now - hour, now, 'S')).body.sent).toBe(1)
    await sendDue()
    expect(hook.got).toHaveLength(2)
    expect((await span(now - hour, now, 'N')).body.sent).toBe(2)
    expect((await span(now, now - hour, 'N')).status).toBe(400)
  })

  it('tests a webhook, also one that is off: one attempt, which does not count as a failure', async () => {
    const made = await added()
    await admin().ask(calls.update, { id: made.id, version: 1, active: 'N' })
    hook.will(status(500, 'no'))
    const { body } = await admin().ask(sendTest, { id: made.id })
    await sendDue()
    expect(verify(made, hook.got[0] as Got)).toMatchObject({ type: 'webhook.test', data: { webhook: { id: made.id } } })
    const row = (await admin().ask(readDelivery, { id: body.id })).body
    expect(row).toMatchObject({ state: 'failed', is_test: true, status: 500, attempted: [{ answer: 'no' }] })
    expect((await admin().ask(calls.read, { id: made.id })).body.failing_since).toBeNull()
  })

  it('filters the log by state, webhook and event', async () => {
    const { id } = await added()
    await added(['ticket.answered'])
    await emit()
    await sendDue()
    await emit('ticket.answered')
    const total = async (filter: object) => (await admin().ask(listDeliveries, filter)).body.total
    expect([
      await total({}),
      await total({ state: 'waiting' }),
      await total({ webhook_id: id }),
      await total({ event_type: 'ticket.answered' }),
      await total({ search: 'answered' }),
    ]).toEqual([2, 1, 1, 1, 1])
  })
})

describe('events of triggers', () => {
  it('tell who becomes a member, is blocked, unblocked and removed, however that happens', async () => {
    await added(['user.added', 'user.blocked', 'user.unblocked', 'user.removed'])
    const user = await portal.platform(async (db) => {
      const { id } = await db
        .insertInto('users')
        .values({ email: 'membro.novo@example.com', name: 'Membro Novo', home_tenant_id: norte })
        .returning('id')
        .executeTakeFirstOrThrow()
      const membership = db.updateTable('memberships').where('user_id', '=', id)
      await db.insertInto('memberships').values({ tenant_id: norte, user_id: id, profile: 'user' }).execute()
      for (const state of ['T', 'B', 'D', 'A'] as const) await membership.set({ state }).execute()
      await db.deleteFrom('memberships').where('user_id', '=', id).execute()
      return { id, name: 'Membro Novo' }
    })
    await sendDue()
    const bodies = hook.got.map(({ body }) => JSON.parse(body) as { type: string; data: object })
    expect(bodies.map(({ type }) => type).toSorted()).toEqual([
      'user.added',
      'user.blocked',
      'user.removed',
      'user.unblocked',
    ])
    for (const { data } of bodies) expect(data).toEqual({ user })
  })

  it('forward each entry of the audit trail of the unit, without its values', async () => {
    await added(['audit.entry'])
    hook.will()
    await admin().ask(calls.add, {
      name: 'Auditado',
      url: 'https://receiver.example/segredo',
      event_types: ['bill.paid'],
      active: 'S',
    })
    await added(['bill.paid'], hook.url, portal.as('adminOfLeste'))
    await sendDue()
    const data = hook.got.map(({ body }) => (JSON.parse(body) as { data: object }).data)
    expect(data).toContainEqual({
      id: expect.any(String) as string,
      event: 'webhook.added',
      actor: { id: people.adminOfNorte.id, name: expect.any(String) as string, origin: null },
      target: { type: 'webhook', id: expect.any(String) as string, name: 'Auditado' },
    })
    expect(JSON.stringify(data)).not.toContain('segredo')
    expect(data.filter((each) => JSON.stringify(each).includes('"webhook.added"'))).toHaveLength(2)
  })
})

describe('an event of a unit, emitted from above', () => {
  const bill = { bill: { id: 'b', name: 'Alfa' }, number: 1, reference_month: '2026-10' }
  const above = (as: 'a2m' | 'master', tenantId = norte) =>
    worker.gate.acrossTenants('test', async (db) => {
      await sql`select set_config('app.profile', ${as}, true)`.execute(db)
      await emitWebhooksAbove(
        { db, enqueue: (kind, input, options) => worker.enqueue(db, kind, input, options) },
        'bill.issued',
        [{ tenant_id: tenantId, data: bill }],
      )
    })

  it('T4: comes from the staff of the platform only', async () => {
    await added(['bill.issued'])
    await above('master')
    expect(await log()).toEqual([])
    await above('a2m')
    await sendDue()
    expect(JSON.parse(hook.got[0]?.body ?? '')).toMatchObject({ type: 'bill.issued', data: bill })
  })
})
