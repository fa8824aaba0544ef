import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { makeAnswerCache } from './use-call.ts'

/** A query of the cache whose requests end when the test says so. */
function watched() {
  const cache = makeAnswerCache(() => undefined)
  const requests: { answer: (text: string) => void; signal: AbortSignal }[] = []
  const observer = new QueryObserver(cache, {
    queryKey: ['views', 'list'],
    queryFn: ({ signal }) => new Promise<string>((answer) => requests.push({ answer, signal })),
  })
  const end = observer.subscribe(() => undefined)
  return { cache, requests, end, shown: () => observer.getCurrentResult().data }
}

it('a change repeats the first request that is on the way, and its late answer is not shown', async () => {
  const { cache, requests, end, shown } = watched()
  const refreshed = cache.invalidateQueries({ queryKey: ['views'] })
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  requests[0]?.answer('before the change')
  requests[1]?.answer('after the change')
  await refreshed
  expect(shown()).toBe('after the change')
  end()
})

it('a change of another noun lets the first request end', async () => {
  const { cache, requests, end, shown } = watched()
  await cache.invalidateQueries({ queryKey: ['reports'] })
  requests[0]?.answer('the answer')
  await Promise.resolve()
  expect(requests.length).toBe(1)
  await expect.poll(shown).toBe('the answer')
  end()
})
