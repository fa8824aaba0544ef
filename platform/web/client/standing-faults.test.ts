import { expect, test } from 'vitest'
import { standingFaults } from './standing-faults.ts'

test('a fault goes when its field is changed, and only its own', () => {
  const faults = { name: 'needed', email: 'taken' }
  const sent = { name: '', email: 'a@b.example' }
  expect(standingFaults(faults, sent, sent)).toEqual(faults)
  expect(standingFaults(faults, sent, { ...sent, name: 'Ana' })).toEqual({ email: 'taken' })
})

test('faults are found by the names of the wire, and inside a field of fields', () => {
  const wireNames = { name: 'nome_usuario' }
  const faults = { nome_usuario: 'needed', 'custom.b': 'wrong', 'custom.c': 'needed' }
  const sent = { name: '', custom: { b: 1 } }
  expect(standingFaults(faults, sent, { name: 'Ana', custom: { b: 2 } }, wireNames)).toEqual({ 'custom.c': 'needed' })
  expect(standingFaults(faults, sent, { name: '', custom: { b: 1, c: 3 } }, wireNames)).toEqual({
    nome_usuario: 'needed',
    'custom.b': 'wrong',
  })
})

test('a fault that is no field of the draft stands', () => {
  expect(standingFaults({ source: 'gone' }, { name: '' }, { name: 'Ana' })).toEqual({ source: 'gone' })
})
