import { expect, test } from 'vitest'
import { Failure } from '#platform/contract/failure.ts'
import { createBoundedQueue } from './bounded-queue.ts'

/** A job that ends when the test calls `end`. */
function piece() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { end: resolve, work: () => promise }
}

test('runs a limited number, keeps the order of the waiting, and rejects the rest with Retry-After', async () => {
  const queue = createBoundedQueue({ atOnce: 2, maxWaiting: 2, retryAfter: 7 })
  const pieces = Array.from({ length: 4 }, piece)
  const began: number[] = []
  const all = pieces.map(({ work }, index) => queue.run(() => (began.push(index), work())))
  await expect(queue.run(() => Promise.resolve())).rejects.toMatchObject({
    code: 'call.unavailable',
    details: { retryAfter: 7 },
  })
  expect(began).toEqual([0, 1])
  pieces[1]?.end()
  await all[1]
  expect(began).toEqual([0, 1, 2])
  for (const { end } of pieces) end()
  await Promise.all(all)
  expect(began).toEqual([0, 1, 2, 3])
})

test('a failed job passes its slot to the next', async () => {
  const queue = createBoundedQueue({ atOnce: 1, maxWaiting: 1, retryAfter: 1 })
  const failing = queue.run(() => Promise.reject(new Failure('call.failed')))
  const next = queue.run(() => Promise.resolve('next'))
  await expect(failing).rejects.toBeInstanceOf(Failure)
  expect(await next).toBe('next')
  expect(await queue.run(() => Promise.resolve('after'))).toBe('after')
})

test('V3: a caller with many waiting jobs delays another caller by one job only', async () => {
  const queue = createBoundedQueue({ atOnce: 1, maxWaiting: 10, retryAfter: 1 })
  const served: string[] = []
  const caller = ['flood', 'flood', 'flood', 'flood', 'a', 'b', 'a']
  await Promise.all(caller.map((one) => queue.run(() => Promise.resolve(void served.push(one)), one)))
  expect(served).toEqual(['flood', 'flood', 'a', 'b', 'flood', 'a', 'flood'])
})

test('V3: rejects a caller above its own limit of waiting jobs, and accepts other callers', async () => {
  const queue = createBoundedQueue({ atOnce: 1, maxWaiting: 10, maxPerCaller: 1, retryAfter: 1 })
  const run = (caller: string) => queue.run(() => Promise.resolve(caller), caller)
  const ended = await Promise.allSettled(['flood', 'flood', 'flood', 'other', 'other'].map(run))
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(await run('other')).toBe('other')
})

test('an aborted job leaves the queue, and its place is free', async () => {
  const queue = createBoundedQueue({ atOnce: 1, maxWaiting: 1, retryAfter: 2 })
  const first = Promise.withResolvers<void>()
  const running = queue.run(() => first.promise)
  const lost = new AbortController()
  let hasRun = false
  const waiting = queue.run(() => Promise.resolve((hasRun = true)), 'a', lost.signal)
  lost.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'call.unavailable' })
  const next = queue.run(() => Promise.resolve('next'), 'b')
  first.resolve()
  expect(await next).toBe('next')
  await running
  expect(hasRun).toBe(false)
  await expect(queue.run(() => Promise.resolve(1), 'a', lost.signal)).rejects.toMatchObject({
    code: 'call.unavailable',
  })
})
