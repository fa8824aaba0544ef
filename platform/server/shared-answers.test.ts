import { expect, it } from 'vitest'
import { sharedAnswers } from './shared-answers.ts'

/** A service that counts its requests; each answer is the number of its request. */
function service() {
  let requests = 0
  return { requests: () => requests, request: async () => ++requests }
}

it('shares one request between callers that need the same answer at the same time', async () => {
  const { get } = sharedAnswers<number>(() => true)
  const { request, requests } = service()
  expect(await Promise.all([get('a', request), get('a', request), get('b', request)])).toEqual([1, 1, 2])
  expect([await get('a', request), requests()]).toEqual([1, 2])
})

it('replaces a stale answer with one request, however many callers find it stale', async () => {
  let freshFrom = 1
  const { get } = sharedAnswers<number>((answer) => answer >= freshFrom)
  const { request, requests } = service()
  await get('a', request)
  freshFrom = 2
  expect(await Promise.all([get('a', request), get('a', request)])).toEqual([2, 2])
  expect(requests()).toBe(2)
})

it('does not remember a failed request', async () => {
  const { get } = sharedAnswers<number>(() => true)
  const failure = new Error('the service is away')
  await expect(get('a', () => Promise.reject(failure))).rejects.toBe(failure)
  expect(await get('a', service().request)).toBe(1)
})

it('forgets the answers of the given keys only', async () => {
  const { get, forget } = sharedAnswers<number>(() => true)
  const { request } = service()
  for (const key of ['one a', 'one b', 'two a']) await get(key, request)
  forget((key) => key.startsWith('one '))
  expect([await get('two a', request), await get('one a', request)]).toEqual([3, 4])
})

it('drops the oldest answer when its memory is full', async () => {
  const { get } = sharedAnswers<number>(() => true)
  const { request } = service()
  for (let key = 0; key <= 10_000; key++) await get(String(key), request)
  expect(await get('10000', request)).toBe(10_001)
  expect(await get('0', request)).toBe(10_002)
})
