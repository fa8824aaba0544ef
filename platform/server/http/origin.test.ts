import { expect, test } from 'vitest'
import { isForeign } from './origin.ts'

test.each([
  ['https://norte.example.com', 'norte.example.com'],
  ['https://Norte.Example.com.', 'norte.example.com'],
  ['https://norte.example.com', 'norte.example.com:443'],
  ['http://norte.localhost:8000', 'norte.localhost:8000'],
  // A proxy that leaves out the port, or uses its own.
  ['https://norte.example.com:8443', 'norte.example.com'],
  ['https://norte.example.com:8443', 'norte.example.com:8000'],
  ['http://[::1]:8000', '[::1]:8000'],
])('A10: %s is the same origin at %s', (origin, host) => {
  expect(isForeign(origin, host, '8443')).toBe(false)
})

test.each([
  ['https://evil.example', 'norte.example.com'],
  ['https://leste.example.com', 'norte.example.com'],
  ['https://norte.example.com.evil.example', 'norte.example.com'],
  ['https://norte.example.com:9000', 'norte.example.com'],
  ['http://norte.localhost:9000', 'norte.localhost:8000'],
  ['null', 'norte.example.com'],
  ['null', 'null'],
  ['', 'norte.example.com'],
  ['norte.example.com', 'norte.example.com'],
  ['file://norte.example.com', 'norte.example.com'],
  ['https://norte.example.com, https://evil.example', 'norte.example.com'],
])('A10: %s is foreign at %s', (origin, host) => {
  expect(isForeign(origin, host, '8443')).toBe(true)
})
