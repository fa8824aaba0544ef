// One notification to 10,000 people: how long its author waits, how long 200 open browsers take to show their new count, and how fast the
// copies by e-mail leave, compared with nodemailer alone. Also the time of the unread count of a person with 10,000 notifications,
// compared with that of a person with ten.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { addManyPeople } from '#apps/server/testing/many-people.ts'
import { callPortal, tokenAt } from '#apps/server/testing/portal-calls.ts'
import { askDatabase } from '#apps/server/testing/portal-history.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { openStream, type Stream } from '#apps/server/testing/portal-streams.ts'
import { type RunningPortal, startPortal, until } from '#apps/server/testing/running-portal.ts'
import { spreadMs } from '#platform/web/live/use-live-events.ts'
import type { SinkCount } from './mail-sink.ts'
import { interleaved, loadOnce, type Target, warmUp } from './load.ts'
import { password } from './setup.ts'
import { table } from './table.ts'

const addressees = 10_000
const browsers = 200
const measuredMails = 2_000
const host = 'aw-brasil.localhost'
const max = { composed: 2, live: 5, unread: 2 }

export async function measureNotifications(): Promise<string> {
  const sink = await startSink()
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-told-'))
  const portal = await startPortal({
    dataDir,
    env: {
      DEMO_PASSWORD: password,
      REPORT_SERVICE: '0',
      MAIL_PRIVATE_HOSTS: '1',
      SMTP_URL: `smtp://127.0.0.1:${String(sink.port)}`,
      MAIL_FROM: 'Vitrine <portal@vitrine.example>',
    },
  })
  try {
    const ownerUrl = ownerUrlIn(dataDir)
    await addManyPeople(ownerUrl, 'aw-brasil', addressees)
    const token = await tokenAt(portal.port, host, 'ana.souza@adventure-works.com', password)
    const told = await tell(portal, token, ownerUrl)
    const unread = await unreadCounts(portal, ownerUrl)
    const mails = await mailRates(portal, { token, ownerUrl, sink })
    return [told, unread, mails].join('')
  } finally {
    portal.kill('SIGTERM')
    await portal.ended
    sink.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const inLanguages = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })

function compose({ port }: RunningPortal, token: string, title: string) {
  const body = {
    title: inLanguages(title),
    body: inLanguages('<p>O inventário começa às oito.</p>'),
    target: 'everybody',
    group_ids: [],
    user_ids: [],
    login_notice: 'N',
    starts_on: null,
    ends_on: null,
  }
  return callPortal(port, { host, token, path: '/api/auth/notifications/messages/add', body })
}

type Browser = { token: string; stream: Stream; counts: number; liveAfterMs: number | null }

const emailOf = (number: number) => `row-${String(number).padStart(5, '0')}@aw-brasil.example`

/** Signs people in and opens their streams. Each asks for its count after an event, at a random moment as the pages do. */
async function openBrowsers({ port }: RunningPortal): Promise<Browser[]> {
  const opened: Browser[] = []
  for (let number = 1; number <= browsers; number += 4) {
    const some = [0, 1, 2, 3].map(async (more) => {
      const token = await tokenAt(port, host, emailOf(number + more), password)
      return { token, stream: await openStream(port, { host, token }), counts: 0, liveAfterMs: null }
    })
    opened.push(...(await Promise.all(some)))
  }
  return opened
}

async function watchBrowser({ port }: RunningPortal, browser: Browser, begun: number): Promise<void> {
  const { token, stream } = browser
  const isTold = () => stream.events.some(({ kind }) => kind === 'notifications_changed')
  if (!(await until(isTold, 60_000))) return
  await sleep(Math.random() * spreadMs)
  const { body } = await callPortal(port, { host, token, method: 'GET', path: '/api/auth/notifications/unread' })
  browser.counts = Number(body['unread'])
  browser.liveAfterMs = performance.now() - begun
}

async function tell(portal: RunningPortal, token: string, ownerUrl: string): Promise<string> {
  const open = await openBrowsers(portal)
  const composed: number[] = []
  const live: number[] = []
  const rounds = 3
  for (let round = 1; round <= rounds; round++) {
    for (const { stream } of open) stream.events.length = 0
    const begun = performance.now()
    const watching = open.map((browser) => watchBrowser(portal, browser, begun))
    const { status, body, afterMs } = await compose(portal, token, `Inventário ${String(round)}`)
    await Promise.all(watching)
    if (status !== 200 || Number(body['receipts']) < addressees)
      throw new Error(`not composed: ${JSON.stringify(body)}`)
    if (open.some(({ counts }) => counts !== round)) throw new Error('a browser has not the count of its person')
    composed.push(afterMs / 1_000)
    live.push(Math.max(...open.map(({ liveAfterMs }) => liveAfterMs ?? Number.NaN)) / 1_000)
  }
  for (const { stream } of open) stream.close()
  await askDatabase(ownerUrl, 'delete from notifications')
  const line = (what: string, found: number[], limit: number) => [
    what,
    ...found.map((seconds) => seconds.toFixed(2)),
    String(limit),
  ]
  return table(
    `One notification to ${addressees.toLocaleString('en')} people, ${String(browsers)} of them signed in; seconds`,
    ['what', ...composed.map((_, round) => `round ${String(round + 1)}`), 'at most'],
    [
      line('until its author has the answer', composed, max.composed),
      line('until every browser has its count', live, max.live),
    ],
  )
}

