// Processes are killed during writes: they restart, and every acknowledged write is kept.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandOf } from '#platform/server/machine/processes.ts'
import { callPortal, tokenAt } from './testing/portal-calls.ts'
import { type Write, askDatabase, fatesOf, writeGroups, writersAt } from './testing/portal-history.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { type RunningPortal, postgresOf, reportServiceOf, startPortal, until } from './testing/running-portal.ts'

const password = 'a password for the demo people'
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine recovery '))
const start = (port?: number) => startPortal({ dataDir, env: { DEMO_PASSWORD: password }, ...(port ? { port } : {}) })
const inBrazil = { host: 'aw-brasil.localhost' }

let portal: RunningPortal

beforeAll(async () => {
  portal = await start()
  console.log(`first start: ready after ${portal.readyAfterMs} ms`)
})

afterAll(async () => {
  portal.kill('SIGTERM')
  await portal.ended
  rmSync(dataDir, { recursive: true, force: true })
})

/** Every acknowledged write is stored completely. Every other write is stored completely or not at all. None is in another business unit. */
async function expectWrites(writes: Write[], mark: string): Promise<void> {
  const fates = await fatesOf(dataDir, mark)
  const whole = ({ host, members }: Write) => ({ groups: 1, members, entries: 1, subdomain: host.split('.')[0] })
  const binding = writes.filter(({ said, name }) => said === 200 || fates.has(name))
  for (const write of binding) expect(fates.get(write.name), `${write.name}: ${write.said}`).toEqual(whole(write))
  expect([...fates.keys()].filter((name) => !writes.some((write) => write.name === name))).toEqual([])
  const silent = writes.filter(({ said }) => said === null).length
  const refused = writes.filter(({ said }) => said !== null && said !== 200)
  if (refused.some(({ said }) => said !== 503)) console.log(portal.said().split('\n').join('\n'))
  expect(refused.map(({ said, answer }) => [said, answer?.headers['retry-after']])).toEqual(
    refused.map(() => [503, expect.stringMatching(/^\d+$/)]),
  )
  const kept = [...fates.keys()].length
  console.log(`${mark}: ${writes.length} writes, ${kept} kept, ${refused.length} refused, ${silent} without an answer`)
}

describe('a killed portal', () => {
  it('D1: V1: loses no acknowledged write, and is ready again after a start', async () => {
    const history = writeGroups(portal.port, await writersAt(portal.port, password), { mark: 'portal' })
    expect(await until(() => history.acknowledged() >= 150)).toBe(true)
    portal.kill('SIGKILL')
    await portal.ended
    portal = await start(portal.port)
    const before = history.acknowledged()
    expect(await until(() => history.acknowledged() >= before + 60)).toBe(true)
    await expectWrites(await history.stop(), 'portal')
    expect(portal.said()).toContain('adopted')
    console.log(`next start after kill -9: ready after ${portal.readyAfterMs} ms`)
  })
})

