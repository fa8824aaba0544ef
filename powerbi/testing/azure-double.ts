// Test double of Azure's management API for one license capacity, over real HTTP, with its token authority on the same port. It behaves
// like the service: a change takes as many questions as `operationSteps`, and the state goes through the words that Azure uses. It checks
// method, path, query, body and token of every request, and answers with scripted errors on demand.
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { DOUBLE, type Received, type Reply, sendReply, textOf } from './power-bi-double.ts'

export const AZURE_DOUBLE = {
  subscriptionId: '55555555-5555-4555-8555-555555555555',
  resourceGroup: 'rg-analytics',
  name: 'salescapacity',
  /** The name of a capacity that is paused whenever its state is read, and that starts at once. */
  pausedName: 'restingcapacity',
} as const

export type AzureDouble = {
  /** `http://127.0.0.1:<port>`, both authority and management API. */
  address: string
  received: Received[]
  /** Deviations of the requests from the description. */
  violations: string[]
  /** The capacity. A test may change it, like a person in Azure's own portal. */
  capacity: { provider: Provider; state: string; size: string }
  /** The number of questions that a long operation answers with 202 before it ends. 0: a change is answered with 200. */
  operationSteps: number
  /** Scripts the answers to the next calls of an operation: `token`, `get`, `skus`, `resume`, `suspend`, `resize`, `follow`. */
  next(operation: string, ...replies: Reply[]): void
  /** Ends an operation that still runs. */
  settle(): void
  /** Expires all tokens issued so far: they are answered with 401. */
  endTokens(): void
  count(operation: string): number
  close(): Promise<void>
}

type Provider = 'Microsoft.PowerBIDedicated' | 'Microsoft.Fabric'

const WORDS = {
  'Microsoft.PowerBIDedicated': { running: 'Succeeded', version: '2021-01-01', tier: 'PBIE_Azure', size: /^A[1-8]$/ },
  'Microsoft.Fabric': { running: 'Active', version: '2023-11-01', tier: 'Fabric', size: /^F\d{1,4}$/ },
} as const

const GROUP = `/subscriptions/${AZURE_DOUBLE.subscriptionId}/resourceGroups/${AZURE_DOUBLE.resourceGroup}/providers`
const SCOPE = 'https://management.azure.com/.default'

