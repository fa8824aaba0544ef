// first-paint.js asks for the sign-in options of the host before the first script has run. It is no module, so the test runs it alone.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { loginConfig } from '#features/identity/sign-in/contract.ts'
import { plain, themeValues } from '#features/organisation/themes/contract.ts'
import { readHostConfig } from './early-start.ts'

const script = readFileSync(new URL('first-paint.js', import.meta.url), 'utf8')

const options = {
  tenant: { name: 'Adventure Works Brasil', domain: 'aw-brasil.example' },
  theme: z.encode(themeValues, plain),
  saml: [],
  openid: [],
  microsoft: 'N',
  register: 'N',
  forgot: 'S',
  sends_mail: 'S',
  languages: ['pt-BR', 'en-US', 'es', 'pt-PT'],
  default_language: 'pt-BR',
  terms: [],
  address: '203.0.113.9',
}

afterEach(() => vi.unstubAllGlobals())

/** Runs the script as on a first visit, when the browser has stored nothing. Returns the calls that it made. */
function firstVisit(answer: () => Promise<unknown>) {
  const calls: { path: string; init: { method: string; body: string } }[] = []
  const global = {
    localStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
    location: { pathname: '/signin' },
    document: {
      documentElement: { dataset: {} },
      currentScript: { dataset: { files: JSON.stringify({ words: {}, fonts: [], home: [], signIn: [] }) } },
      createElement: () => ({}),
      head: { append: () => undefined },
    },
    CSSStyleSheet: class {
      replaceSync() {}
    },
    fetch: (path: string, init: { method: string; body: string }) => {
      calls.push({ path, init })
      return answer()
    },
    hostConfig: undefined as unknown,
  }
  runInNewContext(script, Object.assign(global, { globalThis: global }))
  vi.stubGlobal('hostConfig', global.hostConfig)
  return calls
}

it('asks for the sign-in options of a first visit by the method and path of their call, once', async () => {
  const calls = firstVisit(async () => Response.json(options))
  expect(calls).toHaveLength(1)
  expect(calls[0]?.path).toBe(`/api/${loginConfig.path}`)
  expect(calls[0]?.init.method).toBe(loginConfig.method)
  expect(loginConfig.input.safeParse(JSON.parse(calls[0]?.init.body ?? '')).success).toBe(true)
  vi.stubGlobal('fetch', () => expect.unreachable('the early answer is enough'))
  expect((await readHostConfig()).default_language).toBe('pt-BR')
})

it('asks anew when the early answer is no JSON', async () => {
  firstVisit(async () => new Response('<html>', { status: 502 }))
  const asked = vi.fn(async () => Response.json(options))
  vi.stubGlobal('fetch', asked)
  expect((await readHostConfig()).default_language).toBe('pt-BR')
  expect(asked).toHaveBeenCalledOnce()
})

const files = {
  words: { 'pt-BR': { first: ['first.js'], reader: ['reader.js'], rest: ['rest.js'] } },
  person: ['frame.js'],
  home: ['parts.js'],
  usage: ['usage.js'],
  usageLists: ['lists.js'],
  signIn: [],
  fonts: ['inter.woff2'],
}

/** The files that the script fetches ahead at a path, for a person who was signed in at the last visit. */
function filesAheadAt(pathname: string): string[] {
  const stored: Record<string, string> = { 'signed-in': 'yes', language: 'pt-BR' }
  const links: { href: string }[] = []
  const global = {
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    matchMedia: () => ({ matches: false }),
    location: { pathname },
    document: {
      documentElement: { dataset: {} },
      currentScript: { dataset: { files: JSON.stringify(files) } },
      createElement: () => ({}),
      head: { append: (link: { href: string }) => links.push(link) },
    },
    CSSStyleSheet: class {
      replaceSync() {}
    },
  }
  runInNewContext(script, Object.assign(global, { globalThis: global }))
  return links.map(({ href }) => href.replace('/assets/', '')).toSorted()
}

it('fetches ahead the files of the page, and the words of administrators only where it needs them', () => {
  expect(filesAheadAt('/')).toEqual(['first.js', 'frame.js', 'parts.js'])
  const ofReader = ['first.js', 'frame.js', 'inter.woff2', 'reader.js']
  expect(filesAheadAt('/notifications')).toEqual(ofReader)
  expect(filesAheadAt('/people')).toEqual([...ofReader, 'rest.js'].toSorted())
  expect(filesAheadAt('/analyze')).toEqual([...ofReader, 'usage.js'])
  expect(filesAheadAt('/analyze/reports')).toEqual([...ofReader, 'lists.js', 'usage.js'].toSorted())
})
