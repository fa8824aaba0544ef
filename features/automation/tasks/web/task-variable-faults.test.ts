import { describe, expect, it } from 'vitest'
import type { TaskVariable } from '../contract.ts'
import { variableFaults } from './task-variable-faults.ts'

const variable = (name: string, substitution: TaskVariable['substitution'], value: string) => ({
  name,
  substitution,
  value,
})

describe('the faults of variables', () => {
  it('belong to the row and the field at fault', () => {
    const rows = [variable('meta', 'number', '1000,50'), variable('', 'column', ''), variable('loja', 'column', 'Loja')]
    expect(variableFaults(rows)).toEqual([{}, { name: 'required', value: 'required' }, {}])
  })

  it('name a malformed, repeated or built-in name', () => {
    const rows = ['minha meta', 'meta', 'meta', 'value', 'é2'].map((name) => variable(name, 'text', 'x'))
    expect(variableFaults(rows).map(({ name }) => name)).toEqual(['name', undefined, 'taken', 'taken', undefined])
  })

  it('name a text that is not a number, and one that is not a number of days', () => {
    const rows = [
      variable('a', 'number', '1.000,50'),
      variable('b', 'number', '-3.5'),
      variable('c', 'day', 'ontem'),
      variable('d', 'day', '-1'),
    ]
    expect(variableFaults(rows).map(({ value }) => value)).toEqual(['number', undefined, 'day', undefined])
  })
})
