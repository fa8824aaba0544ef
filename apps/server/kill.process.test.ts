// Two servers, a worker and their database are killed or stopped under load: acknowledged work is kept, and nothing happens twice.
// `npm run test:long` uses 2,400 jobs, 600 mails and 30 s without PostgreSQL, and waits for every time limit.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureLogin } from '#platform/server/database/login.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { writeMail } from '#platform/server/mail/mail.ts'
import { type TestMailServer, testMailServer } from '#testing/mail-server.ts'
import { onOwner } from '#testing/global-setup.ts'
import { type TestWorker, effect, effectsTable, testWorker } from '#testing/jobs.ts'
import { type EmbeddedPostgres, startPostgres } from '#platform/server/machine/embedded-postgres.ts'
import { commandOf } from '#platform/server/machine/processes.ts'
import { type SupervisedProcess, superviseProcess } from './supervisor/supervised-process.ts'
import { sendMessage } from './supervisor/messages.ts'
import { callPortal, tokenAt } from './testing/portal-calls.ts'
import { askDatabase, fatesOf, writeGroups, writersAt } from './testing/portal-history.ts'
import { openStream } from './testing/portal-streams.ts'
import { type RunningPortal, processesOf, startPortal, until } from './testing/running-portal.ts'

const isLong = process.env['TEST_LONG'] === '1'
const amounts = isLong
  ? { jobs: 2_400, mails: 600, kills: 16, awayMs: 30_000 }
  : { jobs: 300, mails: 60, kills: 6, awayMs: 3_000 }

const password = 'a password for the demo people'
const workerProgram = fileURLToPath(new URL('../worker/testing/worker-with-effects.ts', import.meta.url))
const pgDir = mkdtempSync(join(tmpdir(), 'vitrine kill pg '))
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine kill '))

let postgres: EmbeddedPostgres
let databaseUrl: string
let mailServer: TestMailServer
let portal: RunningPortal
let worker: SupervisedProcess
/** Enqueues jobs and runs none. */
let source: TestWorker

const startDatabase = () => startPostgres({ dataDir: pgDir, log: () => undefined, durability: 'test' })
const ask = <Row extends object>(text: string, values: unknown[] = []) =>
  askDatabase<Row>(postgres.ownerUrl, text, values)

