// A start that is impossible prints one sentence and exits. Production starts empty, with a link for the first account.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choosePort } from '#platform/server/machine/free-port.ts'
import { callPortal, isOverload } from './testing/portal-calls.ts'
import { askDatabase } from './testing/portal-history.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { type RunningPortal, refusedStart, startPortal } from './testing/running-portal.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine start '))
  folders.push(folder)
  return folder
}
const bare = { REPORT_SERVICE: '0', DEMO_WORLD: '0' }

let portal: RunningPortal

beforeAll(async () => {
  portal = await startPortal({ dataDir: newFolder(), env: bare })
})

afterAll(async () => {
  portal.kill('SIGTERM')
  await portal.ended
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The lines for people, without the steps. They must not contain stack traces. */
const sentences = (said: string) => said.split('\n').filter((line) => line !== '' && !line.startsWith('▸'))

describe('an impossible start', () => {
  it('says that the port is taken', async () => {
    const { code, said } = await refusedStart({ dataDir: newFolder(), port: portal.port, env: bare })
    expect([code, sentences(said)]).toEqual([
      1,
      [`Port ${portal.port} is taken: stop what listens there, or set PORT.`],
    ])
    expect(said).not.toContain('Data folder')
  })

  it('names the portal that uses the data folder', async () => {
    const { code, said } = await refusedStart({ dataDir: portal.dataDir, port: await choosePort(), env: bare })
    expect(code).toBe(1)
    expect(sentences(said)).toEqual([
      expect.stringContaining(`already runs on ${portal.dataDir} (process ${portal.pid})`),
    ])
  })

  it('lists all faults of the variables at once', async () => {
    const env = { PORT: 'eight thousand', PUBLIC_URL: 'not a url', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' }
    const { code, said } = await refusedStart({ dataDir: newFolder(), env })
    expect([code, sentences(said)[0]]).toEqual([1, 'The configuration has 5 faults:'])
    const named = sentences(said)
      .slice(1)
      .map((line) => line.replace(/^ {2}- (\w+):.*$/, '$1'))
    expect(named.toSorted()).toEqual(['DATABASE_OWNER_URL', 'DATABASE_URL', 'LOG_LEVEL', 'PORT', 'PUBLIC_URL'])
  })

  it('A11: refuses production without secrets and lists the missing variables', async () => {
    const { code, said } = await refusedStart({ dataDir: newFolder(), env: { NODE_ENV: 'production' } })
    expect([code, sentences(said)]).toEqual([
      1,
      [
        'The configuration has 5 faults:',
        '  - PUBLIC_URL: must be set in production',
        '  - DATABASE_URL: must be set in production',
        '  - DATABASE_OWNER_URL: must be set in production',
        '  - APP_SECRET: must be set in production',
        '  - REPORT_SERVICE_KEY: must be set in production',
      ],
    ])
  })

  it('says that the data folder is a file', async () => {
    const file = join(newFolder(), 'data')
    writeFileSync(file, 'not a folder')
    const { code, said } = await refusedStart({ dataDir: file, env: bare })
    expect(code).toBe(1)
    expect(sentences(said)).toEqual([expect.stringMatching(/file/)])
  })

  it('says that the configured database does not answer', async () => {
    const nowhere = `postgresql://nobody:no%20secret%20of%20ours@127.0.0.1:${await choosePort()}/vitrine`
    const env = { ...bare, DATABASE_URL: nowhere, DATABASE_OWNER_URL: nowhere }
    const { code, said } = await refusedStart({ dataDir: newFolder(), env })
    expect(code).toBe(1)
    expect(sentences(said)).toEqual([expect.stringContaining('database that DATABASE_OWNER_URL names cannot be used')])
    expect(said).not.toContain('no secret of ours')
  })

  it('names the damaged file of an earlier start and does not change it', async () => {
    const { dataDir } = portal
    portal.kill('SIGTERM')
    await portal.ended
    const secrets = join(dataDir, 'secrets.json')
    const kept = readFileSync(secrets)
    writeFileSync(secrets, kept.subarray(0, 20))
    const damaged = await refusedStart({ dataDir, env: bare })
    expect(damaged.code).toBe(1)
    expect(sentences(damaged.said)).toEqual([expect.stringContaining(`The file ${secrets} is damaged`)])
    expect(readFileSync(secrets)).toEqual(kept.subarray(0, 20))
    writeFileSync(secrets, kept)

    const control = join(dataDir, 'postgres', 'global', 'pg_control')
    const whole = readFileSync(control)
    writeFileSync(control, '')
    const torn = await refusedStart({ dataDir, env: bare })
    expect(torn.code).toBe(1)
    expect(sentences(torn.said)).toEqual([expect.stringMatching(/database in .* is damaged/)])
    writeFileSync(control, whole)
    portal = await startPortal({ dataDir, env: bare })
  })
})

describe('the demo world', () => {
  it.each([
    ['1', true],
    ['plain', false],
  ])('DEMO_WORLD=%s has people, and examples: %s', async (DEMO_WORLD, hasExamples) => {
    const dataDir = newFolder()
    const demo = await startPortal({ dataDir, env: { REPORT_SERVICE: '0', DEMO_WORLD } })
    try {
      const url = ownerUrlIn(dataDir)
      expect((await askDatabase(url, 'select from users')).length).toBeGreaterThan(30)
      expect((await askDatabase(url, 'select from tickets')).length > 0).toBe(hasExamples)
    } finally {
      demo.kill('SIGTERM')
      await demo.ended
    }
  })
})

describe('production', () => {
  const secret = () => randomBytes(32).toString('base64url')
  const host = 'vitrine.example'
  const dataDir = newFolder()
  const link = join(dataDir, 'first-account.link')
  const account = { email: 'olga@vitrine.example', nome_usuario: 'Olga Prado', password: 'a long and quiet password' }
  const env: Record<string, string> = {}

  const askOwner = async (statement: string, url = ownerUrlIn(portal.dataDir)) => {
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query(statement)
    await owner.end()
  }

  beforeAll(async () => {
    await askOwner('create database production')
    await askOwner(`create role production_portal login password 'of the portal'`)
    const ownerUrl = new URL(ownerUrlIn(portal.dataDir))
    ownerUrl.pathname = '/production'
    const appUrl = new URL(ownerUrl)
    appUrl.username = 'production_portal'
    appUrl.password = 'of the portal'
    Object.assign(env, {
      NODE_ENV: 'production',
      PUBLIC_URL: `https://${host}`,
      DATABASE_URL: appUrl.toString(),
      DATABASE_OWNER_URL: ownerUrl.toString(),
      APP_SECRET: secret(),
      REPORT_SERVICE_KEY: secret(),
    })
  })

  it('T2: refuses a login that owns the tables, and one that may not use them', async () => {
    const asOwner = await refusedStart({ dataDir, env: { ...env, DATABASE_URL: env['DATABASE_OWNER_URL'] ?? '' } })
    expect([asOwner.code, sentences(asOwner.said)]).toEqual([1, [expect.stringContaining('owns tables')]])
    const asStranger = await refusedStart({ dataDir, env })
    expect([asStranger.code, sentences(asStranger.said)]).toEqual([
      1,
      [expect.stringContaining('no member of vitrine_app')],
    ])
  })

  it('A11: starts without a demo world; a link in a private file creates the first account, once', async () => {
    await askOwner('grant vitrine_app to production_portal')
    const production = await startPortal({ dataDir, env })
    try {
      expect(production.said()).toContain(link)
      expect(production.said()).not.toContain('demo')
      expect(statSync(link).mode & 0o777).toBe(0o600)
      const ownerUrl = env['DATABASE_OWNER_URL'] ?? ''
      expect(await askDatabase(ownerUrl, 'select from users')).toHaveLength(0)

      const token = /^https:\/\/vitrine\.example\/first-account\/([\w-]{43})\n$/.exec(readFileSync(link, 'utf8'))?.[1]
      expect(production.said()).not.toContain(token)
      const make = (given: object) =>
        callPortal(production.port, { host, path: '/api/first-account', body: { ...account, token, ...given } })
      expect((await make({ token: secret() })).status).toBe(401)
      const made = await Promise.all([1, 2, 3, 4].map((count) => make({ email: `olga${count}@vitrine.example` })))
      const [first, others] = [made.filter(({ status }) => status === 200), made.filter(({ status }) => status !== 200)]
      expect(first).toHaveLength(1)
      // On a busy machine a call may wait too long for a database connection: 503 with Retry-After.
      expect(others.filter((answer) => answer.status !== 401 && !isOverload(answer))).toEqual([])
      const people = await askDatabase<{ email: string; staff: string }>(ownerUrl, 'select email, staff from users')
      expect(people.map(({ staff }) => staff)).toEqual(['a2m'])
      const body = { email: people[0]?.email, password: account.password }
      const login = await callPortal(production.port, { host, path: '/api/login', body })
      expect([login.status, (login.body['user'] as Record<string, unknown>)['perfil_usuario']]).toEqual([200, 'a2m'])
    } finally {
      production.kill('SIGTERM')
    }
    expect(await production.ended).toEqual({ code: 0, signal: null })
    const again = await startPortal({ dataDir, env })
    again.kill('SIGTERM')
    await again.ended
    expect(again.said()).not.toContain('first account')
  })

  it('refuses a database of a newer version', async () => {
    const ownerUrl = env['DATABASE_OWNER_URL']
    await askOwner(`insert into migrations (name, hash) values ('2999-01-01-01-beyond', '')`, ownerUrl)
    const { code, said } = await refusedStart({ dataDir, env })
    expect([code, sentences(said)]).toEqual([
      1,
      ['The database is newer than this version: it has the migration 2999-01-01-01-beyond.'],
    ])
  })
})
