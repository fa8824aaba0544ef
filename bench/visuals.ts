// The visuals of an open report. First one reader requests one visual again and again, compared with an empty route of the limit server in
// the same run. Then 200 readers of one office, who open the same report at the same moment from one address.
import { Agent, request } from 'node:http'
import pg from 'pg'
import { tokenAt } from '#apps/server/testing/portal-calls.ts'
import { answerOf } from './answer.ts'
import { interleaved, loadOnce, median, type Target, warmUp } from './load.ts'
import { demoReport } from './open.ts'
import { password, type Setup, seller } from './setup.ts'
import { table } from './table.ts'

const rounds = 5
const connections = 32
const readers = 200
const identities = 14
const visualsOfPage = 12
/** Parallel requests: the limit of a browser for one host, and of the viewer. */
const atOnce = 6

export async function measureVisuals(setup: Setup): Promise<string> {
  return (await measureOneVisual(setup)) + (await measureOffice(setup))
}

type Opened = { token: string; reportId: string }
type Question = { page: string; visual: string; filters: [] }
type Definition = { report: { pages: { name: string; visuals: { name: string; type: string }[] }[] } }

async function measureOneVisual(setup: Setup): Promise<string> {
  const opened = await openReport(setup.call(seller, 'auth/report_view/open', { reportId: await demoReport(setup) }))
  const question: Question = { page: 'vendedores', visual: 'tabelaVendedores', filters: [] }
  const visual = viewerTarget(setup, opened, 'visual', question)
  const route = setup.bare(setup.world.admin, 'route')
  for (const target of [visual, route]) await warmUp(target)
  const figures = await interleaved(rounds, {
    visual: () => loadOnce(visual, connections),
    route: () => loadOnce(route, connections),
  })
  const line = (name: string, { rps, p50, p99 }: typeof figures.visual) => [
    name,
    rps.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    (rps / figures.route.rps).toFixed(2),
  ]
  return table(
    `One visual asked again, ${connections} connections`,
    ['what', 'requests/s', 'p50 ms', 'p99 ms', 'of the limit'],
    [line('visual', figures.visual), line('  the limit of an empty route', figures.route)],
  )
}

async function measureOffice(setup: Setup): Promise<string> {
  const reportId = await demoReport(setup)
  const people = await addReaders(setup, reportId)
  const tokens: string[] = []
  for (const email of people) tokens.push(await tokenAt(setup.portal.port, seller.host, email, password))
  const opened: Opened[] = []
  for (const token of tokens) {
    const call = setup.call(seller, 'auth/report_view/open', { reportId })
    opened.push(await openReport({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } }))
  }
  const lines: string[][] = []
  for (let round = 1; round <= rounds; round++) {
    const results = await Promise.all(opened.map((each) => drawPage(setup, each)))
    const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const statuses = results.flatMap((each) => each.statuses)
    lines.push([
      `round ${round}`,
      median(times).toFixed(0),
      (times[Math.floor((times.length - 1) * 0.99)] ?? Number.NaN).toFixed(0),
      String(statuses.length),
      String(statuses.filter((status) => status !== 200).length),
    ])
  }
  return table(
    `${readers} readers of one address, ${visualsOfPage} visuals each, all at once`,
    ['what', 'all drawn p50 ms', 'p99 ms', 'answers', 'refused'],
    lines,
  )
}

/** Adds the readers of the office to the demo unit. Each has a grant by name, with the identity of one of the first sellers. */
async function addReaders(setup: Setup, reportId: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: setup.ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('set local role vitrine_platform')
    await owner.query('update tenants set user_limit = 1000 where subdomain = $1', [seller.host.split('.')[0]])
    const added = await owner.query<{ email: string }>(
      `with unit as (select id from tenants where subdomain = $1),
            person as (insert into users (email, name, password_hash, home_tenant_id)
              select 'office-' || n || '@bench.example', 'Office ' || n,
                     (select password_hash from users where staff = 'a2m' limit 1), unit.id
                from unit, generate_series(1, $2::int) n returning id, email, home_tenant_id),
            member as (insert into memberships (tenant_id, user_id, profile)
              select home_tenant_id, id, 'user' from person returning user_id)
       select email from person`,
      [seller.host.split('.')[0], readers],
    )
    await owner.query(
      `insert into report_grants (tenant_id, report_id, user_id, roles, identity, identity_value)
       select u.home_tenant_id, $1, u.id, array['Salesperson'], 'value', s.email
         from (select *, row_number() over (order by email) as place from users where email like 'office-%@bench.example') u
         join (select u.email, row_number() over (order by u.email) as place from users u join memberships m on m.user_id = u.id
                where m.tenant_id = (select tenant_id from reports where id = $1) and u.email like '%@adventure-works.com'
                limit $2::int) s on s.place = 1 + u.place % $2::int`,
      [reportId, identities],
    )
    await owner.query('commit')
    return added.rows.map(({ email }) => email)
  } finally {
    await owner.end()
  }
}

async function openReport(open: Target): Promise<Opened> {
  const { token, service_report_id: reportId } = await answerOf(open)
  return { token: String(token), reportId: String(reportId) }
}

const viewerTarget = ({ portal }: Setup, { token, reportId }: Opened, path: string, body?: unknown): Target => ({
  url: `http://127.0.0.1:${portal.port}/viewer/${path}?reportId=${reportId}`,
  headers: { host: `reports.localhost:${portal.port}`, authorization: `Bearer ${token}` },
  body,
})

type Drawn = { ms: number; statuses: number[] }

/** Sends the requests of a browser that opens a report: the definition, then the visuals, six at a time. */
async function drawPage(setup: Setup, opened: Opened): Promise<Drawn> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const begun = performance.now()
  const definition = await sendOver(agent, viewerTarget(setup, opened, 'report'))
  const statuses = [definition.status]
  if (definition.status === 200) {
    const questions = questionsOf(JSON.parse(definition.text) as Definition)
    const answers = await Promise.all(
      questions.map((question) => sendOver(agent, viewerTarget(setup, opened, 'visual', question))),
    )
    statuses.push(...answers.map(({ status }) => status))
  }
  agent.destroy()
  return { ms: performance.now() - begun, statuses }
}

function questionsOf({ report }: Definition): Question[] {
  const all = report.pages.flatMap(({ name: page, visuals }) =>
    visuals
      .filter(({ type }) => !['textbox', 'image', 'shape', 'actionButton'].includes(type))
      .map(({ name: visual }): Question => ({ page, visual, filters: [] })),
  )
  if (all.length < visualsOfPage) throw new Error(`the report has ${all.length} visuals`)
  return all.slice(0, visualsOfPage)
}

function sendOver(agent: Agent, { url, headers, body }: Target): Promise<{ status: number; text: string }> {
  const isPost = body !== undefined
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: isPost ? 'POST' : 'GET',
        headers: { ...headers, ...(isPost ? { 'content-type': 'application/json' } : {}) },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.on('error', reject).on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject).end(isPost ? JSON.stringify(body) : undefined)
  })
}