describe('a killed PostgreSQL', () => {
  it('D1: V2: is restarted; no acknowledged write is lost; other writes are refused with Retry-After', async () => {
    const history = writeGroups(portal.port, await writersAt(portal.port, password), { mark: 'postgres' })
    for (const round of [1, 2]) {
      const before = history.acknowledged()
      expect(await until(() => history.acknowledged() >= before + 60), `round ${round}`).toBe(true)
      const { postmaster } = postgresOf({ dataDir })
      process.kill(postmaster, 'SIGKILL')
      expect(await until(() => commandOf(postmaster) === null)).toBe(true)
    }
    const before = history.acknowledged()
    expect(await until(() => history.acknowledged() >= before + 60)).toBe(true)
    await expectWrites(await history.stop(), 'postgres')
    expect(portal.said().match(/PostgreSQL is back/g)).toHaveLength(2)
  })

  it('V2: while it is unavailable, calls get 503 at once; afterwards no caller sees another business unit', async () => {
    const writers = await writersAt(portal.port, password)
    const { postmaster, backends } = postgresOf({ dataDir })
    // A stopped postmaster neither serves nor refuses. Its backends are killed, so the portal has no connection left.
    process.kill(postmaster, 'SIGSTOP')
    for (const backend of backends) process.kill(backend, 'SIGKILL')
    const list = (writer: (typeof writers)[number]) =>
      callPortal(portal.port, { ...writer, method: 'GET', path: '/api/auth/users/all?size=100' })
    try {
      const away = await Promise.all(
        [0, 1, 2, 3, 4, 5].flatMap(() => [
          ...writers.map(list),
          callPortal(portal.port, { ...inBrazil, path: '/api/login', body: { email: 'x@example.com', password } }),
        ]),
      )
      expect(away.map(({ status }) => status)).toEqual(away.map(() => 503))
      expect(away.every(({ headers }) => Number(headers['retry-after']) >= 1)).toBe(true)
      console.log(
        `away: ${away.length} calls, the slowest answered after ${Math.max(...away.map((a) => a.afterMs))} ms`,
      )
      expect((await callPortal(portal.port, { ...inBrazil, method: 'GET', path: '/healthz' })).status).toBe(200)
      expect((await callPortal(portal.port, { ...inBrazil, method: 'GET', path: '/readyz' })).status).toBe(503)
    } finally {
      process.kill(postmaster, 'SIGCONT')
    }
    const ready = () => callPortal(portal.port, { ...inBrazil, method: 'GET', path: '/readyz' })
    const back = performance.now()
    expect(await until(async () => (await ready()).status === 200)).toBe(true)
    console.log(`back after ${Math.round(performance.now() - back)} ms`)
    const seen = await Promise.all(Array.from({ length: 20 }, () => writers.map(list)).flat())
    for (const [index, { status, body }] of seen.entries()) {
      const domain = index % 2 === 0 ? '@adventure-works.com' : '@bicicletas-tejo.example'
      const people = body['data'] as { email: string }[]
      expect([status, people.every(({ email }) => email.endsWith(domain))]).toEqual([200, true])
    }
  })
})

