import { expect, it } from 'vitest'
import { createClient } from './create-client.ts'

const apiKey = `vit_0123abcd_${'A'.repeat(32)}_${'0'.repeat(6)}`
const made = (url: string) => createClient({ url, key: apiKey })

it.each([
  'https://portal.example',
  'http://localhost:8000',
  'http://norte.localhost',
  'http://127.0.0.1:8000',
  'http://[::1]',
])('sends a key to %s', (url) => expect(made(url)).toBeTypeOf('object'))

it.each(['http://portal.example', 'http://127.example', 'http://127.0.0.1.example', 'http://localhost.example'])(
  'sends no key to %s, which a network could read',
  (url) => expect(() => made(url)).toThrow('must begin with https'),
)
