import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { callerOf, hostNameOf, plainAddress } from './caller.ts'

it('V5: accepts a caller that has disconnected already', () => {
  const gone = { ip: undefined, headers: { host: 'Norte.localhost.:8000' } } as unknown as FastifyRequest
  expect(callerOf(gone)).toMatchObject({ address: '0.0.0.0', host: 'norte.localhost' })
})

it('A8, T6: normalises IP addresses and hosts', () => {
  expect(plainAddress('::FFFF:127.0.0.1')).toBe('127.0.0.1')
  expect(plainAddress('2001:db8::1')).toBe('2001:db8::1')
  expect(hostNameOf('AW-Brasil.Localhost.:8000')).toBe('aw-brasil.localhost')
})
