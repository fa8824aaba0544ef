// 100,000 people imported from files, compared with a COPY of the same rows into equal tables, and with a COPY into a table without
// indexes: by the time and by the processor time, because a shared machine delays an import, but adds no processor time to it. Also the memory
// of the process while it imports, and the time of a list of another business unit beside the import.
// `npm run bench import=20000` imports 20,000.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { tokenAt } from '#apps/server/testing/portal-calls.ts'
import { askDatabase } from '#apps/server/testing/portal-history.ts'
import { postgresOf, type RunningPortal, startPortal } from '#apps/server/testing/running-portal.ts'
import { userImports } from '#catalogue/limits.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'
import { uploadOf } from '#testing/uploads.ts'
import { answerOf } from './answer.ts'
import { copyIn } from './copy.ts'
import { type Figures, loadApart, median, type Target } from './load.ts'
import { processorTime } from './processor-time.ts'
import { password } from './setup.ts'
import { table } from './table.ts'
import { fillWorld } from './world.ts'

const mostPeople = 100_000
const importer = { host: 'bench-3.localhost', email: 'admin@bench-3.example' }
const neighbour = { host: 'bench-5.localhost', email: 'admin@bench-5.example' }
/** Requests per second of the neighbour: the list of a unit whose people work, not as many as the machine answers. */
const listRate = 20
const listSeconds = 5
const aims = { copied: 0.3, list: 1.5, grown: 1.2 }
const longestMinutes = 15

