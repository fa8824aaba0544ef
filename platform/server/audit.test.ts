import { expect, it } from 'vitest'
import { changesBetween } from './audit.ts'

it('D5: reports changed fields and ignores the key order of JSON values', () => {
  const before = { name: 'Manhã', hours: [{ to: '12:00', day: 1, from: '08:00' }], day: new Date(0), note: null }
  const after = { name: 'Tarde', hours: [{ day: 1, from: '08:00', to: '12:00' }], day: new Date(0), note: undefined }
  expect(changesBetween(before, after)).toEqual({ name: ['Manhã', 'Tarde'] })
  expect(changesBetween(before, { ...after, hours: [{ day: 2, from: '08:00', to: '12:00' }] })).toHaveProperty('hours')
})

it('Z3: a secret shows only that it changed', () => {
  expect(changesBetween({ client_secret: 'a' }, { client_secret: 'b' })).toEqual({ client_secret: ['•', '•'] })
  expect(changesBetween({ client_secret: 'a' }, { client_secret: 'a' })).toEqual({})
})
