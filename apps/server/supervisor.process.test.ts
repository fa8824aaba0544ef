// Two servers and a worker as one portal: live events reach every process, killed processes are replaced, a rolling restart fails no request.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandOf } from '#platform/server/machine/processes.ts'
import { keepAsking } from './testing/kept-connections.ts'
import { callPortal, isOverload, tokenAt } from './testing/portal-calls.ts'
import { askDatabase, fatesOf, writeGroups, writersAt } from './testing/portal-history.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { keepStream, openStream } from './testing/portal-streams.ts'
import {
  type RunningPortal,
  processesOf,
  postgresOf,
  reportServiceOf,
  startPortal,
  until,
} from './testing/running-portal.ts'

const password = 'a password for the demo people'
const metricsToken = 'bearer of the figures of this test'
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine supervisor '))
const inBrazil = { host: 'aw-brasil.localhost' }
const listOfPeople = '/api/auth/users/all?size=25'

const variablesFile = join(mkdtempSync(join(tmpdir(), 'vitrine variables ')), 'vitrine.env')
const writeVariables = (variables: Record<string, string>) =>
  writeFileSync(
    variablesFile,
    Object.entries(variables)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  )

let portal: RunningPortal

beforeAll(async () => {
  writeVariables({ METRICS_TOKEN: metricsToken })
  const env = { DEMO_PASSWORD: password, WORKERS: '2', ENV_FILE: variablesFile }
  portal = await startPortal({ dataDir, env })
})

afterAll(async () => {
  portal.kill('SIGTERM')
  await portal.ended
  rmSync(dataDir, { recursive: true, force: true })
})

const seller = () => tokenAt(portal.port, inBrazil.host, 'linda3@adventure-works.com', password)

describe('several processes', () => {
  it('are two servers, which share the requests, and a worker', async () => {
    const { servers, workers } = processesOf(portal)
    expect([servers.length, workers.length]).toEqual([2, 1])
    const token = await seller()
    const before = await servedBy()
    await Promise.all(
      Array.from({ length: 20 }, () =>
        callPortal(portal.port, { ...inBrazil, token, method: 'GET', path: '/api/auth/home/shelves' }),
      ),
    )
    expect((await servedBy()) - before).toBeGreaterThanOrEqual(20)
  })

  it('W1: send a live event to every browser, whichever process holds its stream', async () => {
    const token = await seller()
    const streams = await Promise.all(Array.from({ length: 6 }, () => openStream(portal.port, { ...inBrazil, token })))
    const { status } = await callPortal(portal.port, { ...inBrazil, token, path: '/api/logout', body: {} })
    expect(status).toBe(200)
    expect(await until(() => streams.every(({ isOpen }) => !isOpen()))).toBe(true)
    expect(streams.map(({ events }) => events.map(({ kind }) => kind))).toEqual(streams.map(() => ['session_ended']))
  })

  it('Z4: end a grant in all processes: each stream gets the event, and an issued embed token stops working', async () => {
    const [reader, admin] = [
      await seller(),
      await tokenAt(portal.port, inBrazil.host, 'ana.souza@adventure-works.com', password),
    ]
    const [report] = await askDatabase<{ id: string }>(
      ownerUrlIn(dataDir),
      `select r.id from reports r join tenants t on t.id = r.tenant_id
        where t.subdomain = 'aw-brasil' and r.name = 'Desempenho de revendas'`,
    )
    const report_id = report?.id ?? ''
    const streams = await Promise.all(
      Array.from({ length: 6 }, () => openStream(portal.port, { ...inBrazil, token: reader })),
    )
    const openedReport = await callPortal(portal.port, {
      ...inBrazil,
      token: reader,
      path: '/api/auth/report_view/open',
      body: { reportId: report_id },
    })
    const { service_report_id, token } = openedReport.body as { service_report_id: string; token: string }
    const sales = () =>
      callPortal(portal.port, {
        host: 'reports.localhost',
        token,
        path: `/viewer/visual?reportId=${service_report_id}`,
        body: { page: 'vendedores', visual: 'vendas', filters: [] },
      })
    expect((await sales()).status).toBe(200)
    const access = '/api/auth/report/access'
    const as = { ...inBrazil, token: admin }
    const { body } = await callPortal(portal.port, {
      ...as,
      method: 'GET',
      path: `${access}/get?report_id=${report_id}`,
    })
    const without = { report_id, version: body['version'], grants: [] }
    const taken = await callPortal(portal.port, { ...as, method: 'PUT', path: `${access}/update`, body: without })
    expect(taken.status).toBe(200)
    const hasEvent = ({ events }: (typeof streams)[number]) => events.some(({ kind }) => kind === 'access_changed')
    expect(await until(() => streams.every(hasEvent))).toBe(true)
    expect(await until(async () => (await sales()).status === 403)).toBe(true)
    for (const stream of streams) stream.close()
  })

  it('V1: replace a process after kill -9, while the others continue to serve', async () => {
    const { servers, workers } = processesOf(portal)
    const token = await seller()
    for (const victim of [servers[0], workers[0]]) process.kill(victim ?? -1, 'SIGKILL')
    expect(await until(() => commandOf(servers[0] ?? -1) === null)).toBe(true)
    const during = await Promise.all(
      Array.from({ length: 20 }, () =>
        callPortal(portal.port, { ...inBrazil, token, method: 'GET', path: listOfPeople }),
      ),
    )
    expect(during.map(({ status }) => status).filter((status) => status !== 200 && status !== 403)).toEqual([])
    const isWhole = () => {
      const now = processesOf(portal)
      return now.servers.length === 2 && now.workers.length === 1 && !now.servers.includes(servers[0] ?? -1)
    }
    expect(await until(isWhole)).toBe(true)
    expect(portal.said()).toMatch(/Server 1 \(process \d+\) ended \(SIGKILL\); another one is started\./)
  })
})

