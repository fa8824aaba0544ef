import type pg from 'pg'
import { expect, test } from 'vitest'
import { type ConnectionCaller, createConnectionShares, dividePool } from './connection-shares.ts'

const unit = (name: string): ConnectionCaller => ({ group: 'unit', name })

/** Shares of a pool whose connections do nothing. `use` starts work that lasts until `end`. */
function sharesOf(max: number) {
  const client = { on: () => undefined, off: () => undefined, release: () => undefined }
  const pool = { options: { max }, connect: () => Promise.resolve(client) } as unknown as pg.Pool
  const shares = createConnectionShares(pool)
  const running: string[] = []
  const use = (caller: ConnectionCaller, times = 1) =>
    Array.from({ length: times }, () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const done = shares.run(caller, () => (running.push(caller.searcher ?? caller.name), promise))
      // A call that still waits at the end of its test gives up seconds later.
      done.catch(() => undefined)
      return { done, end: () => (resolve(), done) }
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { use, settled, started: (name: string) => running.filter((each) => each === name).length }
}

test('divides a pool of ten: nine for the gate, seven for business units, four for one of them, two for its searches', () => {
  expect(dividePool(10)).toEqual({ gate: 9, units: 7, unit: 4, searches: 2, others: 4 })
  for (const max of [1, 2, 3, 4, 5, 200]) {
    const { gate, units, unit: one, searches, others } = dividePool(max)
    expect(Math.min(units, one, searches, others), `${max}`).toBeGreaterThan(0)
    expect(searches <= one && one <= units && units <= gate && gate <= max, `${max}`).toBe(true)
  }
})

test('V3: one business unit leaves connections for another one, for sign-in and for the system', async () => {
  const { use, settled, started } = sharesOf(10)
  use(unit('greedy'), 30)
  await settled()
  expect(started('greedy')).toBe(4)
  for (const each of [unit('a'), unit('b'), unit('c')]) use(each)
  use({ group: 'open', name: 'network' })
  use({ group: 'system', name: 'system' })
  await settled()
  expect(['a', 'b', 'c', 'network', 'system'].map(started)).toEqual([1, 1, 1, 1, 1])
})

test('V3: a free connection goes to a business unit without one, not to the one that waits for longest', async () => {
  const { use, settled, started } = sharesOf(4)
  use(unit('greedy'), 30)
  const late = use(unit('late'))
  use(unit('other'))
  const newcomer = use(unit('newcomer'))
  await settled()
  expect(['greedy', 'late', 'other', 'newcomer'].map(started)).toEqual([2, 1, 1, 0])
  await late[0]?.end()
  await settled()
  expect(['greedy', 'newcomer'].map(started)).toEqual([2, 1])
  expect(newcomer).toHaveLength(1)
})

test('V3: a session searches once at a time, a business unit twice, and its other reads go on', async () => {
  const { use, settled, started } = sharesOf(10)
  const searching = (searcher: string) => ({ ...unit('unit'), searcher })
  const [first] = use(searching('first'), 30)
  const [second] = use(searching('second'))
  use(searching('third'))
  use(unit('unit'))
  use({ ...unit('other unit'), searcher: 'fourth' })
  await settled()
  expect(['first', 'second', 'third', 'unit', 'fourth'].map(started)).toEqual([1, 1, 0, 1, 1])
  // 29 searches of the first session wait for longer than the third session.
  await second?.end()
  await settled()
  expect(['first', 'third'].map(started)).toEqual([1, 1])
  await first?.end()
  await settled()
  expect(started('first')).toBe(2)
})

test('V3: waiting networks take turns', async () => {
  const { use, settled, started } = sharesOf(4)
  const network = (name: string): ConnectionCaller => ({ group: 'open', name })
  const works = [...use(network('first'), 10), ...use(network('second'), 10)]
  for (let turn = 0; turn < 4; turn += 1) {
    await settled()
    await works[[0, 1, 2, 10][turn] ?? 0]?.end()
  }
  await settled()
  expect(['first', 'second'].map(started)).toEqual([4, 2])
})

test('V3: a business unit with 200 waiting calls gets 503 without a wait; another one is served', async () => {
  const { use, settled, started } = sharesOf(4)
  use(unit('greedy'), 2 + 200)
  let failure: unknown
  use(unit('greedy'))[0]?.done.catch((error: unknown) => (failure = error))
  use(unit('a'))
  await settled()
  expect(failure).toMatchObject({ code: 'call.unavailable', details: { retryAfter: 2 } })
  expect(started('a')).toBe(1)
})
