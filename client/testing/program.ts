// The program of a customer, as client.db.test.ts compiles and runs it against the packed package, from which it then imports. It prints what it saw.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  type AnswerOf,
  type Client,
  createClient,
  each,
  type ErrorKey,
  type InputOf,
  type Result,
  unwrap,
  verifyWebhook,
} from '../vitrine-client.ts'

const environment = (name: string): string => process.env[name] ?? ''
const portal = new URL(environment('PORTAL'))

/** The test has no name server, and `fetch` sets the host itself: the connection goes to this machine, the host into the header. */
const toThisMachine: typeof fetch = async (address, init) => {
  if (typeof address !== 'string') throw new TypeError('the client sends texts')
  const { pathname, search } = new URL(address)
  const headers = { ...(init?.headers as Record<string, string>), host: portal.hostname }
  const where = { host: '127.0.0.1', port: portal.port, path: `${pathname}${search}`, method: init?.method, headers }
  const sent = request(where)
  sent.end(typeof init?.body === 'string' ? init.body : undefined)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return new Response(await text(answer), {
    status: answer.statusCode ?? 0,
    headers: answer.headers as Record<string, string>,
  })
}
const options = { url: portal.origin, fetch: toThisMachine }
const vitrine = createClient({ ...options, key: environment('KEY') })
const reader = createClient({ ...options, key: environment('READER_KEY') })

const known: ErrorKey = 'no_access_functionality'
const refusal = (result: Result<unknown>): [number, string] | string =>
  result.ok ? 'ok' : result.error.kind === 'refused' ? [result.error.status, result.error.key] : result.error.kind

const seen: Record<string, unknown> = {}

const reports: string[] = []
for await (const report of each(vitrine.reports.list, { search: '' })) reports.push(report.name)
seen['reports'] = reports

const person: InputOf<Client['users']['add']> = {
  nome_usuario: 'Bia Prado',
  email: 'bia.prado@norte.example',
  phone: null,
  perfil_usuario: 'user',
  state: 'A',
  department: null,
  language: 'pt-BR',
  group_ids: [],
}
const sameHire = { idempotencyKey: 'hire-1' }
const added = await vitrine.users.add(person, sameHire)
const again = await vitrine.users.add(person, sameHire)
seen['invited'] = [added.ok, again.ok && again.replayed, added.ok && again.ok && added.data.id === again.data.id]
seen['conflict'] = refusal(await vitrine.users.add(person))
seen['reused'] = refusal(await vitrine.users.add({ ...person, nome_usuario: 'Bia Silva' }, sameHire))
seen['invalid'] = await vitrine.users
  .add({ ...person, email: 'x' })
  .then((result) =>
    result.ok || result.error.kind !== 'refused' ? null : [result.error.status, Object.keys(result.error.fields)],
  )

const people: AnswerOf<Client['users']['list']> = unwrap(await vitrine.users.list({ search: 'Bia Prado', size: 25 }))
const [first] = people.data
const report = unwrap(await vitrine.reports.list()).data[0]
if (first === undefined || report === undefined) throw new Error('a person and a report were expected')
const { roles } = unwrap(await vitrine.access.listGrantRoles({ report_id: report.id }))
const grants = [
  {
    user_id: first.id,
    group_id: null,
    roles: roles?.slice(0, 1) ?? [],
    identity: 'email' as const,
    identity_value: null,
    custom_data: null,
  },
]
seen['granted'] = refusal(await vitrine.access.add({ report_id: report.id, grants }))

const events: string[] = []
for await (const entry of each(vitrine.audit.list, { order: 'asc' })) events.push(entry.event)
seen['audit'] = ['user.added', 'report.access_changed'].map((event) => events.includes(event))

seen['forbidden'] = await reader.users
  .add(person)
  .then((result) =>
    result.ok || result.error.kind !== 'refused' ? null : [result.error.status, result.error.key === known],
  )
seen['stranger'] = refusal(await createClient({ ...options, key: environment('WRONG_KEY') }).users.list())

/** A portal that answers as the test says, and counts. */
const asked: string[] = []
const double = createServer((request, response) => {
  asked.push(String(request.headers['idempotency-key']))
  if (asked.length === 1) return void response.writeHead(503, { 'retry-after': '0' }).end('busy')
  if (asked.length === 2) return void response.writeHead(429, { 'retry-after': '0' }).end('{"key":"too_many_requests"}')
  if (asked.length === 3) return void request.socket.destroy()
  if (asked.length === 4) return void response.end('{"status":true,"id":"1"}')
  if (asked.length === 5) return void response.writeHead(429, { 'retry-after': '3600' }).end('{}')
  if (asked.length === 6) return void response.writeHead(302, { location: '/elsewhere' }).end()
  response.writeHead(503, { 'retry-after': '0' }).end('{}')
})
await new Promise<void>((resolve) => double.listen(0, '127.0.0.1', resolve))
const address = double.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
const made = { url: `http://127.0.0.1:${port}`, key: environment('KEY') }
const tag = { name: 'Finanças', color: 'blue' as const }
seen['repeated'] = [refusal(await createClient(made).tags.add(tag)), new Set(asked).size, asked[0] !== 'undefined']
seen['tooLong'] = [refusal(await createClient(made).tags.add(tag)), asked.length]
seen['redirect'] = refusal(await createClient({ ...made, retries: 0 }).tags.list())
const before = asked.length
seen['bounded'] = [refusal(await createClient({ ...made, retries: 2 }).tags.list()), asked.length - before]
double.close()

const webhook = {
  secret: environment('SECRET'),
  headers: JSON.parse(environment('HEADERS')) as Record<string, string>,
  body: environment('BODY'),
}
const genuine = await verifyWebhook(webhook)
seen['webhook'] = genuine.ok && genuine.event.type === 'user.added' && genuine.event.data.user.name
const forged = [
  { ...webhook, body: webhook.body.replace('Ana', 'Eva') },
  { ...webhook, secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` },
  { ...webhook, headers: {} },
  { ...webhook, now: new Date(Date.now() + 400_000) },
  { ...webhook, now: new Date(Date.now() - 400_000) },
  { ...webhook, toleranceSeconds: Number.NaN },
]
seen['forged'] = await Promise.all(
  forged.map(async (each) => {
    const verified = await verifyWebhook(each)
    return verified.ok ? 'accepted' : verified.reason
  }),
)

console.log(JSON.stringify(seen))
