import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { whilePlanted } from '#testing/planted.ts'
import { hasPrototypeName, leadsToPrototype, withOwnFields, withoutPrototypes } from './own-keys.ts'

describe('names that lead to a prototype', () => {
  it.each([
    '__proto__',
    'constructor',
    'prototype',
    '__PROTO__',
    'Constructor',
    '__proto__.password',
    'constructor.prototype.password',
    'name.__proto__',
    'emails[__proto__ eq "a"].value',
    'emails[type eq "work"].constructor',
    'urn:ietf:params:scim:schemas:core:2.0:User:__proto__',
  ])('U6: %s is one', (path) => expect(leadsToPrototype(path)).toBe(true))

  it.each(['displayName', 'constructors', 'proto', 'my__proto__', 'prototype-of', 'emails[type eq "work"].value', ''])(
    '%j is none',
    (path) => expect(leadsToPrototype(path)).toBe(false),
  )

  it('U6: are found at every depth', () => {
    expect(hasPrototypeName(JSON.parse('[{"a":[{"b":{"__proto__":1}}]}]'))).toBe(true)
    expect(hasPrototypeName({ a: [{ 'name.constructor': 1 }] })).toBe(true)
    expect(hasPrototypeName({ a: ['__proto__', { b: 'constructor' }], c: null })).toBe(false)
  })
})

describe('an input without prototypes', () => {
  it('U6: inherits nothing at any depth, and keeps its values', async () => {
    const sent: unknown = JSON.parse('{"a":{"b":[{"c":1}]},"__proto__":{"d":2}}')
    const copy = withoutPrototypes(sent) as { x?: 1; d?: 1; a: { x?: 1; b: { x?: 1 }[] } }
    const read = await whilePlanted('x', 'planted', () => [copy.x, copy.a.x, copy.a.b[0]?.x])
    expect(read).toEqual([undefined, undefined, undefined])
    expect(JSON.stringify(copy)).toBe('{"a":{"b":[{"c":1}]},"__proto__":{"d":2}}')
    expect(copy.d).toBeUndefined()
  })

  it('leaves instances of classes as they are', () => {
    const sent = { at: new Date(0), bytes: new Uint8Array([1]) }
    const copy = withoutPrototypes(sent)
    expect([copy.at, copy.bytes]).toEqual([sent.at, sent.bytes])
  })

  it('U6: has each field of its schema as an own property, so that copies do not inherit it either', async () => {
    const schema = z.object({
      id: z.string(),
      password: z.string().optional(),
      filters: z.array(z.object({ column: z.string(), table: z.string().optional() })).nullish(),
      day: z.codec(z.string(), z.object({ year: z.number(), month: z.number().optional() }), {
        decode: (text) => ({ year: Number(text) }),
        encode: ({ year }) => String(year),
      }),
    })
    const parsed = withOwnFields(schema, schema.parse({ id: '7', filters: [{ column: 'a' }], day: '2026' }))
    const read = (name: string, from: (copy: typeof parsed) => unknown) =>
      whilePlanted(name, 'planted', () => from({ ...parsed }))
    expect([
      await read('password', ({ password }) => password),
      await read('table', ({ filters }) => ({ ...filters?.[0] }).table),
      await read('month', ({ day }) => ({ ...day }).month),
    ]).toEqual([undefined, undefined, undefined])
    expect(parsed).toMatchObject({ id: '7', filters: [{ column: 'a' }], day: { year: 2026 } })
  })
})
