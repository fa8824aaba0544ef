import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDns, testDns } from '#testing/dns-server.ts'
import { createDns } from './dns.ts'

let server: TestDns
beforeAll(async () => {
  server = await testDns()
})
afterAll(() => server.close())

const look = (name: string, servers: string[] | null = [server.address]) =>
  createDns({ servers, answers: 20, timeLimitMs: 900 }).textsOf(name)

it('answers the texts of a name, the strings of each joined', async () => {
  server.texts.set('one.example', [['a'.repeat(200), 'b'], ['c']])
  expect(await look('one.example')).toEqual({ texts: [`${'a'.repeat(200)}b`, 'c'] })
})

it('tells a name without records from one that does not exist: neither has a proof', async () => {
  server.texts.set('empty.example', [])
  expect(await look('empty.example')).toEqual({ fault: 'not_found' })
  expect(await look('nowhere.example')).toEqual({ fault: 'not_found' })
})

it('U5: follows no alias, because its target is somebody else’s perhaps', async () => {
  server.aliases.set('alias.example', 'one.example')
  expect(await look('alias.example')).toEqual({ fault: 'alias' })
})

it('V5: refuses too many answers unread, and gives up on a server that is silent', async () => {
  const max = Array.from({ length: 20 }, (_, index) => [`t${index}`])
  server.texts.set('full.example', max)
  expect(await look('full.example')).toEqual({ texts: max.flat() })
  server.texts.set('flood.example', [...max, ['one more']])
  expect(await look('flood.example')).toEqual({ fault: 'flood' })
  server.silent.add('silent.example')
  const begun = Date.now()
  expect(await look('silent.example')).toEqual({ fault: 'unreachable' })
  expect(Date.now() - begun).toBeLessThan(2_000)
})

it('without a server says so, and asks nobody', async () => {
  const before = server.asked.length
  expect(await look('one.example', null)).toEqual({ fault: 'no_resolver' })
  expect(server.asked).toHaveLength(before)
})