describe('a rolling restart', () => {
  it('V6: replaces every process under load, fails no request, and streams reconnect', async () => {
    const writers = await writersAt(portal.port, password)
    const before = processesOf(portal)
    const streams = writers.flatMap((writer) => [keepStream(portal.port, writer), keepStream(portal.port, writer)])
    const readers = writers.flatMap((writer) => Array.from({ length: 4 }, () => ({ ...writer, path: listOfPeople })))
    const asking = keepAsking(portal.port, readers)
    const history = writeGroups(portal.port, writers, { sides: 2, mark: 'rolling' })
    expect(await until(() => asking.tally.answered > 50 && streams.every(({ isOpen }) => isOpen()))).toBe(true)
    portal.kill('SIGHUP')
    const isOver = () => /Restarted: every process is new|The restart was cancelled/.test(portal.said())
    expect(await until(isOver)).toBe(true)
    expect(portal.said()).not.toContain('The restart was cancelled')
    const reached = asking.tally.answered
    expect(await until(() => asking.tally.answered > reached + 50)).toBe(true)
    const { answered, failed } = await asking.stop()
    const writes = await history.stop()
    expect(failed).toEqual([])
    // A write that was refused with Retry-After is not stored.
    const [stored, delayed] = [
      writes.filter(({ said }) => said === 200),
      writes.filter(({ answer }) => answer && isOverload(answer)),
    ]
    expect(writes.filter((write) => !stored.includes(write) && !delayed.includes(write))).toEqual([])
    expect((await fatesOf(dataDir, 'rolling')).size).toBe(stored.length)
    const after = processesOf(portal)
    expect([after.servers.length, after.workers.length]).toEqual([2, 1])
    expect(
      [...after.servers, ...after.workers].filter((pid) => [...before.servers, ...before.workers].includes(pid)),
    ).toEqual([])
    expect(await until(() => streams.every(({ isOpen, opened }) => isOpen() && opened() >= 2))).toBe(true)
    await Promise.all(streams.map((stream) => stream.close()))
    console.log(
      `rolling restart: ${answered} reads and ${stored.length} writes, 0 failed, ${delayed.length} told to come again`,
    )
  })
})