export async function measureImport([size]: readonly string[] = []): Promise<string> {
  const people = size === undefined ? mostPeople : Number(size)
  if (!Number.isInteger(people) || people < 1) throw new Error(`${String(size)} is no number of people`)
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-import-'))
  const portal = await startPortal({
    dataDir,
    env: { DEMO_PASSWORD: password, REPORT_SERVICE: '0', IMPORT_MAX_ROWS: String(userImports.mostRows) },
  })
  try {
    const ownerUrl = ownerUrlIn(dataDir)
    await fillWorld(ownerUrl, 10)
    await askDatabase(
      ownerUrl,
      `with unlimited as (update tenants set user_limit = 1000000 where subdomain like 'bench-%' returning id)
       update settings set send_invitations = false where tenant_id in (select id from unlimited)`,
    )
    const copies = await copyPeople(portal, ownerUrl, people)
    const list = await listOf(portal)
    for (let round = 0; round < 2; round += 1) await list()
    const begun = timeOf(portal)
    const alone = [await list(), await list(), await list()]
    const answered = alone.reduce((sum, each) => sum + each.answered, 0)
    const costOfList = scaled(since(begun, timeOf(portal)), 1 / answered)
    const memory = watchMemory(portal)
    const found = await importAll(portal, ownerUrl, { people, list, costOfList })
    memory.stop()
    alone.push(await list(), await list(), await list())
    const [stored] = await askDatabase<{ people: number }>(
      ownerUrl,
      `select count(*)::int as people from memberships m join tenants t on t.id = m.tenant_id join users u on u.id = m.user_id
        where t.subdomain = 'bench-3' and u.email like 'import-%'`,
    )
    if (stored?.people !== people) throw new Error(`${String(stored?.people)} people were imported`)
    const rate = (seconds: number) => people / seconds
    const perPerson = (microseconds: number) => (microseconds / people).toFixed(0)
    const p99 = (figures: Figures[]) => median(figures.map((each) => each.p99))
    const line = (what: string, { seconds, node, postgres }: Cost, aim = '') => [
      what,
      seconds.toFixed(1),
      rate(seconds).toFixed(0),
      (copies.tables.seconds / seconds).toFixed(2),
      perPerson(node),
      perPerson(postgres),
      ...[copies.tables, copies.stored].map((copy) => ((copy.node + copy.postgres) / (node + postgres)).toFixed(2)),
      aim,
    ]
    const { first, last } = memory.figures()
    return [
      table(
        `${people.toLocaleString('en')} people`,
        ['what', 'seconds', 'people/s', 'of COPY', 'Node µs', 'PostgreSQL µs', 'by µs', 'of all rows', 'at least'],
        [
          line('COPY into tables with the same indexes', copies.tables),
          line('  COPY into a table without indexes', copies.plain),
          line('  COPY of all rows that the import stores', copies.stored),
          line('import, from the start to the last person', found.imported, String(aims.copied)),
          line('  with the upload and the check of the rows', found.whole),
        ],
      ),
      table(
        'Meanwhile',
        ['what', 'before', 'beside', 'times', 'at most'],
        [
          [
            'list of another unit, p99 ms',
            p99(alone).toFixed(1),
            p99(found.beside).toFixed(1),
            (p99(found.beside) / p99(alone)).toFixed(2),
            String(aims.list),
          ],
          [
            'memory of the process, first and last quarter, MB',
            first.toFixed(0),
            last.toFixed(0),
            (last / first).toFixed(2),
            String(aims.grown),
          ],
        ],
      ),
    ].join('')
  } finally {
    portal.kill('SIGTERM')
    await portal.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const person = (number: number) => ({
  name: `Pessoa ${String(number)} da Silva`,
  email: `import-${String(number)}@people.example`,
  department: `Departamento ${String(number % 40)}`,
})

/** `node`, `postgres`: processor time in microseconds, of the process that sends the rows and of all processes of the database. */
type Cost = { seconds: number; node: number; postgres: number }

/** What the portal and its database have used so far. */
function timeOf(portal: RunningPortal, node = () => processorTime([portal.pid])): Cost {
  const { postmaster, backends, others } = postgresOf(portal)
  return {
    seconds: performance.now() / 1_000,
    node: node(),
    postgres: processorTime([postmaster, ...backends, ...others]),
  }
}

const combined = (a: Cost, b: Cost, sign: 1 | -1): Cost => ({
  seconds: a.seconds + sign * b.seconds,
  node: a.node + sign * b.node,
  postgres: a.postgres + sign * b.postgres,
})
const sum = (a: Cost, b: Cost): Cost => combined(a, b, 1)
const since = (begun: Cost, now: Cost): Cost => combined(now, begun, -1)
const scaled = ({ seconds, node, postgres }: Cost, by: number): Cost => ({
  seconds: seconds * by,
  node: node * by,
  postgres: postgres * by,
})
const noCost: Cost = { seconds: 0, node: 0, postgres: 0 }

/** This process sends the rows of a COPY. */
const ownTime = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/**
 * Copies the same people into tables with the columns, checks and indexes of the product's, and into a plain table. PostgreSQL allows no COPY
 * into a table with row-level security, so they are empty copies of it, without its policies, triggers and foreign keys. `stored`: also the
 * texts of the search, the audit entries with their links, and the rows of the import. No import can be faster.
 */
async function copyPeople(portal: RunningPortal, ownerUrl: string, people: number) {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ id: string }>(`select id from tenants where subdomain = 'bench-4'`)
    const tenantId = rows[0]?.id ?? ''
    const numbers = Array.from({ length: people }, (_, index) => index + 1)
    const made = numbers.map((number) => ({ ...person(number), id: crypto.randomUUID() }))
    const users = Buffer.from(
      made.map(({ id, name, email }) => `${id},copy-${email},${name},pt-BR,${tenantId}\n`).join(''),
    )
    const memberships = Buffer.from(
      made.map(({ id, department }) => `${tenantId},${id},user,A,${department}\n`).join(''),
    )
    const names = ['users', 'memberships', 'person_texts', 'audit_entries', 'audit_links', 'user_import_rows']
    for (const name of names) await owner.query(`create table copied_${name} (like ${name} including all)`)
    await owner.query('create table plain_people (id uuid, email text, name text, language text, home uuid)')
    const copy = async (target: string, columns: string, rows: Buffer): Promise<Cost> => {
      const begun = timeOf(portal, ownTime)
      await copyIn(owner, `copy ${target} (${columns}) from stdin (format csv)`, rows)
      return since(begun, timeOf(portal, ownTime))
    }
    const tables = sum(
      await copy('copied_users', 'id, email, name, language, home_tenant_id', users),
      await copy('copied_memberships', 'tenant_id, user_id, profile, state, department', memberships),
    )
    const plain = await copy('plain_people', 'id, email, name, language, home', users)
    const rowsOf = (one: (each: (typeof made)[number], index: number) => string) => Buffer.from(made.map(one).join(''))
    const texts = rowsOf(({ id, name, email, department }) =>
      `${tenantId},${id},${name},copy-${email},${name} copy-${email},${name} copy-${email} ${department}\n`.toLowerCase(),
    )
    const entries = rowsOf(
      ({ id, name, email, department }) =>
        `${id},${tenantId},user.added,admin,admin@bench-3.example,user,${id},${name},"{""name"":[null,""${name}""],""email"":[null,""${email}""],""department"":[null,""${department}""]}"\n`,
    )
    const links = rowsOf(({ id }, index) => `${tenantId},${String(index)},${id},${tenantId},\\x${'ab'.repeat(32)}\n`)
    const imported = rowsOf(({ id }, index) => `${tenantId},${tenantId},${String(index)},{},success,added,${id},1\n`)
    let stored = tables
    for (const [name, columns, rows] of [
      ['person_texts', 'tenant_id, user_id, name, email, own, every', texts],
      [
        'audit_entries',
        'id, tenant_id, event, actor_name, actor_email, target_type, target_id, target_name, changes',
        entries,
      ],
      ['audit_links', 'chain, position, entry_id, tenant_id, hash', links],
      ['user_import_rows', 'tenant_id, import_id, number, cells, state, effect, user_id, version', imported],
    ] as const)
      stored = sum(stored, await copy(`copied_${name}`, columns, rows))
    await owner.query(`drop table plain_people, ${names.map((name) => `copied_${name}`).join(', ')}`)
    return { tables, plain, stored }
  } finally {
    await owner.end()
  }
}

