// Client of Azure's management API for license capacities: Power BI Embedded and Fabric. It starts, pauses and resizes one capacity and
// follows the long operations. Tokens, retries and circuit breakers are those of account-calls.ts.
import * as z from 'zod'
import { accountKey, createAccountCalls } from './account-calls.ts'
import type { Account, AccountCalls, Limits, Operation, Service } from './account-calls.ts'
import { answers } from './answers.ts'
import { retryAfter } from './failures.ts'
import { PowerBiError } from './power-bi-error.ts'
import { DEFAULT_LIMITS } from './power-bi.ts'
import type { HttpAnswer, Ports } from './transport.ts'

/** Microsoft's public cloud. */
export const AZURE_MANAGEMENT = 'https://management.azure.com'

/** The address of a capacity. The size names the provider: `F2` is Fabric, `A1` and `EM1` are Power BI Embedded. */
export type CapacityAddress = { subscriptionId: string; resourceGroup: string; name: string; size: string }

export type CapacityState = 'running' | 'paused' | 'starting' | 'pausing' | 'scaling' | 'failed'

export type CapacitySeen = { state: CapacityState; size: string }

/** `done`: nothing is to be waited for. Otherwise the operation is asked at `location`, not before `retryAfter` milliseconds. */
export type LongOperation = { done: true } | { done: false; location: string | null; retryAfter: number }

/** Operations of one account. Every call throws only PowerBiError. */
export type AzureClient = {
  capacity(capacity: CapacityAddress): Promise<CapacitySeen>
  /** Sizes to which the capacity can be changed. */
  sizes(capacity: CapacityAddress): Promise<string[]>
  start(capacity: CapacityAddress): Promise<LongOperation>
  pause(capacity: CapacityAddress): Promise<LongOperation>
  resize(capacity: CapacityAddress, size: string): Promise<LongOperation>
  /** Asks once whether a long operation has ended. */
  follow(location: string): Promise<LongOperation>
}

export type Azure = { account(account: Account): AzureClient }

export type AzureOptions = Ports & { authority: string; management: string; limits?: Partial<Limits> }

const MAX_ACCOUNTS = 1000

/** Creates the client. Two requests for the same account share its token, breakers and waiting times. */
export function createAzure({ management, ...options }: AzureOptions): Azure {
  const service: Service = {
    ...options,
    api: management,
    basePath: '',
    scope: 'https://management.azure.com/.default',
    allowedHosts: [],
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  }
  const accounts = new Map<string, AccountCalls>()
  return {
    account(account) {
      const key = accountKey(account)
      const calls = accounts.get(key) ?? createAccountCalls(service, account)
      accounts.delete(key) // moves the account to the end: the least recently used is first
      accounts.set(key, calls)
      for (const oldest of accounts.keys()) if (accounts.size > MAX_ACCOUNTS) accounts.delete(oldest)
      return createClient(calls, service)
    },
  }
}

function createClient(calls: AccountCalls, service: Service): AzureClient {
  const change = (name: string, method: 'POST' | 'PATCH', capacity: CapacityAddress, verb: string, body?: unknown) =>
    calls.call(longOperation(service, { name, method, ...at(capacity, verb), ...(body === undefined ? {} : { body }) }))
  return {
    capacity: async (capacity) => {
      const answer = answers.azureCapacity
      const found = await calls.call({ name: 'capacity', method: 'GET', ...at(capacity), answer, repeatable: true })
      return { state: stateOf(found.properties), size: found.sku.name }
    },
    sizes: async (capacity) => {
      const answer = answers.skus
      const found = await calls.call({
        name: 'sizes',
        method: 'GET',
        ...at(capacity, '/skus'),
        answer,
        repeatable: true,
      })
      return [...new Set(found.map(({ sku }) => sku.name))]
    },
    start: async (capacity) => change('start', 'POST', capacity, '/resume'),
    pause: async (capacity) => change('pause', 'POST', capacity, '/suspend'),
    resize: async (capacity, size) => {
      if (providerOf(size) !== providerOf(capacity.size)) throw wrongShape()
      return change('resize', 'PATCH', capacity, '', { sku: { name: size, tier: providerOf(size).tier } })
    },
    follow: async (location) =>
      calls.call(
        longOperation(service, { name: 'follow', method: 'GET', path: pathAt(service, location), query: {} }, true),
      ),
  }
}