/** `port` 0: a free one. */
export async function startAzureDouble(port = 0): Promise<AzureDouble> {
  const queues = new Map<string, Reply[]>()
  const received: Received[] = []
  const violations: string[] = []
  const scopes: string[] = []
  let endedUpTo = 0
  let pending: { steps: number; end: () => void } | null = null
  const double: AzureDouble = {
    address: '',
    received,
    violations,
    capacity: { provider: 'Microsoft.PowerBIDedicated', state: 'Succeeded', size: 'A1' },
    operationSteps: 1,
    next: (operation, ...replies) => void queues.set(operation, [...(queues.get(operation) ?? []), ...replies]),
    settle: () => {
      pending?.end()
      pending = null
    },
    endTokens: () => void (endedUpTo = scopes.length),
    count: (operation) => received.filter((each) => each.operation === operation).length,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function token(body: string): Reply {
    const form = new URLSearchParams(body)
    const fits = form.get('client_id') === DOUBLE.appId && form.get('client_secret') === DOUBLE.secret
    if (!fits) return { status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid' } }
    scopes.push(form.get('scope') ?? '')
    return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: `access-${scopes.length}` } }
  }

  function refusal({ headers }: IncomingMessage): Reply | null {
    const tokenNumber = Number(/^Bearer access-(\d+)$/.exec(headers.authorization ?? '')?.[1] ?? 0)
    if (tokenNumber <= endedUpTo || tokenNumber > scopes.length)
      return { status: 401, body: failure('ExpiredAuthenticationToken', 'The access token has expired.') }
    if (scopes[tokenNumber - 1] !== SCOPE) violations.push(`the token is for ${scopes[tokenNumber - 1] ?? ''}`)
    return null
  }

  /** Starts a change: the state is `during` until it ends, then `after`. */
  function begin(during: string, after: () => void): Reply {
    if (double.operationSteps === 0) {
      after()
      return { status: 200, body: resource(double.capacity) }
    }
    double.capacity.state = during
    pending = { steps: double.operationSteps, end: after }
    return {
      status: 202,
      headers: { location: `${double.address}${GROUP}/operations/1?api-version=x`, 'retry-after': '0' },
    }
  }

  function follow(): Reply {
    if (pending && pending.steps > 1) {
      pending.steps -= 1
      return {
        status: 202,
        headers: { location: `${double.address}${GROUP}/operations/1?api-version=x`, 'retry-after': '0' },
      }
    }
    pending?.end()
    pending = null
    return { status: 200, body: resource(double.capacity) }
  }

  function answer(operation: string, body: string): Reply {
    const { capacity } = double
    const words = WORDS[capacity.provider]
    if (operation !== 'get' && operation !== 'skus' && operation !== 'follow' && pending)
      return { status: 409, body: failure('Conflict', 'Another operation is in progress.') }
    switch (operation) {
      case 'get':
        return { status: 200, body: resource(capacity) }
      case 'skus':
        return {
          status: 200,
          body: {
            value: sizesOf(capacity.provider).map((name) => ({
              resourceType: `${capacity.provider}/capacities`,
              sku: { name, tier: words.tier },
            })),
          },
        }
      case 'resume':
        return begin('Resuming', () => (capacity.state = words.running))
      case 'suspend':
        return begin('Pausing', () => (capacity.state = 'Paused'))
      case 'resize': {
        const { sku } = JSON.parse(body) as { sku: { name: string } }
        const before = capacity.state
        return begin('Scaling', () => Object.assign(capacity, { size: sku.name, state: before }))
      }
      case 'follow':
        return follow()
      default:
        return { status: 404, body: failure('ResourceNotFound', 'The resource was not found.') }
    }
  }

  /** The answers about the capacity that is always paused. */
  const restingAnswer = (operation: string): Reply => ({
    status: 200,
    body: resource({ ...double.capacity, state: operation === 'get' ? 'Paused' : 'Succeeded' }),
  })

  /** The operation of a request, by the description; every other request is a violation. */
  function operationOf(method: string, url: URL, body: string): string {
    const { provider } = double.capacity
    const { version, tier, size } = WORDS[provider]
    if (method === 'GET' && url.pathname === `${GROUP}/operations/1`) return 'follow'
    const name = isResting(url.pathname) ? AZURE_DOUBLE.pausedName : AZURE_DOUBLE.name
    const path = `${GROUP}/${provider}/capacities/${name}`
    const known = {
      [`GET ${path}`]: 'get',
      [`GET ${path}/skus`]: 'skus',
      [`POST ${path}/resume`]: 'resume',
      [`POST ${path}/suspend`]: 'suspend',
      [`PATCH ${path}`]: 'resize',
    }
    const operation = known[`${method} ${url.pathname}`]
    if (operation === undefined) {
      violations.push(`${method} ${url.pathname}: not described`)
      return 'unknown'
    }
    if (url.search !== `?api-version=${version}`) violations.push(`${operation}: query ${url.search}`)
    if (operation !== 'resize' && body !== '') violations.push(`${operation}: has a body`)
    if (operation === 'resize') {
      const sent = JSON.parse(body) as { sku?: { name?: string; tier?: string } }
      const fits = Object.keys(sent).join() === 'sku' && size.test(sent.sku?.name ?? '') && sent.sku?.tier === tier
      if (!fits) violations.push(`resize: body ${body}`)
    }
    return operation
  }

  const server = createServer((request, response) => {
    const handle = async () => {
      const method = request.method ?? 'GET'
      const url = request.url ?? '/'
      const body = await textOf(request)
      const isToken = url.endsWith('/oauth2/v2.0/token')
      const operation = isToken ? 'token' : operationOf(method, new URL(url, double.address), body)
      received.push({ operation, method, url, headers: request.headers, body })
      const scripted = queues.get(operation)?.shift()
      await sendReply(
        response,
        scripted ??
          (isToken
            ? token(body)
            : (refusal(request) ?? (isResting(url) ? restingAnswer(operation) : answer(operation, body)))),
      )
    }
    handle().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the double has no port')
  double.address = `http://127.0.0.1:${bound.port}`
  return double
}

const isResting = (path: string) => path.includes(`/capacities/${AZURE_DOUBLE.pausedName}`)

const failure = (code: string, message: string) => ({ error: { code, message } })

const sizesOf = (provider: Provider): string[] =>
  provider === 'Microsoft.Fabric' ? ['F2', 'F4', 'F8', 'F16'] : ['A1', 'A2', 'A3', 'A4']

function resource({ provider, state, size }: AzureDouble['capacity']) {
  return {
    id: `${GROUP}/${provider}/capacities/${AZURE_DOUBLE.name}`,
    name: AZURE_DOUBLE.name,
    type: `${provider}/capacities`,
    location: 'Brazil South',
    tags: {},
    sku: { name: size, tier: WORDS[provider].tier },
    properties: { state, provisioningState: 'Succeeded', administration: { members: [] } },
  }
}
