import fc from 'fast-check'
import { expect, test } from 'vitest'
import { landingPath, safePath } from './safe-path.ts'

const origin = 'http://aw-brasil.localhost:8000'

const hostile = [
  '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '\\/evil.example', 'https://evil.example',
  'https:evil.example', 'HTTPS:/evil.example', 'http://aw-brasil.localhost:8000@evil.example', '@evil.example', '/\t/evil.example',
  '/\n/evil.example', '\t//evil.example', ' //evil.example', '/\r\n\r\nSet-Cookie: a=b', 'javascript:alert(1)', 'java\nscript:alert(1)',
  'data:text/html,<script>1</script>', 'vbscript:x', '/%2f/evil.example', '/%5cevil.example', '/.//evil.example', '/x/..//evil.example',
  '/.%2f/evil.example/../..//evil.example', 'evil.example', '.evil.example', '', 'blob:http://x', '/\u0000/evil.example', '//[::1]/x',
  '/'.repeat(2), `/${'a'.repeat(3000)}`,
] // prettier-ignore

test('rejects hostile forms of a path', () => {
  for (const value of hostile) {
    expect([value, safePath(value, origin)]).toEqual([value, null])
    expect(landingPath([value], origin)).toBe('/')
  }
  for (const value of [null, undefined, 7, {}, ['/x']]) expect(safePath(value, origin)).toBeNull()
})

test('keeps a path of the portal unchanged', () => {
  for (const path of [
    '/',
    '/reports',
    '/a-b/reports/view?page=2&q=%2F#top',
    '/x?redirect=//evil.example',
    '/relatórios'.normalize(),
  ]) {
    expect(safePath(path, origin)).toBe(new URL(path, origin).href.slice(origin.length))
  }
})

test('every accepted path stays on this origin when a browser resolves it', () => {
  const pieces = fc.constantFrom('/', '\\', '.', '..', '%2f', '%5c', '\t', '@', ':', 'evil.example', 'a', '?', '#')
  const strays: string[] = []
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const path = safePath(`/${parts.join('')}`, origin) ?? '/'
      if (path.startsWith('//') || new URL(path, origin).origin !== origin) strays.push(path)
    }),
    { numRuns: 2_000 },
  )
  expect(strays).toEqual([])
})

test('chooses the first safe candidate, and never the sign-in page', () => {
  expect(landingPath(['//evil.example', '/reports'], origin)).toBe('/reports')
  expect(landingPath(['/signin?redirect=/x', '/signin', '/api/logout', undefined], origin)).toBe('/')
  expect(landingPath(['/signing-off'], origin)).toBe('/signing-off')
})