/** Compares the unread count of a person with 10,000 notifications with that of a person with ten. */
async function unreadCounts({ port }: RunningPortal, ownerUrl: string): Promise<string> {
  for (const [number, notifications] of [[1, 10] as const, [2, 10_000] as const])
    await askDatabase(
      ownerUrl,
      `with made as (
         insert into notifications (tenant_id, type, facts, published_at)
         select m.tenant_id, 'report_published', '{"report":"x"}', now()
           from memberships m join users u on u.id = m.user_id, generate_series(1, $2::int) where u.email = $1
         returning tenant_id, id)
       insert into notification_receipts (tenant_id, notification_id, user_id)
       select tenant_id, id, (select id from users where email = $1) from made`,
      [emailOf(number), notifications],
    )
  await askDatabase(ownerUrl, 'reset role; analyze')
  const target = async (number: number, path: string): Promise<Target> => ({
    url: `http://127.0.0.1:${String(port)}/api/${path}`,
    headers: {
      host: `${host}:${String(port)}`,
      authorization: `Bearer ${await tokenAt(port, host, emailOf(number), password)}`,
    },
  })
  const lines: string[][] = []
  for (const [what, path, limit] of [
    ['unread count', 'auth/notifications/unread', String(max.unread)],
    ['first page of the list', 'auth/notifications/all?size=25', ''],
  ] as const) {
    const [few, many] = await Promise.all([target(1, path), target(2, path)])
    for (const each of [few, many]) await warmUp(each, 8)
    const found = await interleaved(3, { few: () => loadOnce(few, 8), many: () => loadOnce(many, 8) })
    const ratio = found.few.rps / found.many.rps
    lines.push([what, found.few.p50.toFixed(2), found.many.p50.toFixed(2), ratio.toFixed(2), limit])
  }
  await askDatabase(ownerUrl, 'delete from notifications')
  return table(
    'A person with 10,000 notifications beside one with ten',
    ['what', 'p50 ms of ten', 'p50 ms of 10,000', 'times', 'at most'],
    lines,
  )
}

type Mailing = { token: string; ownerUrl: string; sink: Sink }

/** Mails per second: the copies of a notification, from the first that arrives, and nodemailer alone in a loop. */
async function mailRates(portal: RunningPortal, { token, ownerUrl, sink }: Mailing): Promise<string> {
  const pooled = await bareRate(sink, true)
  const single = await bareRate(sink, false)
  await askDatabase(
    ownerUrl,
    `update settings s set send_notification_mails = true from tenants t where t.id = s.tenant_id and t.subdomain = 'aw-brasil'`,
  )
  await sink.begin()
  const begun = performance.now()
  await compose(portal, token, 'Com cópia')
  await until(async () => (await sink.count()).mails > 0, 120_000)
  const firstAfter = (performance.now() - begun) / 1_000
  await until(async () => (await sleep(200), (await sink.count()).mails >= measuredMails))
  const { mails, firstAt, lastAt } = await sink.count()
  const rate = (mails / (lastAt - firstAt)) * 1_000
  const line = (what: string, bare: number) => [what, bare.toFixed(0), rate.toFixed(0), (rate / bare).toFixed(2)]
  return table(
    `Copies by e-mail, of ${addressees.toLocaleString('en')}; the first arrives after ${firstAfter.toFixed(1)} s`,
    ['beside bare nodemailer with', 'bare mails/s', 'mails/s', 'of bare'],
    [line('a connection for each mail', single), line('three connections kept open', pooled)],
  )
}

/** Three mails at a time, as many as the portal sends. */
async function bareRate(sink: Sink, pool: boolean): Promise<number> {
  const options = { host: '127.0.0.1', port: sink.port, ignoreTLS: true }
  const transport = pool ? createTransport({ ...options, pool: true, maxConnections: 3 }) : createTransport(options)
  const html = `<p>${'O inventário começa às oito. '.repeat(40)}</p>`
  const mail = (number: number) => ({
    from: 'portal@vitrine.example',
    to: emailOf(number),
    subject: 'Inventário',
    text: 'O inventário começa às oito.',
    html,
  })
  let next = 0
  const side = async () => {
    while (next < measuredMails) await transport.sendMail(mail((next += 1)))
  }
  await sink.begin()
  await Promise.all([side(), side(), side()])
  transport.close()
  const { mails, firstAt, lastAt } = await sink.count()
  return (mails / (lastAt - firstAt)) * 1_000
}

type Sink = { port: number; begin(): Promise<SinkCount>; count(): Promise<SinkCount>; stop(): void }

async function startSink(): Promise<Sink> {
  const program = fileURLToPath(new URL('mail-sink.ts', import.meta.url))
  const child: ChildProcess = fork(program, { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const ask = async (what: 'begin' | 'count') => {
    const answer = once(child, 'message')
    child.send(what)
    return ((await answer) as [SinkCount])[0]
  }
  return { port, begin: () => ask('begin'), count: () => ask('count'), stop: () => child.disconnect() }
}
