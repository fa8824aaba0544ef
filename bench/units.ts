// Lists and searches of one business unit, in a database with 10 business units and in one with 1,000. Two portals run, each with its
// own database. Each request goes to both in turn, so a slow moment of the machine affects both equally.
import pg from 'pg'
import { answerOf } from './answer.ts'
import { type Setup, type FilledPortal, startFilledPortal } from './setup.ts'
import { table } from './table.ts'

const manyUnits = 1_000
const rounds = 5
const requestsPerRound = 300
/** Maximum slow-down of the p95 time when the database has 100 times as many business units. */
const maxSlowDown = 1.2

type Question = { what: string; who: 'admin' | 'reader'; path: string }

const questions: Question[] = [
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
  const filled = await startFilledPortal(manyUnits, () => undefined)
  try {
    for (const each of [setup, filled]) await fillTrail(each)
    const sides = { few: setup, thousand: filled }
    for (const question of questions) await sameRows(question, sides)
    const found = questions.map((question) => ({ question, times: { few: [], thousand: [] } as Times }))
    // The first round warms up. Every round asks all questions, so a slow moment of the machine affects only a part of each figure.
    for (let round = 0; round <= rounds; round++) {
      for (const { question, times } of found) {
        const { few, thousand } = await compare(question, sides)
        if (round === 0) continue
        times.few.push(...few)
        times.thousand.push(...thousand)
      }
    }
    const lines = found.map(({ question, times }) => line(question.what, times))
    const head = ['what', 'p50 ms', `p50 of ${manyUnits}`, 'p95 ms', `p95 of ${manyUnits}`, 'p50 times', 'p95 times']
    return table(
      `Ten business units beside ${manyUnits.toLocaleString('en')}, p95 at most ${maxSlowDown} times`,
      head,
      lines,
    )
  } finally {
    await filled.close()
  }
}

type Sides = { few: FilledPortal; thousand: FilledPortal }
/** Response times in milliseconds. */
type Times = { few: number[]; thousand: number[] }

const ask = (filled: FilledPortal, { who, path }: Question) => answerOf(filled.call(filled.world[who], path))

async function sameRows(question: Question, { few, thousand }: Sides): Promise<void> {
  if (rowsOf(await ask(few, question)) !== rowsOf(await ask(thousand, question))) {
    throw new Error(`${question.path} answers differently`)
  }
}

async function compare(question: Question, { few, thousand }: Sides): Promise<Times> {
  const times: Times = { few: [], thousand: [] }
  for (let iteration = 0; iteration < requestsPerRound; iteration++) {
    const sides = [
      [few, times.few],
      [thousand, times.thousand],
    ] as const
    for (const [filled, found] of iteration % 2 === 0 ? sides : sides.toReversed()) {
      found.push(await timed(() => ask(filled, question)))
    }
  }
  return times
}

function line(what: string, { few, thousand }: Times): string[] {
  const [a, b] = [few, thousand].map((times) => times.toSorted((one, other) => one - other))
  const [p50, p95] = [0.5, 0.95].map((part) => [at(a ?? [], part), at(b ?? [], part)] as const)
  if (!p50 || !p95) throw new Error('there are two percentiles')
  const shown = [...p50, ...p95].map((value) => value.toFixed(2))
  return [what, ...shown, (p50[1] / p50[0]).toFixed(2), (p95[1] / p95[0]).toFixed(2)]
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
