import { describe, expect, it } from 'vitest'
import { found, readRequest, type Method } from './envelope.ts'
import { createRouter, route } from './router.ts'

const answer = createRouter([
  route('GET', '/report/pages/:page/visuals', (names) => found(names)),
  route('POST', '/report/pages/:page/visuals/:visual/filters', (names, body) => found([names, body])),
])
const ask = (method: Method, url: string, body: unknown = null) => answer({ method, url, headers: { id: '1' }, body })

describe('router', () => {
  it('accepts spaces, accents and regular expression characters in names', () => {
    expect(ask('GET', '/report/pages/Report Section.2 (é)/visuals')).toEqual(found(['Report Section.2 (é)']))
    expect(ask('POST', '/report/pages/a/visuals/b%20c/filters', 1)).toEqual(found([['a', 'b%20c'], 1]))
  })
  it('answers unknown requests with 404', () => {
    expect(ask('PUT', '/report/pages/a/visuals')).toMatchObject({ statusCode: 404 })
    expect(ask('GET', '/report/pages/a/b/visuals')).toMatchObject({ statusCode: 404 })
    expect(ask('GET', '/report/pages//visuals')).toMatchObject({ statusCode: 404 })
  })
})

describe('messages', () => {
  it.each([
    null,
    'text',
    1,
    [],
    {},
    { statusCode: 200, headers: { id: '1' }, body: null },
    { method: 'GET', url: 1, headers: { id: '1' } },
    { method: 'TRACE', url: '/', headers: { id: '1' } },
    { method: 'GET', url: '/', headers: {} },
  ])('does not accept %j as a request', (data) => expect(readRequest(data)).toBeNull())
})