beforeAll(async () => {
  postgres = await startDatabase()
  await migrate(postgres.ownerUrl)
  databaseUrl = await ensureLogin(postgres.ownerUrl, 'a password for the portal')
  await onOwner(postgres.ownerUrl, (owner) => owner.query(effectsTable))
  mailServer = await testMailServer()
  const mail = {
    SMTP_URL: `smtp://portal:right@127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Vitrine <portal@vitrine.example>',
  }
  const alone = { REPORT_SERVICE: '0', DATABASE_URL: databaseUrl, MAIL_PRIVATE_HOSTS: '1', ...mail }
  const supervisor = { DEMO_PASSWORD: password, WORKERS: '2', JOBS: '0', DATABASE_OWNER_URL: postgres.ownerUrl }
  portal = await startPortal({ dataDir, env: { ...alone, ...supervisor } })
  const launch = () =>
    fork(workerProgram, { env: { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'error', ...alone } })
  const dismiss = (child: ChildProcess) => sendMessage(child, { vitrine: 'leave' })
  worker = await superviseProcess({ name: 'The worker', launch, dismiss, log: () => undefined })
  source = await testWorker(databaseUrl, [effect], { works: false })
})

afterAll(async () => {
  await source.close()
  await worker.stop()
  portal.kill('SIGTERM')
  await portal.ended
  await mailServer.close()
  await postgres.stop()
  for (const folder of [pgDir, dataDir]) rmSync(folder, { recursive: true, force: true })
})

const units = () =>
  ask<{ id: string }>(`select id from tenants where subdomain in ('aw-brasil', 'lisboa') order by subdomain`)

/** Enqueues a job for each number, and writes a mail for each number below `mails`. */
async function putIn(numbers: number[], mails: number): Promise<void> {
  const homes = await units()
  for (const number of numbers) {
    const home = homes[number % homes.length]?.id ?? ''
    await source.gate.inTenant(home, async (db, tenantId, partnerId) => {
      await source.enqueue(db, effect, { what: `job ${number}` }, { tenantId, slot: `job ${number}` })
      if (number >= mails) return
      const enqueue = (kind: never, input: never) => source.enqueue(db, kind, input, { tenantId })
      const to = { address: `person${number}@example.com`, name: null }
      const words = {
        subject: `Mail ${number}`,
        text: 'Olá',
        html: '<p>Olá</p>',
        purpose: 'test.sent',
        key: `mail ${number}`,
      }
      await writeMail({ db, tenantId, partnerId, enqueue: enqueue as never }, { to, ...words })
    })
  }
}

const oneOf = (pids: number[]) => pids[Math.floor(Math.random() * pids.length)]
const livingWorker = () => {
  const pid = worker.child()?.pid
  return pid !== undefined && commandOf(pid) !== null ? pid : undefined
}

const effects = () =>
  ask<{ what: string; times: number }>('select what, count(*)::int as times from test_effects group by what')
const mailStates = async () => {
  const rows = await ask<{ state: string; n: number }>('select state, count(*)::int as n from mails group by state')
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

describe('randomly killed processes', () => {
  it('D1: J1: V1: lose no acknowledged work and do nothing twice', async () => {
    const history = writeGroups(portal.port, await writersAt(portal.port, password), { sides: 2, mark: 'killed' })
    const all = Array.from({ length: amounts.jobs }, (_, number) => number)
    const filling = (async () => {
      for (let from = 0; from < all.length; from += 25) {
        await putIn(all.slice(from, from + 25), amounts.mails)
        await sleep(100)
      }
    })()
    const killed = { servers: 0, workers: 0 }
    for (let round = 0; round < amounts.kills; round++) {
      await sleep(500 + Math.random() * 1_500)
      // Servers and workers in turn; which server is random.
      const kind = round % 2 === 0 ? 'servers' : 'workers'
      const victim = () => (kind === 'servers' ? oneOf(processesOf(portal).servers) : livingWorker())
      expect(await until(() => victim() !== undefined)).toBe(true)
      process.kill(victim() ?? -1, 'SIGKILL')
      killed[kind]++
    }
    await filling
    expect(await until(() => processesOf(portal).servers.length === 2)).toBe(true)
    const before = history.acknowledged()
    expect(await until(() => history.acknowledged() >= before + 20)).toBe(true)
    const writes = await history.stop()
    const sixMinutes = 360_000
    const isDone = async () => {
      // A mail that a killed worker had claimed is free after three minutes. The short form ages the claims instead of waiting.
      if (!isLong)
        await ask(
          `update mails set claimed_at = claimed_at - interval '3 minutes' where state = 'sending' and claimed_at < now() - interval '15 seconds'`,
        )
      await sleep(1_000)
      return (await effects()).length === all.length && (await mailStates())['sent'] === amounts.mails
    }
    expect(await until(isDone, sixMinutes), JSON.stringify(await mailStates())).toBe(true)

    const fates = await fatesOf(pgDir, 'killed')
    const acknowledged = writes.filter(({ said }) => said === 200)
    const lost = acknowledged.filter(({ name }) => !fates.has(name))
    const doubled = [...fates.values()].filter(({ groups, entries }) => groups !== 1 || entries !== 1)
    const torn = writes.filter(({ name, members }) => fates.has(name) && fates.get(name)?.members !== members)
    const refused = writes.filter(({ said }) => said !== null && said !== 200)
    const doneTwice = (await effects()).filter(({ times }) => times !== 1)
    const arrived = mailServer.taken.map(({ messageId }) => messageId)
    const again = arrived.length - new Set(arrived).size
    const dead = await ask(`select id from pgboss.job where name = 'dead_letters'`)
    console.log(
      `killed: ${killed.servers} servers, ${killed.workers} workers; ${acknowledged.length} of ${writes.length} writes acknowledged, ` +
        `${lost.length} lost, ${doubled.length} doubled; ${amounts.jobs} jobs, ${doneTwice.length} done twice; ` +
        `${amounts.mails} mails, ${new Set(arrived).size} arrived, ${again} of them once more under the same Message-ID`,
    )
    expect([lost, doubled, torn, refused, doneTwice, dead]).toEqual([[], [], [], [], [], []])
    expect(new Set(arrived).size).toBe(amounts.mails)
    // Exactly-once delivery is impossible here: a worker can die after the server accepted a mail and before it recorded that.
    expect(again).toBeLessThanOrEqual(killed.workers * 3)
  }, 900_000)
})

describe('a PostgreSQL that stops and starts again', () => {
  it('V2: T1: causes 503 with Retry-After, recovers within five seconds, and no caller sees another business unit', async () => {
    const writers = await writersAt(portal.port, password)
    const list = (writer: (typeof writers)[number]) =>
      callPortal(portal.port, { ...writer, method: 'GET', path: '/api/auth/users/all?size=100' })
    const host = 'aw-brasil.localhost'
    const token = await tokenAt(portal.port, host, 'linda3@adventure-works.com', password)
    const streams = await Promise.all(Array.from({ length: 4 }, () => openStream(portal.port, { host, token })))
    await postgres.stop()
    const gone = performance.now()
    const said: Awaited<ReturnType<typeof list>>[] = []
    while (performance.now() - gone < amounts.awayMs) {
      said.push(...(await Promise.all(writers.map(list))))
      await sleep(200)
    }
    expect([...new Set(said.map(({ status }) => status))]).toEqual([503])
    expect(
      said.filter(({ headers, body }) => !(Number(headers['retry-after']) >= 1 && body['key'] && body['message'])),
    ).toEqual([])
    postgres = await startDatabase()
    const back = performance.now()
    expect(await until(async () => (await Promise.all(writers.map(list))).every(({ status }) => status === 200))).toBe(
      true,
    )
    // Answers contain only the caller's own business unit. A full pool may still refuse calls for a short time, which is printed.
    let recoveredMs = Math.round(performance.now() - back)
    let refused = 0
    for (let round = 0; round < 10; round++) {
      const seen = await Promise.all(Array.from({ length: 10 }, () => writers.map(list)).flat())
      for (const [index, { status, body }] of seen.entries()) {
        if (status === 503) continue
        const domain = index % 2 === 0 ? '@adventure-works.com' : '@bicicletas-tejo.example'
        const people = (body['data'] ?? []) as { email: string }[]
        expect([status, people.length > 0 && people.every(({ email }) => email.endsWith(domain))]).toEqual([200, true])
      }
      const late = seen.filter(({ status }) => status === 503).length
      refused += late
      if (late > 0) recoveredMs = Math.round(performance.now() - back)
    }
    await putIn([1_000_000, 1_000_001, 1_000_002], 0)
    const since = async () => (await effects()).filter(({ what }) => what.startsWith('job 100000')).length
    expect(await until(async () => (await since()) === 3)).toBe(true)
    // The hub listens again after a pause. Every stream is told that events may have been missed.
    expect(await until(() => streams.every(({ events }) => events.length > 0))).toBe(true)
    await callPortal(portal.port, { host, token, path: '/api/logout', body: {} })
    expect(await until(() => streams.every(({ isOpen }) => !isOpen()))).toBe(true)
    expect(streams.map(({ events }) => events.at(-1)?.['kind'])).toEqual(streams.map(() => 'session_ended'))
    console.log(
      `away for ${amounts.awayMs} ms: ${said.length} calls refused with 503, ${refused} of 200 after it was back, all well ${recoveredMs} ms after`,
    )
  })
})
