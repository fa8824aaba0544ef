import { expect, test } from 'vitest'
import { z } from 'zod'
import { flag } from '#catalogue/fields.ts'
import { renamed } from '#platform/contract/wire.ts'
import { fieldKind, fieldsOf } from './field-kind.ts'

test('reads a field’s kind from the call, also when wire names differ', () => {
  const fields = { name: z.string().max(80), active: flag(), note: z.string().max(300).nullable(), born: z.iso.date() }
  for (const input of [z.object(fields), renamed(fields, { note: 'nota' })]) {
    expect(fieldKind(input, 'name')).toEqual({ kind: 'text', max: 80, optional: false })
    expect(fieldKind(input, 'active')).toEqual({ kind: 'flag', optional: false })
    expect(fieldKind(input, 'born')).toEqual({ kind: 'day', optional: false })
  }
  expect(fieldKind(renamed(fields, { note: 'nota' }), 'nota')).toMatchObject({ optional: true })
  expect(() => fieldKind(z.object(fields), 'nobody')).toThrow('no field nobody')
})

test('a number field allows only integers when the contract says so', () => {
  const input = z.object({ amount: z.number().positive(), count: z.number().int().min(1), limit: z.int().nullable() })
  expect(['amount', 'count', 'limit'].map((name) => fieldKind(input, name))).toEqual([
    { kind: 'number', whole: false, optional: false },
    { kind: 'number', whole: true, optional: false },
    { kind: 'number', whole: true, optional: true },
  ])
})

test('a draft has the fields that a change may set, and an empty string for an absent text', () => {
  const update = z.object({
    id: z.uuid(),
    version: z.int(),
    name: z.string(),
    note: z.string().nullable(),
    born: z.iso.date().nullable(),
  })
  const record = { id: 'x', version: 3, name: 'Ana', note: null, born: null, people: 7 }
  expect(fieldsOf(update.partial(), record)).toEqual({ name: 'Ana', note: '', born: null })
})
