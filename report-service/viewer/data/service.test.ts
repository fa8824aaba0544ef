import { describe, expect, it } from 'vitest'
import { createService } from './service.ts'

type Call = { path: string; token: string; language: string | null; answer: (status: number, body: unknown) => void }

/** A `fetch` that records calls. The test answers each call explicitly. */
function scripted() {
  const calls: Call[] = []
  const fetch = (path: string, init: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      const headers = new Headers(init.headers)
      const token = headers.get('authorization') ?? ''
      const language = headers.get('accept-language')
      calls.push({
        path,
        token,
        language,
        answer: (status, body) => resolve(new Response(JSON.stringify(body), { status })),
      })
    })
  return { calls, fetch: fetch as typeof globalThis.fetch }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const question = (visual: string) => ({ page: 'p', visual, filters: [] })
const never = new AbortController().signal

function open() {
  const { calls, fetch } = scripted()
  let expired = 0
  const service = createService({
    reportId: 'r',
    token: 'one',
    language: 'en-US',
    fetch,
    onExpired: () => (expired += 1),
  })
  return { calls, service, expired: () => expired }
}

it('every request names the language of the reader', async () => {
  const { calls, service } = open()
  void service.visual(question('one'), never)
  void service.report(never)
  await settle()
  expect(calls.map(({ language }) => language)).toEqual(['en-US', 'en-US'])
})

describe('concurrent requests', () => {
  it('are limited to six; the seventh starts after an answer', async () => {
    const { calls, service } = open()
    const all = Array.from({ length: 9 }, (_, index) => service.visual(question(`v${index}`), never))
    await settle()
    expect(calls).toHaveLength(6)
    calls[2]?.answer(200, { rows: [] })
    await all[2]
    await settle()
    expect(calls).toHaveLength(7)
  })

  it('do not start after an abort', async () => {
    const { calls, service } = open()
    const stop = new AbortController()
    const first = Array.from({ length: 6 }, (_, index) => service.visual(question(`v${index}`), never))
    const late = service.visual(question('late'), stop.signal)
    await settle()
    stop.abort()
    calls.forEach((call) => call.answer(200, {}))
    await Promise.all(first)
    await expect(late).rejects.toThrow()
    expect(calls).toHaveLength(6)
  })
})

describe('answers', () => {
  it('are cached until forget() is called', async () => {
    const { calls, service } = open()
    const first = service.visual(question('v'), never)
    await settle()
    calls[0]?.answer(200, { rows: [[1]] })
    const kept = await first
    expect(await service.visual(question('v'), never)).toBe(kept)
    expect(calls).toHaveLength(1)
    service.forget()
    void service.visual(question('v'), never)
    await settle()
    expect(calls).toHaveLength(2)
  })

  it('of one token are not reused for the next token', async () => {
    const { calls, service } = open()
    const first = service.visual(question('v'), never)
    await settle()
    calls[0]?.answer(200, { rows: [[1]] })
    await first
    service.setToken('two')
    void service.visual(question('v'), never)
    await settle()
    expect(calls.map(({ token }) => token)).toEqual(['Bearer one', 'Bearer two'])
  })
})

describe('an expired token', () => {
  it('is reported once, and waiting requests continue with the next token', async () => {
    const { calls, service, expired } = open()
    const answers = [service.visual(question('a'), never), service.visual(question('b'), never)]
    await settle()
    calls.forEach((call) => call.answer(403, { error: { code: 'TokenExpired', message: '' } }))
    await settle()
    await settle()
    expect(expired()).toBe(1)
    service.setToken('two')
    await settle()
    expect(calls.map(({ token }) => token)).toEqual(['Bearer one', 'Bearer one', 'Bearer two', 'Bearer two'])
    calls.slice(2).forEach((call) => call.answer(200, { rows: [] }))
    expect(await Promise.all(answers)).toHaveLength(2)
  })

  it('does not hide other errors', async () => {
    const { calls, service, expired } = open()
    const answer = service.visual(question('a'), never)
    await settle()
    calls[0]?.answer(404, { error: { code: 'PowerBIEntityNotFound', message: 'gone' } })
    await expect(answer).rejects.toMatchObject({ status: 404, code: 'PowerBIEntityNotFound' })
    expect(expired()).toBe(0)
  })
})
