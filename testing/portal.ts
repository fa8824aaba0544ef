// A real portal on a real database for one test file: its own clone of the template with the small world. Closed at the end.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Portal, createPortal } from '#apps/server/portal.ts'
import type { Call, ReceivedOf, SentOf } from '#platform/contract/call.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { ensureLogin } from '#platform/server/database/login.ts'
import { openPool } from '#platform/server/database/pool.ts'
import type { HttpTimeouts } from '#platform/server/http/timeouts.ts'
import { createGate } from '#platform/server/session/gate.ts'
import type { PowerBiClient } from '#powerbi/server/power-bi.ts'
import { onOwner, withDatabase } from './global-setup.ts'
import { requestOf } from './call-request.ts'
import { startTestReports } from './reports.ts'
import { type Person, type PersonName, fillWorld, password, people } from './world.ts'

export type Answer<C extends Call> = {
  status: number
  body: ReceivedOf<C>
  raw: Record<string, unknown>
  headers: Record<string, unknown>
}

export type TestPortal = {
  /** Calls as a person (signed in on first use), with a bearer token, or without a session. */
  as(who: PersonName | Person | { token: string | null; host: string }): Asker
  /** Database access with platform rights, to prepare data and to check results. */
  platform<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** A new token of a person. */
  tokenOf(who: Person): Promise<string>
  readonly portal: Portal
  /** The folder of uploaded files. */
  readonly filesDir: string
  readonly databaseUrl: string
  readonly ownerUrl: string
  /** The address of the report service; null without one. */
  readonly reportServiceUrl: string | null
  /** Alfa's account at the report service. */
  reportAccount(): PowerBiClient
}

export type Asker = {
  /** `input` in wire format. The answer of a successful call is decoded by its contract. */
  ask<C extends Call>(call: C, input: SentOf<C>): Promise<Answer<C>>
  /** Sends a request without types, for input that the contract does not allow. */
  send(request: {
    method: string
    url: string
    body?: unknown
    headers?: Record<string, string>
  }): Promise<Answer<Call>>
}

export type TestOptions = {
  config?: Partial<Config>
  timeouts?: HttpTimeouts
  /** Starts a report service and publishes its samples in Norte (reports.ts). */
  reports?: boolean
  prepare?: (db: Database) => Promise<void>
}

/** Declares the portal of a test file. Use the result inside tests only. */
export function testPortal(options: TestOptions = {}): TestPortal {
  let made: Awaited<ReturnType<typeof make>> | undefined
  beforeAll(async () => {
    made = await make(options)
  })
  afterAll(async () => made?.close())
  const present = () => {
    if (!made) throw new Error('the portal of a test file exists inside its tests')
    return made
  }
  return {
    as: (who) => askerFor(present(), who),
    platform: (work) => present().platform(work),
    tokenOf: (who) => signIn(present().portal, who),
    reportAccount: () => {
      const { reports } = present()
      if (!reports) throw new Error('this test file asked for no report service')
      return reports.account
    },
    get portal() {
      return present().portal
    },
    get filesDir() {
      return present().filesDir
    },
    get databaseUrl() {
      return present().databaseUrl
    },
    get ownerUrl() {
      return present().ownerUrl
    },
    get reportServiceUrl() {
      return present().reportServiceUrl
    },
  }
}

async function make({ config: given, timeouts, reports: wanted, prepare }: TestOptions) {
  const server = inject('ownerUrl')
  const name = `vitrine_t${randomBytes(6).toString('hex')}`
  await onOwner(server, (owner) => owner.query(`create database ${name} template ${inject('template')}`))
  const ownerUrl = withDatabase(server, name)
  const databaseUrl = await onceAtATime(server, () => ensureLogin(ownerUrl, 'test login of the portal'))
  const pool = openPool({ url: databaseUrl, max: 4, onError: () => undefined })
  const gate = createGate(pool, { info: () => undefined })
  const platform = <T>(work: (db: Database) => Promise<T>) => gate.acrossTenants('test', work)
  const defaults = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    PUBLIC_URL: 'http://localhost',
    // Tests that need background jobs enable them. They would slow down the others.
    JOBS: '0',
    // Tests ask no server of the machine. Those of domains have one of their own.
    DNS_SERVERS: 'none',
  })
  const config = { ...defaults, ...given }
  const filesDir = await mkdtemp(join(tmpdir(), 'vitrine-files-'))
  const reports = wanted ? await startTestReports() : null
  await platform(fillWorld)
  if (reports) await platform((db) => reports.publish(db, config))
  if (prepare) await platform(prepare)
  const portal = await createPortal({
    config,
    databaseUrl,
    filesDir,
    clock: { now: () => new Date() },
    reportServiceUrl: reports?.url ?? null,
    // Many tests wait for a mail, which is a job.
    jobPollSeconds: 0.5,
    ...(timeouts ? { timeouts } : {}),
  })
  await portal.app.ready()
  const close = async () => {
    await portal.close()
    await reports?.stop()
    await rm(filesDir, { recursive: true, force: true })
    await pool.end()
    await onOwner(server, (owner) => owner.query(`drop database if exists ${name} with (force)`))
  }
  return {
    portal,
    platform,
    databaseUrl,
    filesDir,
    ownerUrl,
    reports,
    reportServiceUrl: reports?.url ?? null,
    tokens: new Map<string, Promise<string>>(),
    close,
  }
}

/** Roles belong to the whole cluster. An advisory lock keeps test files from altering a role at the same time. */
const onceAtATime = <T>(server: string, work: () => Promise<T>): Promise<T> =>
  onOwner(server, async (owner) => {
    await owner.query('select pg_advisory_lock(20261121)')
    return work()
  })

type Made = Awaited<ReturnType<typeof make>>

function askerFor(made: Made, who: Parameters<TestPortal['as']>[0]): Asker {
  const subject = typeof who === 'string' ? people[who] : who
  const token = 'token' in subject ? Promise.resolve(subject.token) : cachedToken(made, subject)
  const send: Asker['send'] = async ({ method, url, body, headers = {} }) => {
    const bearer = await token
    const answer = await made.portal.app.inject({
      method: method as 'GET',
      url,
      headers: {
        host: subject.host,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw(body) ? body : JSON.stringify(body) }),
    })
    const raw =
      answer.body.startsWith('{') || answer.body.startsWith('[')
        ? (JSON.parse(answer.body) as Record<string, unknown>)
        : {}
    return { status: answer.statusCode, body: raw, raw, headers: answer.headers }
  }
  return { send, ask: (call, input) => ask(send, call, input) }
}

const isRaw = (body: unknown): body is string | Buffer | Readable =>
  typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable

async function ask<C extends Call>(send: Asker['send'], call: C, input: SentOf<C>): Promise<Answer<C>> {
  const { path, ...request } = requestOf(call, input)
  const answer = await send({ url: path, ...request })
  if (answer.status !== 200) return answer
  return { ...answer, body: call.answers.parse(answer.raw) as ReceivedOf<C> }
}

function cachedToken({ tokens, portal }: Made, who: Person): Promise<string> {
  const key = `${who.email}@${who.host}`
  const token = tokens.get(key) ?? signIn(portal, who)
  tokens.set(key, token)
  return token
}

async function signIn({ app }: Portal, { email, host }: Person): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host },
    payload: { email, password },
  })
  const body = answer.json<{ token?: string }>()
  if (!body.token) throw new Error(`${email} cannot sign in at ${host}: ${answer.body}`)
  return body.token
}
