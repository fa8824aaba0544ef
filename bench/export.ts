// The audit trail of a business unit with one million entries. Measures the time of one page, compared with a page of a short trail,
// and the memory that the portal process needs to export 100,000 rows, compared with 10,000.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import pg from 'pg'
import { tokenAt } from '#apps/server/testing/portal-calls.ts'
import { type Setup, password } from './setup.ts'
import { interleaved, loadOnce, warmUp } from './load.ts'
import { table } from './table.ts'
import type { Caller } from './world.ts'

const entries = 1_000_000
const days = 300
/** Days to export for each row count. One million entries in 300 days give 100,000 in 30 days. */
const files = { '10,000': 3, '100,000': 30 }
const shortTrail: Caller = { host: 'bench-6.localhost', email: 'admin@bench-6.example' }

export async function measureExport(setup: Setup): Promise<string> {
  await addEntries(setup.ownerUrl)
  return [await pages(setup), await memory(setup)].join('')
}

async function pages(setup: Setup): Promise<string> {
  const long = setup.world.admin
  const token = await tokenAt(setup.portal.port, shortTrail.host, shortTrail.email, password)
  const call = (query: string) => ({
    long: setup.call(long, `auth/audit/all?${query}`),
    short: {
      url: `http://127.0.0.1:${setup.portal.port}/api/auth/audit/all?${query}`,
      headers: { host: `${shortTrail.host}:${setup.portal.port}`, authorization: `Bearer ${token}` },
    },
  })
  const asked = {
    'last 7 days': call(''),
    'a whole year': call(`from=${dayBefore(365)}&to=${dayBefore(0)}`),
    'page 100 of a year': call(`from=${dayBefore(365)}&to=${dayBefore(0)}&page=100`),
    'a word in 7 days': call('search=quartzo'),
    'a word in 30 days': call(`search=quartzo&from=${dayBefore(29)}&to=${dayBefore(0)}`),
  }
  const lines: string[][] = []
  for (const [what, { long: many, short: few }] of Object.entries(asked)) {
    await warmUp(many, 4)
    const found = await interleaved(3, { many: () => loadOnce(many, 4), few: () => loadOnce(few, 4) })
    lines.push([what, found.many.p50.toFixed(1), found.few.p50.toFixed(1), (found.many.p50 / found.few.p50).toFixed(2)])
  }
  return table(
    'Audit, a page out of a million entries beside one out of a thousand',
    ['what', 'p50 ms', 'short p50 ms', 'times'],
    lines,
  )
}

async function memory(setup: Setup): Promise<string> {
  const lines: string[][] = []
  for (const format of ['csv', 'xlsx']) {
    for (const [rows, span] of Object.entries(files)) {
      const query = `format=${format}&from=${dayBefore(span)}&to=${dayBefore(1)}`
      const { bytes, seconds, growth } = await exportAndWatchMemory(setup, `auth/audit/export?${query}`)
      lines.push([`${format}, ${rows} rows`, (bytes / 1e6).toFixed(1), seconds.toFixed(1), growth.toFixed(0)])
    }
  }
  return table('Export', ['what', 'MB sent', 's', 'memory grew by MB at the most'], lines)
}

/** Exports a file and measures the growth of resident memory. The process has served requests before, so the growth is caused by the file. */
async function exportAndWatchMemory(setup: Setup, path: string) {
  const { url, headers } = setup.call(setup.world.admin, path)
  const before = residentMb(setup.portal.pid)
  let max = before
  const sampling = setInterval(() => (max = Math.max(max, residentMb(setup.portal.pid))), 20)
  const begun = performance.now()
  try {
    const bytes = await receive(url, headers)
    return { bytes, seconds: (performance.now() - begun) / 1000, growth: max - before }
  } finally {
    clearInterval(sampling)
  }
}

const receive = (url: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    let bytes = 0
    const clientRequest = request(url, { headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode ?? 0}`))
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.on('error', reject).on('end', () => resolve(bytes))
    })
    clientRequest.on('error', reject).end()
  })

/** Resident memory of a process in megabytes. Reads /proc, so it works on Linux only. */
function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

const dayBefore = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)

async function addEntries(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin')
    // Without the hash chains: computing them for a million entries would take longer than the whole benchmark.
    await owner.query('alter table audit_entries disable trigger link_entry')
    await owner.query('set local role vitrine_platform')
    for (const [unit, count] of [
      ['bench-5', entries],
      ['bench-6', 1_000],
    ] as const) {
      await owner.query(
        `insert into audit_entries (tenant_id, partner_id, at, event, actor_name, actor_email, address, target_type, target_name)
         select t.id, t.partner_id, now() - (n * $3::float8) * interval '1 day' / $2::float8, 'report.updated', 'Pessoa ' || n % 40,
                'pessoa-' || n % 40 || '@example.com', '203.0.113.9', 'report',
                case when n % 5000 = 0 then 'Quartzo ' else 'Relatório ' end || n
           from tenants t, generate_series(1, $2::int) n where t.subdomain = $1`,
        [unit, count, days],
      )
    }
    await owner.query('reset role')
    await owner.query('alter table audit_entries enable trigger link_entry')
    await owner.query('commit')
    await owner.query('vacuum analyze audit_entries')
  } finally {
    await owner.end()
  }
}