type OperationRequest = Pick<Operation<LongOperation>, 'name' | 'method' | 'path' | 'body'> & {
  query: Record<string, string>
}

/** A second start of a started capacity would answer 409, so a change is never repeated after a fault. */
const longOperation = (service: Service, request: OperationRequest, repeatable = false): Operation<LongOperation> => ({
  ...request,
  answer: z.unknown().transform((): LongOperation => ({ done: true })),
  accepted: (answer) => runningIn(service, answer),
  repeatable,
})

/** Microsoft asks for no shorter pause than it names, and names none on some answers. */
const USUAL_PAUSE_MS = 10_000

function runningIn(service: Service, { status, headers }: HttpAnswer): LongOperation | null {
  if (status !== 202) return null
  const wait = retryAfter(headers.get('retry-after'), service.now()) ?? USUAL_PAUSE_MS
  return { done: false, location: headers.get('location'), retryAfter: wait }
}

const PROVIDERS = {
  embedded: { path: 'Microsoft.PowerBIDedicated', version: '2021-01-01', tier: 'PBIE_Azure' },
  fabric: { path: 'Microsoft.Fabric', version: '2023-11-01', tier: 'Fabric' },
} as const

function providerOf(size: string) {
  if (/^F\d{1,5}$/.test(size)) return PROVIDERS.fabric
  if (/^(?:A|EM)\d{1,3}$/.test(size)) return PROVIDERS.embedded
  throw wrongShape()
}

/** Everything is validated, because `..` in a path would lead to another resource. */
function at({ subscriptionId, resourceGroup, name, size }: CapacityAddress, verb = '') {
  const { path, version } = providerOf(size)
  const fits =
    /^[\da-f-]{36}$/i.test(subscriptionId) &&
    /^[\w().-]{0,89}[\w()-]$/.test(resourceGroup) &&
    /^[a-z][a-z0-9]{2,62}$/.test(name)
  if (!fits) throw wrongShape()
  const group = `subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}`
  return { path: `${group}/providers/${path}/capacities/${name}${verb}`, query: { 'api-version': version } }
}

const wrongShape = () => new PowerBiError('not_found', 'path', { reason: 'IdOfWrongShape' })

/** The request carries the token, so a location at another host is refused. */
function pathAt({ api }: Service, location: string): string {
  const base = new URL(api)
  const url = URL.canParse(location, base.href) ? new URL(location, base) : null
  if (url === null || url.origin !== base.origin || url.username !== '')
    throw new PowerBiError('redirect', 'follow', { reason: 'HostNotAllowed' })
  return `${url.pathname.slice(1)}${url.search}`
}

/** Power BI Embedded says `Succeeded` where Fabric says `Active`. A word that we do not know counts as a change that still runs. */
function stateOf({ state, provisioningState }: { state: string | null; provisioningState: string | null }) {
  return STATES.get((state ?? provisioningState ?? '').toLowerCase()) ?? 'scaling'
}

const STATES: ReadonlyMap<string, CapacityState> = new Map<string, CapacityState>([
  ['succeeded', 'running'],
  ['active', 'running'],
  ['paused', 'paused'],
  ['suspended', 'paused'],
  ['resuming', 'starting'],
  ['provisioning', 'starting'],
  ['preparing', 'starting'],
  ['pausing', 'pausing'],
  ['suspending', 'pausing'],
  ['deleting', 'pausing'],
  ['scaling', 'scaling'],
  ['updating', 'scaling'],
  ['failed', 'failed'],
])
