import { expect, test } from 'vitest'
import { type AskedField, type CustomKind, type CustomValue, mergeValues, toldApart } from './contract.ts'

const field = (id: string, kind: CustomKind, options: string[] = [], required = false): AskedField => ({
  id,
  name: id,
  kind,
  options,
  required,
  of_partner: false,
})
const judge = (fields: AskedField[], given: Record<string, CustomValue | null>, standing = {}, isNew = false) =>
  mergeValues(fields, standing, given, { isNew })

test('a partner’s field is told apart from one of the same name, and from no other', () => {
  const fields = ['Matrícula', 'CPF'].map((name) => ({ ...field(name, 'text'), of_partner: true }))
  const all = [...fields, field('matrícula', 'text'), field('Loja', 'text')]
  expect(toldApart(all, (name) => `${name} *`).map(({ name }) => name)).toEqual([
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
  const { values, faults } = judge([field('f', kind, ['a', 'b'])], { f: value })
  expect([values, faults]).toEqual(may ? [{ f: value }, {}] : [{}, { f: 'invalid' }])
})

test('an empty value takes the old one away; what is not given stays; a field of nobody is refused', () => {
  const fields = [field('a', 'text'), field('b', 'text'), field('c', 'multiple', ['x'])]
  const standing = { a: '1', b: '2', c: ['x'] }
  expect(judge(fields, { a: null, c: [] }, standing)).toEqual({ values: { b: '2' }, faults: {} })
  expect(judge(fields, { z: '1' }, standing).faults).toEqual({ z: 'invalid' })
})

test('a required field is missed by a new person, and by who takes it away, and by nobody else', () => {
  const fields = [field('a', 'number', [], true)]
  expect(judge(fields, {}, {}, true).faults).toEqual({ a: 'required' })
  expect(judge(fields, {}, {}).faults).toEqual({})
  expect(judge(fields, { a: null }, { a: 1 }).faults).toEqual({ a: 'required' })
  expect(judge(fields, { a: 0 }, {}, true).faults).toEqual({})
  expect(judge([field('a', 'text', [], true)], { a: '  ' }, {}, true).faults).toEqual({ a: 'required' })
})

test('an option that is gone stays with who has it, and is given to nobody else', () => {
  const fields = [field('a', 'list', ['x'])]
  expect(judge(fields, { a: 'old' }, { a: 'old' })).toEqual({ values: { a: 'old' }, faults: {} })
  expect(judge(fields, { a: 'old' }, { a: 'x' }).faults).toEqual({ a: 'invalid' })
})
