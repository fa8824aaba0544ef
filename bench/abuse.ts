// How much one abusive visitor slows down readers, for each kind of visitor. The readers send requests at a third of the capacity that the
// portal has without the visitor. Target: the p99 with the visitor is at most twice the p99 without, in the same run.
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { tokenAt } from '#apps/server/testing/portal-calls.ts'
import { requestBodyBytes } from '#catalogue/limits.ts'
import { MAX_VALUES } from '#report-service/rest/viewer-questions.ts'
import { answerOf } from './answer.ts'
import { interleaved, loadApart, loadOnce, repeatedly, type Target, warmUp } from './load.ts'
import { startRefusing } from './limit.ts'
import { demoReport } from './open.ts'
import { type Setup, password, seller } from './setup.ts'
import { table } from './table.ts'

const rounds = 3
const connections = 16
const maxSlowDown = 2

type Visitor = { stop(): Promise<void> }
/** `name` chooses a visitor on the command line: `npm run bench abuse=searches,uploads`. */
type Kind = { name: string; what: string; start: (setup: Setup) => Promise<Visitor> | Visitor }

const kinds: Kind[] = [
  // The baseline: client and server share one machine, so every visitor slows the readers down at least this much.
  { name: 'client', what: 'the visitor alone: another server refuses it', start: () => refusedElsewhere() },
  { name: 'client-body', what: '  with a body of 320 kB', start: () => refusedElsewhere('x'.repeat(320_000)) },
  {
    name: 'marks',
    what: 'text of combining marks, 256 kB',
    start: (setup) => repeatedly(4, () => combiningMarks(setup)),
  },
  {
    name: 'document',
    what: 'document of all calls',
    start: (setup) => repeatedly(8, () => page(setup, '/api/openapi.json')),
  },
  { name: 'passwords', what: 'wrong passwords', start: (setup) => repeatedly(8, () => wrongSignIn(setup)) },
  { name: 'log-out', what: 'reports of a log-out', start: (setup) => repeatedly(8, () => logoutReport(setup)) },
  { name: 'searches', what: 'thirty searches of one unit', start: searches },
  {
    name: 'bodies',
    what: 'fifty bodies, a byte a second',
    start: (setup) => slowBodies(setup, Array(50).fill(signInHead(setup))),
  },
  { name: 'uploads', what: 'fourteen uploads of four units, a byte a second', start: slowUploads },
  { name: 'view-log', what: 'events of the view log', start: viewEvents },
  { name: 'visual', what: 'visual filtered by 2,000 values', start: (setup) => visuals(setup, 2_000) },
  {
    name: 'refused-visual',
    what: 'visual filtered by 20,000 values (refused)',
    start: (setup) => visuals(setup, 20_000),
  },
]

export async function measureAbuse(setup: Setup, chosen: string[]): Promise<string> {
  const unknown = chosen.filter((name) => !kinds.some((kind) => kind.name === name))
  if (unknown.length > 0) {
    throw new Error(
      `No visitor is called ${unknown.join(', ')}; there are ${kinds.map(({ name }) => name).join(', ')}.`,
    )
  }
  const list = setup.call(setup.world.reader, 'auth/reports/all?size=50')
  await warmUp(list, connections)
  const capacity = await loadOnce(list, connections)
  const rate = Math.max(10, Math.floor(capacity.rps / 3))
  const lines: string[][] = []
  for (const { name, what, start } of kinds) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const { quiet, beside } = await interleaved(rounds, {
      quiet: () => loadApart(list, connections, { rate }),
      beside: async () => {
        const visitor = await start(setup)
        try {
          return await loadApart(list, connections, { rate })
        } finally {
          await visitor.stop()
        }
      },
    })
    lines.push([what, quiet.p99.toFixed(2), beside.p99.toFixed(2), (beside.p99 / quiet.p99).toFixed(2)])
  }
  return table(
    `List of 50 at ${String(rate)} requests/s, ${String(connections)} connections, beside one visitor; p99 at most ${String(maxSlowDown)} times`,
    ['visitor', 'quiet p99 ms', 'p99 ms', 'times'],
    lines,
  )
}