type Round = Figures & { answered: number }

/** Asks for the list of people of the neighbour at a fixed rate. */
async function listOf({ port }: RunningPortal): Promise<() => Promise<Round>> {
  const token = await tokenAt(port, neighbour.host, neighbour.email, password)
  const target: Target = {
    url: `http://127.0.0.1:${String(port)}/api/auth/users/all?size=25`,
    headers: { host: `${neighbour.host}:${String(port)}`, authorization: `Bearer ${token}` },
  }
  return () => loadApart(target, 2, { seconds: listSeconds, rate: listRate })
}

/** Imports file after file as the wizard does. `imported`: seconds of the job. */
async function importAll(
  portal: RunningPortal,
  ownerUrl: string,
  { people, list, costOfList }: { people: number; list: () => Promise<Round>; costOfList: Cost },
) {
  const { port } = portal
  const token = await tokenAt(port, importer.host, importer.email, password)
  const headers = { host: `${importer.host}:${String(port)}`, authorization: `Bearer ${token}` }
  const target = (path: string, body?: unknown): Target => ({
    url: `http://127.0.0.1:${String(port)}/api/auth/users/import/${path}`,
    headers,
    body,
  })
  const beside: Figures[] = []
  let [imported, whole] = [noCost, noCost]
  for (let from = 1; from <= people; from += userImports.mostRows) {
    const begun = timeOf(portal)
    const id = await send(
      target('upload').url,
      headers,
      fileOf(from, Math.min(people, from + userImports.mostRows - 1)),
    )
    await answerOf(target('map', { id, columns: ['nome_usuario', 'email', 'department'] }))
    await answerOf(target('start', { id }))
    const started = timeOf(portal)
    let answered = 0
    const over = new AbortController()
    const ended = untilDone(ownerUrl, id).finally(() => over.abort())
    while (!over.signal.aborted) {
      const figures = await list()
      answered += figures.answered
      // A round that the import did not fill says nothing.
      if (!over.signal.aborted) beside.push(figures)
    }
    await ended
    const [took] = await askDatabase<{ seconds: number }>(
      ownerUrl,
      'select extract(epoch from changed_at - started_at)::float8 as seconds from user_imports where id = $1',
      [id],
    )
    // The lists of the other business unit are work of the same processes.
    const used = since(scaled(costOfList, answered), since(started, timeOf(portal)))
    const job = { ...used, seconds: took?.seconds ?? Number.NaN }
    imported = sum(imported, job)
    whole = sum(whole, sum(since(begun, started), job))
  }
  return { imported, whole, beside }
}

function fileOf(from: number, to: number): Buffer {
  const rows = Array.from({ length: to - from + 1 }, (_, index) => person(from + index))
  return Buffer.from(
    `Nome;E-mail;Departamento\n${rows.map(({ name, email, department }) => `${name};${email};${department}\n`).join('')}`,
  )
}

/** Sends the file. Node's fetch cannot set the host. */
async function send(url: string, headers: Record<string, string>, file: Buffer): Promise<string> {
  const upload = uploadOf({ name: 'people.csv' }, file, 'people.csv', 'text/csv')
  const sending = request(url, { method: 'POST', headers: { ...headers, ...upload.headers } })
  sending.end(upload.body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  const { id } = (await json(answer)) as { id?: string }
  if (id === undefined) throw new Error(`the file was refused with ${String(answer.statusCode)}`)
  return id
}

async function untilDone(ownerUrl: string, id: string): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < longestMinutes * 60_000; await sleep(500)) {
    const [row] = await askDatabase<{ state: string }>(ownerUrl, 'select state from user_imports where id = $1', [id])
    if (row?.state === 'done') return
    if (row?.state !== 'running') throw new Error(`the import is ${String(row?.state)}`)
  }
  throw new Error(`the import needs longer than ${String(longestMinutes)} minutes`)
}

/** Samples the resident memory of the portal's process. The figures are the peaks of the first and of the last quarter, in megabytes. */
function watchMemory({ pid }: RunningPortal) {
  const samples: number[] = []
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
    samples.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
  }, 250)
  const peak = (from: number, to: number) =>
    Math.max(...samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)))
  return { stop: () => clearInterval(timer), figures: () => ({ first: peak(0, 0.25), last: peak(0.75, 1) }) }
}
