import { beforeEach, expect, test, vi } from 'vitest'
import { deviceFor, keepDevice } from './device.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})
beforeEach(() => stored.clear())

test('stores one token per account, the latest one, and no name of a person', async () => {
  await keepDevice('ana@example.com', 'first')
  await keepDevice('bea@example.com', 'other')
  await keepDevice(' Ana@Example.com', 'second')
  expect(await deviceFor('ana@example.com')).toBe('second')
  expect(await deviceFor('bea@example.com')).toBe('other')
  expect(await deviceFor('cid@example.com')).toBeNull()
  expect([...stored.values()].join()).not.toMatch(/ana|example/i)
})

test('remembers five accounts and treats invalid storage as empty', async () => {
  for (let at = 0; at < 7; at += 1) await keepDevice(`${at}@example.com`, `device ${at}`)
  expect(await deviceFor('1@example.com')).toBeNull()
  expect(await deviceFor('2@example.com')).toBe('device 2')
  stored.set('vitrine.devices', '{"broken"')
  expect(await deviceFor('2@example.com')).toBeNull()
})
