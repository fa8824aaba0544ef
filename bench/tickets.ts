// The list and the search of a help desk with 100,000 tickets. Each request is compared with the same request at a help desk with 100
// tickets, in turns, and with the limit for an answer. It also prints whether the search of words uses its index.
import pg from 'pg'
import { answerOf } from './answer.ts'
import type { Setup } from './setup.ts'
import { table } from './table.ts'

const sizes = { small: 100, large: 100_000 } as const
const requests = 60
/** The limit for the 95th percentile of an answer, in milliseconds. */
const limitMs = 50

type Question = { what: string; path: string }

const questions: Question[] = [
  { what: 'list', path: 'auth/help_desk/all?size=25' },
  { what: '  overdue', path: 'auth/help_desk/all?size=25&overdue=S&sort=due_at&order=asc' },
  { what: '  search, rare word', path: 'auth/help_desk/all?size=25&search=faturamento-077' },
  { what: '  search, number', path: 'auth/help_desk/all?size=25&search=%2377' },
  { what: '  search, word of 1 %', path: 'auth/help_desk/all?size=25&search=quociente' },
  { what: '  search, word of answers', path: 'auth/help_desk/all?size=25&search=divisor' },
  { what: '  search, word of all', path: 'auth/help_desk/all?size=25&search=palavra' },
]

export async function measureTickets(setup: Setup): Promise<string> {
  const { ownerUrl, world } = setup
  const ask = ({ path }: Question) => answerOf(setup.call(world.admin, path))
  const measured: number[][][] = []
  const plans: string[] = []
  for (const size of Object.values(sizes)) {
    await fill(ownerUrl, world.admin.host.split('.')[0] ?? '', size)
    plans.push(await planOf(ownerUrl))
    const times: number[][] = []
    for (const question of questions) {
      await ask(question)
      const found: number[] = []
      for (let index = 0; index < requests; index++) {
        const start = performance.now()
        await ask(question)
        found.push(performance.now() - start)
      }
      times.push(found.toSorted((one, other) => one - other))
    }
    measured.push(times)
  }
  const [small = [], large = []] = measured
  const lines = questions.map(({ what }, index) => {
    const [before, after] = [at(small[index]), at(large[index])]
    return [what, before.toFixed(1), after.toFixed(1), (after / before).toFixed(2), (after / limitMs).toFixed(2)]
  })
  const head = ['what', `p95 ms of ${sizes.small}`, `p95 ms of ${sizes.large}`, 'times', `share of ${limitMs} ms`]
  return `${table('The help desk', head, lines)}The search of words at ${sizes.large} tickets reads: ${plans.at(-1) ?? ''}\n`
}

const at = (times: readonly number[] = []) => times[Math.floor((times.length - 1) * 0.95)] ?? Number.NaN

async function onOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('set role vitrine_platform')
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Fills the help desk of one business unit up to a number of tickets, each with an answer and a note. Texts have twenty words of a small vocabulary. */
const fill = (ownerUrl: string, subdomain: string, size: number) =>
  onOwner(ownerUrl, async (owner) => {
    await owner.query(
      `insert into tickets (tenant_id, number, name, text, user_id, changed_at, created_at, status, closed_at, resolution_due_at)
       select t.id, n, 'Relatório ' || n || ' faturamento-' || lpad((n % 997)::text, 3, '0'),
              (select string_agg('palavra' || ((n * 31 + w * 17) % 500), ' ') from generate_series(1, 20) w)
                || case when n % 100 = 0 then ' quociente' else '' end,
              p.user_id, now() - n * interval '1 minute', now() - n * interval '1 minute',
              case when n % 10 = 0 then 'open' else 'closed' end, case when n % 10 <> 0 then now() end,
              case when n % 10 = 0 then now() + (n % 200 - 20) * interval '1 hour' end
         from tenants t
         join lateral (select min(m.user_id::text)::uuid as user_id from memberships m where m.tenant_id = t.id) p on true
         cross join generate_series((select coalesce(max(number), 0) + 1 from tickets where tenant_id = t.id), $2) n
        where t.subdomain = $1`,
      [subdomain, size],
    )
    // Tickets beyond those of the size before get an answer and a note.
    await owner.query(
      `insert into ticket_follow_ups (tenant_id, ticket_id, user_id, by_handler, internal, text)
       select t.tenant_id, t.id, t.user_id, true, k = 2,
              (select string_agg('palavra' || ((t.number * 13 + w * 19 + k) % 500), ' ') from generate_series(1, 20) w)
                || case when t.number % 211 = 0 then ' divisor' else '' end
         from tickets t join tenants n on n.id = t.tenant_id, generate_series(1, 2) k
        where n.subdomain = $1 and t.answer_words = ''`,
      [subdomain],
    )
    await owner.query('reset role')
    await owner.query('vacuum analyze tickets')
  })

/** The access paths of the search of words. */
const planOf = (ownerUrl: string) =>
  onOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      `explain select id from tickets where tenant_id = (select tenant_id from tickets group by tenant_id order by count(*) desc limit 1)
          and (words like app.plain('%faturamento-077%') or answer_words like app.plain('%faturamento-077%'))`,
    )
    const lines = rows.map((row) => row['QUERY PLAN'].trim())
    return lines.filter((line) => /tickets/.test(line)).join(' · ')
  })
