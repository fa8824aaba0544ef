import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { makeStateOutbox, patienceMs, pauseMs, type ReportState } from './report-state-outbox.ts'

const state = (page: string, reportId = 'r1'): ReportState => ({ reportId, page, filters: [], slicers: [] })
const failure = (http: number) =>
  new CallFailure({ http, status: '', key: '', message: '', errors: {}, retryAfter: null })

/** An outbox whose requests end when the test says so. */
function opened() {
  const requests: { page: string | undefined; answer: () => void; fail: (error: Error) => void }[] = []
  const world = { session: 'ana', pages: () => requests.map(({ page }) => page) }
  const outbox = makeStateOutbox({
    session: () => world.session,
    send: ({ page }) => new Promise<void>((answer, fail) => requests.push({ page, answer, fail })),
  })
  const end = async (index: number, error?: Error) => {
    if (error) requests[index]?.fail(error)
    else requests[index]?.answer()
    await vi.advanceTimersByTimeAsync(0)
  }
  /** Whether the promise has resolved by now. */
  const isDone = async (promise: Promise<void>) => {
    let done = false
    void promise.then(() => (done = true))
    await vi.advanceTimersByTimeAsync(0)
    return done
  }
  return { world, outbox, end, isDone }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends the newest state after a pause', async () => {
  const { world, outbox } = opened()
  outbox.put(state('p1'))
  await vi.advanceTimersByTimeAsync(pauseMs - 1)
  outbox.put(state('p2'))
  await vi.advanceTimersByTimeAsync(pauseMs - 1)
  expect(world.pages()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(world.pages()).toEqual(['p2'])
})

it('sends a state at once on request, and drops the state that waited before', async () => {
  const { world, outbox } = opened()
  outbox.put(state('p1'))
  outbox.putNow(state('p2'))
  await vi.advanceTimersByTimeAsync(pauseMs * 2)
  expect(world.pages()).toEqual(['p2'])
})

it('runs one request of a report at a time, and then sends the newest state', async () => {
  const { world, outbox, end } = opened()
  outbox.putNow(state('p1'))
  await vi.advanceTimersByTimeAsync(0)
  outbox.putNow(state('p2'))
  outbox.putNow(state('p3'))
  outbox.putNow(state('other', 'r2'))
  await vi.advanceTimersByTimeAsync(pauseMs * 2)
  expect(world.pages()).toEqual(['p1', 'other'])
  await end(0)
  expect(world.pages()).toEqual(['p1', 'other', 'p3'])
})

it('an opening waits until the last state is stored', async () => {
  const { world, outbox, end, isDone } = opened()
  expect(await isDone(outbox.stored('r1'))).toBe(true)
  outbox.put(state('p1'))
  const opening = outbox.stored('r1')
  expect(await isDone(opening)).toBe(false)
  expect(world.pages()).toEqual(['p1'])
  outbox.put(state('p2'))
  await end(0)
  expect(await isDone(opening)).toBe(false)
  await end(1)
  expect(world.pages()).toEqual(['p1', 'p2'])
  expect(await isDone(opening)).toBe(true)
})

it('an opening does not wait for a refused state, and waits at most `patienceMs` for an answer', async () => {
  const { world, outbox, end, isDone } = opened()
  outbox.put(state('p1'))
  const refused = outbox.stored('r1')
  expect(await isDone(refused)).toBe(false)
  await end(0, failure(403))
  expect(await isDone(refused)).toBe(true)
  await outbox.stored('r1')
  expect(world.pages()).toEqual(['p1'])

  outbox.put(state('p2'))
  const silent = outbox.stored('r1')
  await vi.advanceTimersByTimeAsync(patienceMs - 1)
  expect(await isDone(silent)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isDone(silent)).toBe(true)
})

it('sends a state again at the next opening if no server answered, unless a newer one waits', async () => {
  const { world, outbox, end, isDone } = opened()
  outbox.putNow(state('p1'))
  const opening = outbox.stored('r1')
  await vi.advanceTimersByTimeAsync(0)
  await end(0, failure(0))
  expect(await isDone(opening)).toBe(true)
  await vi.advanceTimersByTimeAsync(pauseMs * 10)
  expect(world.pages()).toEqual(['p1'])
  void outbox.stored('r1')
  await vi.advanceTimersByTimeAsync(0)
  outbox.put(state('p2'))
  await end(1, failure(0))
  expect(world.pages()).toEqual(['p1', 'p1', 'p2'])
})

it('deletes the waiting state, and also a state that waits again after an outage', async () => {
  const { world, outbox, end, isDone } = opened()
  outbox.putNow(state('p1'))
  await vi.advanceTimersByTimeAsync(0)
  outbox.put(state('p2'))
  const dropped = outbox.drop('r1')
  expect(await isDone(dropped)).toBe(false)
  await end(0, failure(0))
  expect(await isDone(dropped)).toBe(true)
  await outbox.stored('r1')
  expect(world.pages()).toEqual(['p1'])
})

it('sends all waiting states when the page closes, also while a request is running', async () => {
  const { world, outbox } = opened()
  outbox.putNow(state('p1'))
  await vi.advanceTimersByTimeAsync(0)
  outbox.put(state('p2'))
  outbox.put(state('other', 'r2'))
  outbox.sendAll()
  expect(world.pages()).toEqual(['p1', 'p2', 'other'])
  await vi.advanceTimersByTimeAsync(pauseMs * 2)
  expect(world.pages()).toEqual(['p1', 'p2', 'other'])
})

it('waits for the states of all reports', async () => {
  const { world, outbox, end, isDone } = opened()
  outbox.putNow(state('p1'))
  await vi.advanceTimersByTimeAsync(0)
  outbox.put(state('other', 'r2'))
  const all = outbox.storedAll()
  expect(await isDone(all)).toBe(false)
  expect(world.pages()).toEqual(['p1', 'other'])
  await end(0)
  expect(await isDone(all)).toBe(false)
  await end(1)
  expect(await isDone(all)).toBe(true)
})

it('never sends a state in the session of another person', async () => {
  const { world, outbox } = opened()
  outbox.put(state('p1'))
  outbox.put(state('other', 'r2'))
  world.session = 'bia'
  await outbox.stored('r1')
  outbox.sendAll()
  await vi.advanceTimersByTimeAsync(pauseMs * 2)
  expect(world.pages()).toEqual([])
})
