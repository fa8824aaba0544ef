import { expect, test } from 'vitest'
import { type FieldDefinition, type CustomKind, type CustomValue, mergeValues, withDistinctNames } from './contract.ts'

const field = (id: string, kind: CustomKind, options: string[] = [], required = false): FieldDefinition => ({
  id,
  name: id,
  kind,
  options,
  required,
  of_partner: false,
})
const merge = (fields: FieldDefinition[], input: Record<string, CustomValue | null>, stored = {}, isNew = false) =>
  mergeValues(fields, stored, input, { isNew })

test('a global field is marked only if a field of the business unit has the same name', () => {
  const fields = ['Matrícula', 'CPF'].map((name) => ({ ...field(name, 'text'), of_partner: true }))
  const all = [...fields, field('matrícula', 'text'), field('Loja', 'text')]
  expect(withDistinctNames(all, (name) => `${name} *`).map(({ name }) => name)).toEqual([
    'Matrícula *',
    'CPF',
    'matrícula',
    'Loja',
  ])
})

test.each<[CustomKind, CustomValue, boolean]>([
  ['text', 'Matrícula 7', true],
  ['text', 7, false],
  ['text', 'a\0b', false],
  ['text', 'a\tb', false],
  ['text', 'a\r\nb', false],
  ['text', 'a\u2028b', false],
  ['number', 12.5, true],
  ['number', '12.5', false],
  ['number', 0, true],
  ['date', '2028-02-29', true],
  ['date', '2027-02-29', false],
  ['date', 20270101, false],
  ['list', 'a', true],
  ['list', 'c', false],
  ['list', ['a'], false],
  ['single', 'b', true],
  ['single', 'B', false],
  ['multiple', ['b', 'a'], true],
  ['multiple', ['a', 'a'], false],
  ['multiple', ['a', 'c'], false],
  ['multiple', 'a', false],
])('a %s may be %j: %s', (kind, value, may) => {
  const { values, faults } = merge([field('f', kind, ['a', 'b'])], { f: value })
  expect([values, faults]).toEqual(may ? [{ f: value }, {}] : [{}, { f: 'invalid' }])
})

test('an empty value removes the stored one, an absent one stays, and an unknown field is refused', () => {
  const fields = [field('a', 'text'), field('b', 'text'), field('c', 'multiple', ['x'])]
  const stored = { a: '1', b: '2', c: ['x'] }
  expect(merge(fields, { a: null, c: [] }, stored)).toEqual({ values: { b: '2' }, faults: {} })
  expect(merge(fields, { z: '1' }, stored).faults).toEqual({ z: 'invalid' })
})

test('a required value is missing only for a new person, or when it is removed', () => {
  const fields = [field('a', 'number', [], true)]
  expect(merge(fields, {}, {}, true).faults).toEqual({ a: 'required' })
  expect(merge(fields, {}, {}).faults).toEqual({})
  expect(merge(fields, { a: null }, { a: 1 }).faults).toEqual({ a: 'required' })
  expect(merge(fields, { a: 0 }, {}, true).faults).toEqual({})
  expect(merge([field('a', 'text', [], true)], { a: '  ' }, {}, true).faults).toEqual({ a: 'required' })
})

test('a removed option stays valid for a person who has it, and is refused for others', () => {
  const fields = [field('a', 'list', ['x'])]
  expect(merge(fields, { a: 'old' }, { a: 'old' })).toEqual({ values: { a: 'old' }, faults: {} })
  expect(merge(fields, { a: 'old' }, { a: 'x' }).faults).toEqual({ a: 'invalid' })
})