describe('a killed report service', () => {
  type Opened = { service_report_id: string; token: string }

  const seller = () => tokenAt(portal.port, inBrazil.host, 'linda3@adventure-works.com', password)
  const open = (token: string, reportId: string) =>
    callPortal(portal.port, { ...inBrazil, token, path: '/api/auth/report_view/open', body: { reportId } })

  async function resellerReport(): Promise<string> {
    const [row] = await askDatabase<{ id: string }>(
      ownerUrlIn(dataDir),
      `select r.id from reports r join tenants t on t.id = r.tenant_id
        where t.subdomain = 'aw-brasil' and r.name = 'Desempenho de revendas'`,
    )
    return row?.id ?? ''
  }

  /** Requests the data of the sales card like the viewer in the browser: through the proxy, at the service's host. */
  const sales = ({ service_report_id, token }: Opened) =>
    callPortal(portal.port, {
      host: 'reports.localhost',
      token,
      path: `/viewer/visual?reportId=${service_report_id}`,
      body: { page: 'vendedores', visual: 'vendas', filters: [] },
    })

  it('V1: is restarted, and an open page continues with its token', async () => {
    const token = await seller()
    const reportId = await resellerReport()
    const opened = (await open(token, reportId)).body as unknown as Opened
    const before = await sales(opened)
    expect([before.status, (before.body['rows'] as number[][]).length]).toEqual([200, 1])

    const service = reportServiceOf(portal)
    if (service === undefined) throw new Error('the portal runs a report service')
    process.kill(service, 'SIGKILL')
    const away = await sales(opened)
    expect([502, 503]).toContain(away.status)
    expect(await until(async () => (await sales(opened)).status === 200)).toBe(true)
    expect((await sales(opened)).body['rows']).toEqual(before.body['rows'])
    expect(reportServiceOf(portal)).not.toBe(service)
    const again = await open(await seller(), reportId)
    expect(again.status).toBe(200)
    expect((await sales(again.body as unknown as Opened)).body['rows']).toEqual(before.body['rows'])
  })

  it('V6: is named by /readyz, which stays at 200: a load balancer cannot find a better process', async () => {
    const ready = () => callPortal(portal.port, { ...inBrazil, method: 'GET', path: '/readyz' })
    const service = reportServiceOf(portal)
    if (service === undefined) throw new Error('the portal runs a report service')
    expect(await until(async () => (await ready()).body['report_service'] === 'ready')).toBe(true)
    process.kill(service, 'SIGSTOP')
    try {
      expect(await until(async () => (await ready()).body['report_service'] === 'away')).toBe(true)
      expect(await ready()).toMatchObject({ status: 200, body: { status: true, report_service: 'away' } })
    } finally {
      process.kill(service, 'SIGCONT')
    }
    expect(await until(async () => (await ready()).body['report_service'] === 'ready')).toBe(true)
  })

  it('Z4: V1: revokes the embed token of a grant that ended while the service was unavailable', async () => {
    const admin = await tokenAt(portal.port, inBrazil.host, 'ana.souza@adventure-works.com', password)
    const reportId = await resellerReport()
    const opened = (await open(await seller(), reportId)).body as unknown as Opened
    expect((await sales(opened)).status).toBe(200)
    const access = { ...inBrazil, token: admin }
    const { body } = await callPortal(portal.port, {
      ...access,
      method: 'GET',
      path: `/api/auth/report/access/get?report_id=${reportId}`,
    })
    const service = reportServiceOf(portal)
    if (service === undefined) throw new Error('the portal runs a report service')
    process.kill(service, 'SIGKILL')
    const taken = await callPortal(portal.port, {
      ...access,
      method: 'PUT',
      path: '/api/auth/report/access/update',
      body: { report_id: reportId, version: body['version'], grants: [] },
    })
    expect(taken.status).toBe(200)
    // After a failed request the circuit breaker pauses for 30 s. Then the revocation is retried.
    expect(await until(async () => (await sales(opened)).status === 403)).toBe(true)
    process.kill(reportServiceOf(portal) ?? -1, 'SIGKILL')
    expect(await until(async () => [401, 403].includes((await sales(opened)).status))).toBe(true)
  })
})

describe('a portal that is asked to stop', () => {
  it('V6: answers requests in progress, accepts no new ones, and leaves no process running', async () => {
    const [writer] = await writersAt(portal.port, password)
    if (!writer) throw new Error('there is a writer')
    const service = reportServiceOf(portal)
    const { postmaster } = postgresOf({ dataDir })
    const url = ownerUrlIn(dataDir)
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    // After a failed expectation the portal stops its PostgreSQL, which ends this connection.
    holder.on('error', () => {})
    await holder.query('begin; lock table user_groups in share mode')
    // Few enough for the connection share of one business unit: the others would wait for a connection, not for the lock.
    const names = [1, 2].map((count) => `stop ${count}`)
    const asked = names.map((name) =>
      callPortal(portal.port, {
        ...writer,
        path: '/api/auth/group_users/add',
        body: { name, description: '', member_ids: [] },
      }),
    )
    const waiting = () => holder.query(`select from pg_locks where not granted and relation = 'user_groups'::regclass`)
    expect(await until(async () => (await waiting()).rowCount === names.length)).toBe(true)
    portal.kill('SIGTERM')
    const refused = () => callPortal(portal.port, { ...inBrazil, method: 'GET', path: '/healthz' }).catch(() => null)
    expect(await until(async () => (await refused())?.status !== 200)).toBe(true)
    await holder.query('commit')
    await holder.end()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(names.map(() => 200))
    expect(await portal.ended).toEqual({ code: 0, signal: null })
    expect([service, postmaster].map((pid) => commandOf(pid ?? -1))).toEqual([null, null])
    portal = await start(portal.port)
    console.log(`start after an orderly stop: ready after ${portal.readyAfterMs} ms`)
    const fates = await fatesOf(dataDir, 'stop')
    expect([...fates.keys()].toSorted()).toEqual(names)
  })
})
