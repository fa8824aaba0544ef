import { describe, expect, it } from 'vitest'
import { isAllowedOrigin } from './allowed-origins.ts'

const list = ['https://portal.example', 'http://*.localhost:8000']

describe('allowed origins', () => {
  it.each(['https://portal.example', 'http://aw-brasil.localhost:8000', 'http://a.b.localhost:8000'])(
    'accepts messages from %s',
    (origin) => expect(isAllowedOrigin(list, origin)).toBe(true),
  )

  it.each([
    'https://portal.example.evil.example',
    'http://portal.example',
    'https://portal.example:8443',
    'http://localhost:8000',
    'http://.localhost:8000',
    'https://aw-brasil.localhost:8000',
    'http://aw-brasil.localhost:8001',
    'http://evillocalhost:8000',
    'null',
    '',
  ])('ignores messages from %s', (origin) => expect(isAllowedOrigin(list, origin)).toBe(false))

  it('accepts no messages if the list is empty', () =>
    expect(isAllowedOrigin([], 'https://portal.example')).toBe(false))
})
