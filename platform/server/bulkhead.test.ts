import { expect, test } from 'vitest'
import { createBulkhead } from './bulkhead.ts'

/** Starts work `times` times. Returns the number of slots that it got, and a function that ends it. */
async function fill(bulkhead: ReturnType<typeof createBulkhead>, caller: string, times: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const attempts = Array.from({ length: times }, () => {
    let isIn = false
    const done = bulkhead.run(caller, () => ((isIn = true), promise)).catch((error: unknown) => error)
    return { isIn: () => isIn, done }
  })
  await Promise.resolve()
  return { got: attempts.filter(({ isIn }) => isIn()).length, end: resolve, done: attempts.map(({ done }) => done) }
}

test('V3: one caller takes at most half of the slots, and every other caller still has its share', async () => {
  const bulkhead = createBulkhead({ atOnce: 20, reservedPerCaller: 3, retryAfter: 5 })
  const greedy = await fill(bulkhead, 'greedy', 30)
  expect(greedy.got).toBe(10)
  expect(await greedy.done.at(-1)).toMatchObject({ code: 'call.unavailable', details: { retryAfter: 5 } })
  const others = [await fill(bulkhead, 'a', 9), await fill(bulkhead, 'b', 9), await fill(bulkhead, 'c', 9)]
  expect(others.map(({ got }) => got)).toEqual([3, 3, 3])
  greedy.end()
  await Promise.all(greedy.done)
  // Ten slots are free again; nine of the other callers are still taken.
  expect((await fill(bulkhead, 'd', 9)).got).toBe(3)
  for (const { end, done } of others) {
    end()
    await Promise.all(done)
  }
  expect((await fill(bulkhead, 'e', 20)).got).toBe(7)
})

test('failed work frees its slot', async () => {
  const bulkhead = createBulkhead({ atOnce: 2, reservedPerCaller: 1, retryAfter: 5 })
  for (let index = 0; index < 5; index += 1) {
    await expect(bulkhead.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  }
})

test('V3: callers that hold their reserved shares of all slots lose one each to a new caller', async () => {
  const bulkhead = createBulkhead({ atOnce: 12, reservedPerCaller: 3, retryAfter: 5 })
  const attackers = await Promise.all(['a', 'b', 'c', 'd'].map((caller) => fill(bulkhead, caller, 3)))
  expect(attackers.map(({ got }) => got)).toEqual([3, 3, 3, 3])
  expect((await fill(bulkhead, 'a', 1)).got).toBe(0)
  const newcomer = await fill(bulkhead, 'new', 2)
  expect(newcomer.got).toBe(2)
  // The oldest work of two of the attackers has failed.
  const [lost] = attackers.slice(0, 1)
  expect(await lost?.done[0]).toMatchObject({ code: 'call.unavailable' })
  // Every caller has two or three slots now. A caller takes no slot from another that has only one more.
  expect((await fill(bulkhead, 'new', 1)).got).toBe(0)
})

test('V3: work learns that it has lost its slot, and its end frees no second slot', async () => {
  const bulkhead = createBulkhead({ atOnce: 4, reservedPerCaller: 4, retryAfter: 5 })
  let seen: AbortSignal | undefined
  const first = Promise.withResolvers<void>()
  const lost = bulkhead.run('greedy', (signal) => ((seen = signal), first.promise)).catch((error: unknown) => error)
  const others = await fill(bulkhead, 'greedy', 3)
  expect(others.got).toBe(3)
  const newcomer = await fill(bulkhead, 'new', 1)
  expect([newcomer.got, seen?.aborted]).toEqual([1, true])
  expect(await lost).toMatchObject({ code: 'call.unavailable', details: { retryAfter: 5 } })
  first.resolve()
  await first.promise
  expect((await fill(bulkhead, 'greedy', 1)).got).toBe(0)
})
