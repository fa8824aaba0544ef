import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AZURE_DOUBLE, type AzureDouble, startAzureDouble } from '../testing/azure-double.ts'
import { DOUBLE } from '../testing/power-bi-double.ts'
import { type AzureClient, createAzure } from './azure.ts'
import { PowerBiError } from './power-bi-error.ts'

const { subscriptionId, resourceGroup, name } = AZURE_DOUBLE
const embedded = { subscriptionId, resourceGroup, name, size: 'A1' }
const fabric = { ...embedded, size: 'F2' }
const account = { directoryId: DOUBLE.directoryId, appId: DOUBLE.appId, secret: DOUBLE.secret }

let double: AzureDouble
let clock: number
let slept: number[]

beforeEach(async () => {
  double = await startAzureDouble()
  clock = Date.UTC(2026, 0, 1)
  slept = []
})
afterEach(async () => {
  await double.close()
})

/** Its sleep advances a fake clock and takes no real time. */
const client = (limits: { timeoutMs?: number } = {}): AzureClient =>
  createAzure({
    fetch,
    now: () => clock,
    sleep: async (milliseconds) => {
      slept.push(milliseconds)
      clock += milliseconds
    },
    log: () => undefined,
    authority: double.address,
    management: double.address,
    limits,
  }).account(account)

async function failure(promise: Promise<unknown>): Promise<PowerBiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PowerBiError)) throw new Error(`expected a PowerBiError, got ${String(error)}`)
  return error
}

/** Follows an operation to its end and answers the number of questions. */
async function ended(of: AzureClient, begun: Promise<{ done: boolean; location?: string | null }>): Promise<number> {
  let operation = await begun
  let questions = 0
  while (!operation.done) {
    operation = await of.follow(operation.location ?? '')
    questions += 1
  }
  return questions
}

describe('each operation matches the description of the API', () => {
  test.each([
    ['Power BI Embedded', 'Microsoft.PowerBIDedicated', embedded, 'A3'],
    ['Fabric', 'Microsoft.Fabric', fabric, 'F8'],
  ] as const)('%s: state, sizes, pause, start, resize', async (_, provider, of, larger) => {
    Object.assign(double.capacity, {
      provider,
      size: of.size,
      state: provider === 'Microsoft.Fabric' ? 'Active' : 'Succeeded',
    })
    double.operationSteps = 3
    const azure = client()
    expect(await azure.capacity(of)).toEqual({ state: 'running', size: of.size })
    expect(await azure.sizes(of)).toContain(larger)
    expect(await ended(azure, azure.pause(of))).toBe(3)
    expect(await azure.capacity(of)).toEqual({ state: 'paused', size: of.size })
    await ended(azure, azure.start(of))
    await ended(azure, azure.resize(of, larger))
    expect(await azure.capacity(of)).toEqual({ state: 'running', size: larger })
    expect(double.violations).toEqual([])
  })

  test('an answer 200 ends a change at once', async () => {
    double.operationSteps = 0
    expect(await client().pause(embedded)).toEqual({ done: true })
  })
})

test.each([
  ['Succeeded', 'running'],
  ['Active', 'running'],
  ['Paused', 'paused'],
  ['Suspended', 'paused'],
  ['Resuming', 'starting'],
  ['Provisioning', 'starting'],
  ['Pausing', 'pausing'],
  ['Scaling', 'scaling'],
  ['Failed', 'failed'],
  ['AWordOfNextYear', 'scaling'],
])('the state %s is read as %s', async (word, state) => {
  double.capacity.state = word
  expect((await client().capacity(embedded)).state).toBe(state)
})

describe('errors of the service', () => {
  test('429: waits for Retry-After, then repeats; a long wait is handed to the caller', async () => {
    double.next('get', { status: 429, headers: { 'retry-after': '7' } })
    await client().capacity(embedded)
    expect(slept).toEqual([7_000])
    double.next('resume', { status: 429, headers: { 'retry-after': '600' } })
    expect(await failure(client().start(embedded))).toMatchObject({ code: 'throttled', retryAfter: 600_000 })
    expect(double.count('resume')).toBe(1)
  })

  test('500: a question is repeated, a change is not', async () => {
    double.next('get', { status: 500 })
    await client().capacity(embedded)
    expect(double.count('get')).toBe(2)
    double.next('suspend', { status: 500 })
    expect((await failure(client().pause(embedded))).code).toBe('unavailable')
    expect(double.count('suspend')).toBe(1)
  })

  test('403 and 409 name the reason and are not repeated', async () => {
    const body = { error: { code: 'AuthorizationFailed', message: 'The client does not have authorization …' } }
    double.next('resume', { status: 403, body })
    expect(await failure(client().start(embedded))).toMatchObject({ code: 'forbidden', reason: 'AuthorizationFailed' })
    double.next('resume', { status: 409, body: { error: { code: 'Conflict', message: '' } } })
    expect((await failure(client().start(embedded))).code).toBe('conflict')
    expect(double.count('resume')).toBe(2)
  })

  test('a truncated answer and a slow one are faults, which are repeated for questions', async () => {
    double.next('get', { status: 200, body: { value: 'long enough to be cut' }, cutAfter: 5 })
    expect((await client().capacity(embedded)).state).toBe('running')
    double.next('suspend', { status: 200, delayMs: 2_000 })
    expect((await failure(client({ timeoutMs: 50 }).pause(embedded))).code).toBe('timeout')
  })

  test('an expired token is replaced once, and the call is repeated', async () => {
    const azure = client()
    await azure.capacity(embedded)
    double.endTokens()
    expect((await azure.capacity(embedded)).state).toBe('running')
    expect(double.count('token')).toBe(2)
  })

  test('wrong credentials', async () => {
    double.next('token', { status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000215: no' } })
    expect(await failure(client().capacity(embedded))).toMatchObject({ code: 'credentials', reason: 'AADSTS7000215' })
  })
})

describe('the token goes nowhere else', () => {
  test('a location at another host is refused', async () => {
    double.next('resume', { status: 202, headers: { location: 'https://evil.example/operations/1' } })
    const begun = await client().start(embedded)
    expect(begun).toMatchObject({ done: false, location: 'https://evil.example/operations/1' })
    expect(await failure(client().follow('https://evil.example/operations/1'))).toMatchObject({ code: 'redirect' })
    expect(double.count('follow')).toBe(0)
  })

  test.each([
    { ...embedded, name: '../x' },
    { ...embedded, resourceGroup: '..' },
    { ...embedded, resourceGroup: 'a/b' },
    { ...embedded, subscriptionId: 'x' },
    { ...embedded, size: 'P1' },
  ])('an address of another shape is refused: %j', async (of) => {
    expect((await failure(client().pause(of))).code).toBe('not_found')
    expect(double.received).toEqual([])
  })

  test('a capacity is never resized to the size of another provider', async () => {
    expect((await failure(client().resize(embedded, 'F2'))).code).toBe('not_found')
    expect(double.received).toEqual([])
  })
})
