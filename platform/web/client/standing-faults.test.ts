import { expect, test } from 'vitest'
import { standingFaults } from './standing-faults.ts'

test('a changed field clears its own fault only', () => {
  const faults = { name: 'needed', email: 'taken' }
  const sent = { name: '', email: 'a@b.example' }
  expect(standingFaults(faults, sent, sent)).toEqual(faults)
  expect(standingFaults(faults, sent, { ...sent, name: 'Ana' })).toEqual({ email: 'taken' })
})

test('matches faults by wire name, also in nested fields', () => {
  const wireNames = { name: 'nome_usuario' }
  const faults = { nome_usuario: 'needed', 'custom.b': 'wrong', 'custom.c': 'needed' }
  const sent = { name: '', custom: { b: 1 } }
  expect(standingFaults(faults, sent, { name: 'Ana', custom: { b: 2 } }, wireNames)).toEqual({ 'custom.c': 'needed' })
  expect(standingFaults(faults, sent, { name: '', custom: { b: 1, c: 3 } }, wireNames)).toEqual({
    nome_usuario: 'needed',
    'custom.b': 'wrong',
  })
})

test('keeps a fault of a field that is not in the draft', () => {
  expect(standingFaults({ source: 'gone' }, { name: '' }, { name: 'Ana' })).toEqual({ source: 'gone' })
})
