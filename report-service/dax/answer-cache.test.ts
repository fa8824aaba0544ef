import { describe, expect, test } from 'vitest'
import { createAnswerCache, sizeOfRows } from './answer-cache.ts'

type Answer = { rows: (string | number)[][] }

const create = (limits: { maxBytes?: number; maxAnswerBytes?: number } = {}) =>
  createAnswerCache<Answer>({ maxBytes: 10_000, maxAnswerBytes: 5_000, ...limits }, sizeOfRows)

/** A run that counts its starts and answers when the test says so. */
function held() {
  const starts: PromiseWithResolvers<Answer>[] = []
  const run = () => {
    const one = Promise.withResolvers<Answer>()
    starts.push(one)
    return one.promise
  }
  return { starts, run }
}

const one: Answer = { rows: [[1]] }

describe('a cache of query results', () => {
  test('runs a query once, whether it is asked again during the run or later', async () => {
    const cache = create()
    const { starts, run } = held()
    const both = Promise.all([cache.get('a', null, run), cache.get('a', null, run)])
    starts[0]?.resolve(one)
    expect(await both).toEqual([one, one])
    expect(await cache.get('a', null, run)).toBe(one)
    expect(starts).toHaveLength(1)
  })

  test('shares a failure with the callers that wait for it, and does not store it', async () => {
    const cache = create()
    const { starts, run } = held()
    const both = Promise.allSettled([cache.get('a', null, run), cache.get('a', null, run)])
    starts[0]?.reject(new Error('no such column'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = cache.get('a', null, run)
    starts[1]?.resolve(one)
    expect(await again).toBe(one)
  })

  test('starts the run again for the others when the caller that started it has left', async () => {
    const cache = create()
    const { starts, run } = held()
    const first = new AbortController()
    const left = cache.get('a', first.signal, run)
    const [second, third] = [cache.get('a', null, run), cache.get('a', null, run)]
    first.abort()
    starts[0]?.reject(new Error('stopped'))
    await expect(left).rejects.toThrow('stopped')
    await expect.poll(() => starts.length).toBe(2)
    starts[1]?.resolve(one)
    expect(await Promise.all([second, third])).toEqual([one, one])
    expect(starts).toHaveLength(2)
  })

  test('lets a caller leave that waits for the run of another one', async () => {
    const cache = create()
    const { starts, run } = held()
    const first = cache.get('a', null, run)
    const leaver = new AbortController()
    const left = cache.get('a', leaver.signal, run)
    leaver.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    starts[0]?.resolve(one)
    expect(await first).toBe(one)
    expect(starts).toHaveLength(1)
  })

  test('drops the least recently used result when its size is reached', async () => {
    const cache = create({ maxBytes: 5_000 })
    const rows = [['x'.repeat(1_000)]]
    const ran: string[] = []
    const get = (key: string) => cache.get(key, null, () => (ran.push(key), Promise.resolve({ rows })))
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
    expect(ran).toEqual(['a', 'b', 'c', 'b'])
  })

  test('does not store a result that is too large', async () => {
    const cache = create({ maxAnswerBytes: 1_000 })
    let runs = 0
    const run = () => {
      runs += 1
      return Promise.resolve({ rows: [['x'.repeat(1_000)]] })
    }
    await cache.get('a', null, run)
    await cache.get('a', null, run)
    expect(runs).toBe(2)
  })
})