describe('a rolling restart with other variables', () => {
  /** Without the right token the address answers with a page. */
  const showsFigures = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`http://127.0.0.1:${portal.port}/metrics`, { headers })
    return (await answer.text()).includes('vitrine_call_duration_seconds')
  }
  const restarted = (times: number, how: string) => until(() => portal.said().split(how).length > times)

  it('A11: applies changes of ENV_FILE, refuses a faulty file completely, and unsets removed variables', async () => {
    const done = 'Restarted: every process is new'
    const before = portal.said().split(done).length - 1
    const other = 'another bearer of the figures'
    expect([await showsFigures(metricsToken), await showsFigures(other)]).toEqual([true, false])
    writeVariables({ METRICS_TOKEN: other })
    portal.kill('SIGHUP')
    expect(await restarted(before + 1, done)).toBe(true)
    expect(await until(async () => (await showsFigures(other)) && !(await showsFigures(metricsToken)))).toBe(true)
    const supervisor = processesOf(portal)
    writeVariables({ METRICS_TOKEN: metricsToken, APP_SECRET: 'short' })
    portal.kill('SIGHUP')
    expect(await restarted(1, 'The restart was cancelled')).toBe(true)
    expect(portal.said()).toMatch(/cancelled[^]*APP_SECRET: needs at least 32 characters/)
    expect([processesOf(portal), await showsFigures(other)]).toEqual([supervisor, true])
    writeVariables({})
    portal.kill('SIGHUP')
    expect(await restarted(before + 2, done)).toBe(true)
    // A kept connection may get one more answer from a process that is stopping.
    expect(await until(async () => !(await showsFigures(other)))).toBe(true)
  })
})

describe('a server that is frozen', () => {
  const askShelves = (token: string) =>
    callPortal(portal.port, { ...inBrazil, token, method: 'GET', path: '/api/auth/home/shelves' })
  const freeze = (): number => {
    const [frozen = -1] = processesOf(portal).servers
    process.kill(frozen, 'SIGSTOP')
    return frozen
  }
  const isSilent = (pid: number) => until(() => portal.said().includes(`Process ${pid} does not answer`))

  it('V1: gets no connections until it answers again', async () => {
    const token = await seller()
    const frozen = freeze()
    try {
      expect(await isSilent(frozen)).toBe(true)
      const answers = await Promise.all(Array.from({ length: 20 }, () => askShelves(token)))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    } finally {
      process.kill(frozen, 'SIGCONT')
    }
    expect(await until(() => portal.said().includes(`Process ${frozen} answers again`))).toBe(true)
    expect(processesOf(portal).servers).toContain(frozen)
    const [other = -1] = processesOf(portal).servers.filter((pid) => pid !== frozen)
    process.kill(other, 'SIGSTOP')
    try {
      expect(await isSilent(other)).toBe(true)
      expect((await askShelves(token)).status).toBe(200)
    } finally {
      process.kill(other, 'SIGCONT')
    }
  })

  it('V1: is killed and replaced when it stays frozen', async () => {
    const frozen = freeze()
    expect(await until(() => commandOf(frozen) === null)).toBe(true)
    expect(await until(() => processesOf(portal).servers.length === 2)).toBe(true)
  })
})

describe('several processes that are asked to stop', () => {
  it('V6: leave no process running', async () => {
    const { servers, workers } = processesOf(portal)
    const { postmaster } = postgresOf({ dataDir })
    const service = reportServiceOf(portal) ?? -1
    expect(commandOf(service)).toContain('report-service')
    portal.kill('SIGTERM')
    expect(await portal.ended).toEqual({ code: 0, signal: null })
    expect([...servers, ...workers, postmaster, service].map((pid) => commandOf(pid))).toEqual(Array(5).fill(null))
  })
})

/** Calls answered by all processes together. */
async function servedBy(): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const answer = await fetch(`http://127.0.0.1:${portal.port}/metrics`, { headers })
  const counts = [...(await answer.text()).matchAll(/^vitrine_call_duration_seconds_count\{.*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
