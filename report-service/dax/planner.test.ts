// Compilation in the worker thread: the event loop stays free, an aborted compilation ends, and errors keep their position.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UNKNOWN } from '../model/statistics.ts'
import { openPlanner, type Planner } from './planner.ts'
import { tinyModel } from './tiny-model.ts'

let planner: Planner
beforeEach(() => {
  planner = openPlanner(tinyModel([]), UNKNOWN)
})
afterEach(() => planner.close())

const plan = (dax: string, signal: AbortSignal | null = null) => planner.plan(dax, [], signal)
const small = 'EVALUATE ROW("x", SUM(Sales[Amount]))'
const large = `EVALUATE FILTER(Sales, Sales[Id] IN {${Array.from({ length: 20_000 }, (_, index) => index).join(', ')}})`

test('V5: the event loop goes on while a large query compiles', async () => {
  await plan(small) // the thread has started
  let turns = 0
  const count = setInterval(() => (turns += 1), 0)
  try {
    expect((await plan(large)).parameters.length).toBeGreaterThanOrEqual(20_000)
    expect(turns).toBeGreaterThan(5)
  } finally {
    clearInterval(count)
  }
})

test('answers many queries at once, each with its own plan', async () => {
  const plans = await Promise.all([1, 2, 3, 4, 5].map((at) => plan(`EVALUATE ROW("x${at}", ${at})`)))
  expect(plans.map(({ columns }) => columns[0]?.name)).toEqual(['[x1]', '[x2]', '[x3]', '[x4]', '[x5]'])
})

test('keeps the code, the sentence and the position of a refusal', async () => {
  await expect(plan('EVALUATE ROW("x", SUM(Sales[Nothing]))')).rejects.toMatchObject({
    name: 'DaxError',
    code: 'binding',
    position: { line: 1, column: 23 },
    message: "(1, 23) The column 'Sales'[Nothing] cannot be found.",
  })
})

test('ends a compilation that is aborted while it runs or waits, and answers the next query', async () => {
  const [running, queued] = [new AbortController(), new AbortController()]
  const plans = [plan(large, running.signal), plan(large, queued.signal)].map((one) =>
    expect(one).rejects.toMatchObject({ code: 'limit' }),
  )
  running.abort()
  queued.abort()
  await Promise.all(plans)
  await expect(plan(large, AbortSignal.abort())).rejects.toMatchObject({ code: 'limit' })
  expect((await plan(small)).text).toContain('sum')
})

test('E2: a plan that arrives after its query was aborted is not the plan of the next query', async () => {
  await plan(small) // the thread has started
  const aborted = new AbortController()
  const first = plan('EVALUATE ROW("first", 1)', aborted.signal)
  const second = plan('EVALUATE ROW("second", 2)')
  // The thread answers while the event loop is blocked; the answer waits in the queue of messages.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  aborted.abort()
  await expect(first).rejects.toMatchObject({ code: 'limit' })
  expect((await second).columns.map(({ name }) => name)).toEqual(['[second]'])
})

test('a model that is closed compiles nothing; the others go on', async () => {
  const other = openPlanner(tinyModel([]), UNKNOWN)
  other.close()
  await expect(other.plan(small, [], null)).rejects.toThrow('is not open')
  expect((await plan(small)).columns).toHaveLength(1)
})
