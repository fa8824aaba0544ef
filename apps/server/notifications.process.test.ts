// A server is killed while a notification to many people is composed and mailed: every addressee has it exactly once, and every mail
// arrives at least once and at most once more under the same Message-ID (decision 0013). `npm run test:long` uses 3,000 people.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureLogin } from '#platform/server/database/login.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { type EmbeddedPostgres, startPostgres } from '#platform/server/machine/embedded-postgres.ts'
import { type TestMailServer, testMailServer } from '#testing/mail-server.ts'
import { addManyPeople } from './testing/many-people.ts'
import { callPortal, tokenAt } from './testing/portal-calls.ts'
import { askDatabase } from './testing/portal-history.ts'
import { type RunningPortal, startPortal, until } from './testing/running-portal.ts'

const isLong = process.env['TEST_LONG'] === '1'
const people = isLong ? 3_000 : 300
/** The server is killed when the mail server has received this number of mails, before it answers the last one. */
const deadlyMails = isLong ? [1, 40, 150, 700, 2_000] : [1, 40]

const password = 'a password for the demo people'
const host = 'aw-brasil.localhost'
const pgDir = mkdtempSync(join(tmpdir(), 'vitrine told pg '))
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine told '))

let postgres: EmbeddedPostgres
let mailServer: TestMailServer
let portal: RunningPortal
let environment: Record<string, string>

const ask = <Row extends object>(text: string, values: unknown[] = []) =>
  askDatabase<Row>(postgres.ownerUrl, text, values)

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: pgDir, log: () => undefined, durability: 'test' })
  await migrate(postgres.ownerUrl)
  mailServer = await testMailServer()
  environment = {
    REPORT_SERVICE: '0',
    DATABASE_URL: await ensureLogin(postgres.ownerUrl, 'a password for the portal'),
    DATABASE_OWNER_URL: postgres.ownerUrl,
    DEMO_PASSWORD: password,
    MAIL_PRIVATE_HOSTS: '1',
    SMTP_URL: `smtp://portal:right@127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Vitrine <portal@vitrine.example>',
  }
  portal = await startPortal({ dataDir, env: environment })
  await addManyPeople(postgres.ownerUrl, 'aw-brasil', people)
  await ask(`update settings s set send_notification_mails = true from tenants t
              where t.id = s.tenant_id and t.subdomain = 'aw-brasil'`)
})

afterAll(async () => {
  portal.kill('SIGTERM')
  await portal.ended
  await mailServer.close()
  await postgres.stop()
  for (const folder of [pgDir, dataDir]) rmSync(folder, { recursive: true, force: true })
})

async function killAndStartAgain(): Promise<void> {
  portal.kill('SIGKILL')
  await portal.ended
  // Another process gets the jobs 30 s after the last heartbeat. The test ages the heartbeats instead of waiting.
  await ask(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)
  portal = await startPortal({ dataDir, port: portal.port, env: environment })
}

/** Locks a table until the server waits for it inside a transaction, and kills the server there. */
async function killWhileWaitingFor(table: 'mails' | 'notification_receipts', cause: () => Promise<unknown>) {
  const holder = new pg.Client({ connectionString: postgres.ownerUrl })
  await holder.connect()
  try {
    await holder.query(`begin; lock table ${table} in share row exclusive mode`)
    const caused = cause()
    const waiting = () => holder.query(`select from pg_locks where not granted and relation = $1::regclass`, [table])
    expect(await until(async () => ((await waiting()).rowCount ?? 0) > 0)).toBe(true)
    portal.kill('SIGKILL')
    await portal.ended
    await caused
  } finally {
    await holder.query('rollback')
    await holder.end()
  }
  await killAndStartAgain()
}

const title = 'Inventário no domingo'
const inLanguages = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })

const write = (token: string) =>
  callPortal(portal.port, {
    host,
    token,
    path: '/api/auth/notifications/messages/add',
    body: {
      title: inLanguages(title),
      body: inLanguages('<p>O portal fica lento.</p>'),
      target: 'everybody',
      group_ids: [],
      user_ids: [],
      login_notice: 'N',
      starts_on: null,
      ends_on: null,
    },
  })

const stored = () => ask<{ id: string }>(`select id from notifications where title->>'pt-BR' = $1`, [title])
const countMails = async (state: string) => {
  const [row] = await ask<{ n: number }>(
    `select count(*)::int as n from mails where purpose = 'notification.message' and state = $1`,
    [state],
  )
  return row?.n ?? 0
}

describe('a killed server', () => {
  it('D1: V1: tells each addressee once, and mails each at least once and at most once more', async () => {
    const token = await tokenAt(portal.port, host, 'ana.souza@adventure-works.com', password)

    // Before the commit: the writer has no answer, and nobody has the notification.
    await killWhileWaitingFor('notification_receipts', () => write(token).catch(() => undefined))
    expect(await stored()).toEqual([])

    // Between the commit and the first mail, in the transaction that writes the mails.
    await killWhileWaitingFor('mails', async () => {
      const { status, body } = await write(token)
      expect([status, Number(body['receipts']) > people]).toEqual([200, true])
    })
    expect(await stored()).toHaveLength(1)

    // While the mail server has a mail and has not yet said so.
    for (const deadly of deadlyMails) {
      await new Promise<void>((resolve) => {
        mailServer.answer = () => {
          if (mailServer.taken.length + 1 < deadly) return null
          mailServer.answer = () => null
          portal.kill('SIGKILL')
          resolve()
          return null
        }
      })
      await killAndStartAgain()
    }

    const addressees = (
      await ask<{ email: string }>(
        `select u.email from memberships m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
          where t.subdomain = 'aw-brasil' and m.state in ('A', 'T') order by 1`,
      )
    ).map(({ email }) => email)
    const isDone = async () => {
      // A mail that a killed server had claimed is free after three minutes. The test ages the claims instead of waiting.
      await ask(`update mails set claimed_at = claimed_at - interval '3 minutes'
                  where state = 'sending' and claimed_at < now() - interval '15 seconds'`)
      await sleep(500)
      return (await countMails('sent')) === addressees.length
    }
    const sixMinutes = 360_000
    expect(await until(isDone, sixMinutes), `${await countMails('sent')} of ${addressees.length} mails`).toBe(true)

    const receipts = await ask<{ email: string }>(
      `select u.email from notifications n join notification_receipts r on r.notification_id = n.id join users u on u.id = r.user_id
        where n.title->>'pt-BR' = $1 order by 1`,
      [title],
    )
    expect(receipts.map(({ email }) => email)).toEqual(addressees)

    const arrivals = new Map<string, string[]>()
    for (const { to, messageId } of mailServer.taken)
      for (const address of to) arrivals.set(address, [...(arrivals.get(address) ?? []), messageId])
    const again = [...arrivals.values()].filter((ids) => ids.length > 1)
    console.log(
      `${deadlyMails.length + 2} kills, ${addressees.length} addressees, ${receipts.length} receipts, ` +
        `${mailServer.taken.length} mails arrived, ${again.length} of them once more`,
    )
    expect([...arrivals.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual(
      addressees.toSorted((a, b) => a.localeCompare(b)),
    )
    expect(again.filter((ids) => ids.length > 2 || new Set(ids).size > 1)).toEqual([])
    expect(again.length).toBeGreaterThan(0)
  }, 900_000)
})