/** Sends a request and reads its answer to the end, whatever it says. A body that is a text is sent as it is. */
function sent({ url, headers, body }: Target): Promise<void> {
  return new Promise((resolve) => {
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
    }
    const clientRequest = request(url, options, (answer) => answer.resume().on('close', resolve))
    clientRequest.on('error', () => resolve()).end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

/** A request without a session, at a business unit. */
const visit = ({ portal, world }: Setup, path: string, body?: unknown): Target => ({
  url: `http://127.0.0.1:${String(portal.port)}${path}`,
  headers: { host: `${world.admin.host}:${String(portal.port)}` },
  body,
})

const page = (setup: Setup, path: string) => sent(visit(setup, path))

const marks = 'e\u0301\u0327'.repeat(52_000)
const longAccount = JSON.stringify({ token: 'x', email: 'a@b.example', nome_usuario: marks, password: marks })
const combiningMarks = (setup: Setup) => sent(visit(setup, '/api/first-account', longAccount))

const wrongSignIn = (setup: Setup) =>
  sent(visit(setup, '/api/login', { email: setup.world.admin.email, password: 'not the password' }))

const logoutReport = (setup: Setup) =>
  sent(
    visit(setup, '/api/event/logout', { status: 'unauthorized', origem: 'bench', message: 'x'.repeat(200), rota: '/' }),
  )

async function refusedElsewhere(body?: string): Promise<Visitor> {
  const { url, stop } = await startRefusing()
  const visitor = repeatedly(8, () => sent({ url, headers: {}, body }))
  return {
    stop: async () => {
      await visitor.stop()
      stop()
    },
  }
}

/** Requests of the administrator of another business unit. */
async function searches(setup: Setup): Promise<Visitor> {
  const host = 'bench-3.localhost'
  const token = await tokenAt(setup.portal.port, host, 'admin@bench-3.example', password)
  const headers = { host: `${host}:${String(setup.portal.port)}`, authorization: `Bearer ${token}` }
  const ask = (path: string) => sent({ url: `http://127.0.0.1:${String(setup.portal.port)}/api/${path}`, headers })
  let serial = 0
  return repeatedly(30, () => {
    serial += 1
    return ask(serial % 2 === 0 ? `auth/search?search=r${String(serial)}` : `auth/users/all?search=e${String(serial)}`)
  })
}

/** View events of one reader of an open report. The portal refuses those beyond the rate limit of a person. */
async function viewEvents(setup: Setup): Promise<Visitor> {
  const reportId = await demoReport(setup)
  return repeatedly(8, () =>
    sent(setup.call(seller, 'auth/log/report/page/view', { reportId, view_id: crypto.randomUUID(), event: 'opened' })),
  )
}

/** Queries of one reader of an open report. Each has new filter values, so that no cached answer serves it. */
async function visuals(setup: Setup, count: number): Promise<Visitor> {
  const reportId = await demoReport(setup)
  const opened = await answerOf(setup.call(seller, 'auth/report_view/open', { reportId }))
  const target = (path: string, body?: unknown): Target => ({
    url: `http://127.0.0.1:${String(setup.portal.port)}/viewer/${path}?reportId=${String(opened['service_report_id'])}`,
    headers: {
      host: `reports.localhost:${String(setup.portal.port)}`,
      authorization: `Bearer ${String(opened['token'])}`,
    },
    body,
  })
  let serial = 0
  const question = () => {
    const values = Array.from({ length: count }, () => `Nobody ${String((serial += 1))}`)
    const filter = { filterType: 1, target: { table: 'Employee', column: 'Salesperson' }, operator: 'NotIn', values }
    return target('visual', { page: 'vendedores', visual: 'tabelaVendedores', filters: [filter] })
  }
  const isAnswered = await answerOf(question()).then(
    () => true,
    () => false,
  )
  if (isAnswered !== count <= MAX_VALUES) throw new Error(`the visual answers ${String(MAX_VALUES)} values`)
  // A query that is refused for its length needs no new values. Its JSON is written once, so that the visitor sends it more often.
  const refused = { ...question(), body: JSON.stringify(question().body) }
  return repeatedly(8, () => sent(isAnswered ? question() : refused))
}

const signInHead = ({ portal, world }: Setup) => [
  'POST /api/login HTTP/1.1',
  `host: ${world.admin.host}:${String(portal.port)}`,
  'content-type: application/json',
]

/** Slow uploads of the administrators of four other business units. They take all slots that four units may take. */
async function slowUploads(setup: Setup): Promise<Visitor> {
  const units = [1, 2, 3, 4].map((unit) => `bench-${String(unit)}`)
  const heads: string[][] = []
  for (const unit of units) {
    const token = await tokenAt(setup.portal.port, `${unit}.localhost`, `admin@${unit}.example`, password)
    heads.push([
      'POST /api/auth/report/cover/add HTTP/1.1',
      `host: ${unit}.localhost:${String(setup.portal.port)}`,
      `authorization: Bearer ${token}`,
      'content-type: multipart/form-data; boundary=bench',
    ])
  }
  return slowBodies(
    setup,
    Array.from({ length: 14 }, (_, index) => heads[index % heads.length] ?? []),
  )
}

/** Connections that never finish their request. A new connection replaces each that the portal answers or closes. */
function slowBodies(setup: Setup, heads: string[][]): Visitor {
  const over = new AbortController()
  const one = async (head: string[]) => {
    while (!over.signal.aborted) {
      const socket = connect(setup.portal.port, '127.0.0.1').on('error', () => undefined)
      socket.on('data', () => socket.destroy())
      socket.write(`${[...head, `content-length: ${String(requestBodyBytes.withoutSession)}`].join('\r\n')}\r\n\r\n`)
      await drip(socket, over.signal)
      socket.destroy()
    }
  }
  const all = Promise.all(heads.map(one))
  return {
    stop: async () => {
      over.abort()
      await all
    },
  }
}

async function drip(socket: Socket, signal: AbortSignal): Promise<void> {
  while (!socket.destroyed && !signal.aborted) {
    socket.write(' ')
    await sleep(1_000, undefined, { signal }).catch(() => undefined)
  }
}
