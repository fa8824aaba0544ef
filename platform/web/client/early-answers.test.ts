import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readMenu, readShelves } from '#features/home/shelves/contract.ts'
import { readWelcome } from '#features/home/welcome/contract.ts'
import { listExternal } from '#features/reports/external/contract.ts'
import { listPins } from '#features/reports/pins/contract.ts'
import { readListChoices } from '#platform/contract/list-choice.ts'
import { listReportUsage, listUnitUsage, readUsage } from '#features/reports/usage/contract.ts'
import { readPlain } from '#platform/web/session/plain-storage.ts'
import { readRemoteConfig } from '#features/identity/remote-access/contract.ts'
import { dropEarly, earlyPaths, forgetEarlyCalls, noteEarlyCall, sendEarly, takeEarly } from './early-answers.ts'

const welcome = 'auth/home/welcome'
const headers = (token: string, language = 'pt-BR') => new Headers({ authorization: `Bearer ${token}`, lang: language })

const at = (pathname: string, search = '') => vi.stubGlobal('location', { pathname, search })

let sent: { path: string; headers: Headers }[] = []
let now = 0

beforeEach(() => {
  sent = []
  now = 100
  forgetEarlyCalls()
  at('/')
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, headers: new Headers(init.headers) })
    return new Response(path)
  })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  noteEarlyCall('auth/home/shelves?app=S')
  noteEarlyCall(welcome)
  sendEarly('mine', 'pt-BR')
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'earlyAnswers')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the calls of the last load of the page are sent, with the token and the language of the session', async () => {
  expect(sent.map(({ path }) => path)).toEqual(['/api/auth/home/shelves?app=S', `/api/${welcome}`])
  for (const call of sent)
    expect([call.headers.get('authorization'), call.headers.get('lang')]).toEqual(['Bearer mine', 'pt-BR'])
  expect(await (await takeEarly('auth/home/shelves?app=S', headers('mine')))?.text()).toContain('shelves')
})

test('an answer is taken once', () => {
  expect(takeEarly(welcome, headers('mine'))).not.toBeNull()
  expect(takeEarly(welcome, headers('mine'))).toBeNull()
})

test('T5: a session with another token, or in another language, does not get the answer', () => {
  expect(takeEarly(welcome, headers('other'))).toBeNull()
  expect(takeEarly('auth/home/shelves?app=S', headers('mine', 'es'))).toBeNull()
})

test('an answer counts for ten seconds', () => {
  now += 10_001
  expect(takeEarly(welcome, headers('mine'))).toBeNull()
})

test('P4: an answer from before a change is not taken after it', () => {
  dropEarly()
  expect(takeEarly(welcome, headers('mine'))).toBeNull()
})

test('A6: after the end of a session no call of the person is known, and no answer is taken', () => {
  forgetEarlyCalls()
  expect(takeEarly(welcome, headers('mine'))).toBeNull()
  expect(readPlain('early-calls')).toBeNull()
  sent = []
  sendEarly('mine', 'pt-BR')
  expect(sent).toEqual([])
  // The next person's list has their own calls alone.
  noteEarlyCall('auth/pins/all')
  expect(readPlain('early-calls')).toBe('{"/":["auth/pins/all"]}')
})

test('an element of the page with the name of the answers is not taken for them', () => {
  Reflect.set(globalThis, 'earlyAnswers', { answers: 'of an element' })
  expect(takeEarly(welcome, headers('mine'))).toBeNull()
})

test('only reads of the page are sent ahead', () => {
  const frame = [readMenu, readRemoteConfig]
  const contracts = {
    '/': [readShelves, readWelcome, listPins, listExternal, ...frame],
    '/analyze': [readUsage, listUnitUsage, ...frame],
    '/analyze/reports': [readListChoices, listReportUsage, ...frame],
  }
  const paths = Object.entries(contracts).map(([page, calls]) => [page, calls.map(({ path }) => path)])
  expect(Object.fromEntries(paths)).toEqual(earlyPaths)
  const kinds = Object.values(contracts).flatMap((calls) => calls.map(({ method, does }) => `${method} ${does}`))
  expect(new Set(kinds)).toEqual(new Set(['GET read']))
  noteEarlyCall('refresh/log/auth')
  at('/people')
  noteEarlyCall('auth/pins/all')
  sent = []
  sendEarly('mine', 'pt-BR')
  expect(sent).toEqual([])
  at('/')
  sendEarly('mine', 'pt-BR')
  expect(sent.map(({ path }) => path)).toEqual(['/api/auth/home/shelves?app=S', `/api/${welcome}`])
})

test('each page has its own calls, which a URL with filters neither sends nor stores', () => {
  const summary = 'auth/analyze/summary'
  at('/analyze')
  noteEarlyCall(summary)
  noteEarlyCall(welcome)
  at('/analyze', '?from=2026-01-01')
  noteEarlyCall(`${summary}?from=2026-01-01`)
  sent = []
  sendEarly('mine', 'pt-BR')
  expect(sent).toEqual([])
  at('/analyze')
  sendEarly('mine', 'pt-BR')
  expect(sent.map(({ path }) => path)).toEqual([`/api/${summary}`])
})

test('V5: few calls are sent, and none with a long path', () => {
  for (let number = 0; number < 30; number += 1) noteEarlyCall(`${welcome}?part=${number}`)
  noteEarlyCall(`${welcome}?part=${'9'.repeat(200)}`)
  sent = []
  sendEarly('mine', 'pt-BR')
  expect(sent.length).toBe(10)
})
