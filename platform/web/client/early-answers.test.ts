import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readMenu, readShelves } from '#features/home/shelves/contract.ts'
import { readWelcome } from '#features/home/welcome/contract.ts'
import { listExternal } from '#features/reports/external/contract.ts'
import { listPins } from '#features/reports/pins/contract.ts'
import { readPlain } from '#platform/web/session/plain-storage.ts'
import { readRemoteConfig } from '#features/identity/remote-access/contract.ts'
import { dropEarly, earlyPaths, forgetHomeCalls, noteHomeCall, sendEarly, takeEarly } from './early-answers.ts'

const welcome = 'auth/home/welcome'
const headers = (token: string, language = 'pt-BR') => new Headers({ authorization: `Bearer ${token}`, lang: language })

let sent: { path: string; headers: Headers }[] = []
let now = 0

beforeEach(() => {
  sent = []
  now = 100
  forgetHomeCalls()
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, headers: new Headers(init.headers) })
    return new Response(path)
  })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  noteHomeCall('auth/home/shelves?app=S')
  noteHomeCall(welcome)
  sendEarly('mine', 'pt-BR')
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'earlyAnswers')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the calls of the last home page are sent, with the token and the language of the session', async () => {
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
  forgetHomeCalls()
  expect(takeEarly(welcome, headers('mine'))).toBeNull()
  expect(readPlain('home-calls')).toBeNull()
  sent = []
  sendEarly('mine', 'pt-BR')
  expect(sent).toEqual([])
  // The next person's list has their own calls alone.
  noteHomeCall('auth/pins/all')
  expect(readPlain('home-calls')).toBe('["auth/pins/all"]')
})

test('an element of the page with the name of the answers is not taken for them', () => {
  Reflect.set(globalThis, 'earlyAnswers', { answers: 'of an element' })
  expect(takeEarly(welcome, headers('mine'))).toBeNull()
})

test('only reads of the home page are sent ahead', () => {
  const contracts = [readShelves, readWelcome, listPins, listExternal, readMenu, readRemoteConfig]
  expect(contracts.map(({ path }) => path)).toEqual(earlyPaths)
  expect(contracts.map(({ method, does }) => `${method} ${does}`)).toEqual(contracts.map(() => 'GET read'))
  noteHomeCall('refresh/log/auth')
  vi.stubGlobal('location', { pathname: '/people' })
  noteHomeCall('auth/pins/all')
  sent = []
  sendEarly('mine', 'pt-BR')
  expect(sent.map(({ path }) => path)).toEqual(['/api/auth/home/shelves?app=S', `/api/${welcome}`])
})

test('V5: few calls are sent, and none with a long path', () => {
  for (let number = 0; number < 30; number += 1) noteHomeCall(`${welcome}?part=${number}`)
  noteHomeCall(`${welcome}?part=${'9'.repeat(200)}`)
  sent = []
  sendEarly('mine', 'pt-BR')
  expect(sent.length).toBe(10)
})
