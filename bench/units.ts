// The menu, lists and searches of one business unit, in databases with 10, 100 and 1,000 business units. Three portals run, each with its
// own database. Each request goes to all of them in turn, so a slow moment of the machine affects all equally. The times are ratios to
// those of 10 business units in the same run.
import pg from 'pg'
import { answerOf } from './answer.ts'
import { type Setup, type FilledPortal, startFilledPortal } from './setup.ts'
import { table } from './table.ts'

/** Business units of the two larger databases. The set-up's own has 10. */
const larger = [100, 1_000] as const
const rounds = 5
const requestsPerRound = 200
/** Maximum slow-down of the p99 time when the database has 100 times as many business units. */
const maxSlowDown = 1.2

type Question = { what: string; who: 'admin' | 'reader'; path: string }

const questions: Question[] = [
  { what: 'menu', who: 'reader', path: 'auth/group_reports/get/config/menu/reports' },
  { what: 'reports of a reader', who: 'reader', path: 'auth/reports/all?size=50' },
  { what: '  search', who: 'reader', path: 'auth/reports/all?size=50&search=report+01' },
  { what: 'reports managed', who: 'admin', path: 'auth/report/all?size=50' },
  { what: '  search', who: 'admin', path: 'auth/report/all?size=50&search=report+01' },
  { what: 'people', who: 'admin', path: 'auth/users/all?size=25' },
  { what: '  search', who: 'admin', path: 'auth/users/all?size=25&search=reader-1' },
  { what: 'groups of people', who: 'admin', path: 'auth/group_users/all?size=25' },
  { what: 'palette, search', who: 'admin', path: 'auth/search?search=report+01' },
  { what: 'audit, last seven days', who: 'admin', path: 'auth/audit/all?size=50' },
  { what: '  search', who: 'admin', path: 'auth/audit/all?size=50&search=report+01' },
]

export async function measureUnits(setup: Setup): Promise<string> {
  const filled: FilledPortal[] = []
  try {
    for (const units of larger) filled.push(await startFilledPortal(units, (line) => console.error(line)))
    const portals: FilledPortal[] = [setup, ...filled]
    for (const each of portals) await fillTrail(each)
    for (const question of questions) await sameRows(question, portals)
    const found = questions.map((question) => ({ question, times: portals.map((): number[] => []) }))
    // The first round warms up. Every round sends all requests, so a slow moment of the machine affects only a part of each figure.
    for (let round = 0; round <= rounds; round++) {
      for (const { question, times } of found) {
        const durations = await compare(question, portals)
        if (round > 0) durations.forEach((more, index) => times[index]?.push(...more))
      }
    }
    const head = ['what', 'p50 ms of 10', ...ratioHeads('p50'), 'p99 ms of 10', ...ratioHeads('p99')]
    const title = `10 business units beside ${larger.map((units) => units.toLocaleString('en')).join(' and ')}, p99 at most ${maxSlowDown} times`
    return table(
      title,
      head,
      found.map(({ question, times }) => line(question.what, times)),
    )
  } finally {
    for (const each of filled) await each.close()
  }
}

const ratioHeads = (percentile: string) => larger.map((units) => `${percentile} times of ${units}`)

const ask = (filled: FilledPortal, { who, path }: Question) => answerOf(filled.call(filled.world[who], path))

async function sameRows(question: Question, portals: FilledPortal[]): Promise<void> {
  const counts = await Promise.all(portals.map(async (each) => rowsOf(await ask(each, question))))
  if (new Set(counts).size > 1) throw new Error(`${question.path} answers differently: ${counts.join(', ')}`)
}

/** Response times in milliseconds, by portal. */
async function compare(question: Question, portals: FilledPortal[]): Promise<number[][]> {
  const times = portals.map((): number[] => [])
  for (let iteration = 0; iteration < requestsPerRound; iteration++) {
    // The portals take turns to be the first.
    for (let turn = 0; turn < portals.length; turn++) {
      const at = (iteration + turn) % portals.length
      const portal = portals[at]
      if (portal) times[at]?.push(await timed(() => ask(portal, question)))
    }
  }
  return times
}

function line(what: string, times: number[][]): string[] {
  const sorted = times.map((each) => each.toSorted((one, other) => one - other))
  const shown = [0.5, 0.99].flatMap((part) => {
    const [first = Number.NaN, ...others] = sorted.map((each) => at(each, part))
    return [first.toFixed(2), ...others.map((other) => (other / first).toFixed(2))]
  })
  return [what, ...shown]
}

/** Number of rows in an answer. The palette returns rows grouped by kind, so they are counted by their ids. */
const rowsOf = (answer: Record<string, unknown>) =>
  'total' in answer ? String(answer['total']) : String(JSON.stringify(answer).split('"id"').length)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const at = (values: number[], part: number) => values[Math.floor((values.length - 1) * part)] ?? Number.NaN

/** Adds one week of audit entries: one change of each report of each business unit. */
async function fillTrail({ ownerUrl }: FilledPortal): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('set role vitrine_platform')
    await owner.query(`
      insert into audit_entries (event, tenant_id, partner_id, actor_id, actor_email, actor_name, target_type, target_id, target_name, at)
      select 'report.updated', r.tenant_id, t.partner_id, u.id, u.email, u.name, 'report', r.id, r.name,
             now() - random() * interval '6 days'
        from reports r join tenants t on t.id = r.tenant_id
        join users u on u.home_tenant_id = t.id and u.name = 'admin' where t.subdomain like 'bench-%'`)
    await owner.query('reset role')
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}
