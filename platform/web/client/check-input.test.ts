import { expect, test } from 'vitest'
import { z } from 'zod'
import { email, flag, optionalText, pageUrl, requiredPageUrl, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { renamed } from '#platform/contract/wire.ts'
import { checkInput } from './check-input.ts'
import { cannedAnswerCalls } from '#features/help-desk/canned-answers/contract.ts'
import { addAccess } from '#features/reports/access/contract.ts'
import { encodeInput } from './encode-input.ts'

const add = call({
  method: 'POST',
  path: 'auth/things/add',
  summary: '',
  access: 'session.use',
  does: 'write',
  audit: null,
  input: renamed(
    { name: text(5), email: email(), note: optionalText(5), hot: flag(), tags: z.array(z.string()).max(1) },
    { name: 'nome' },
  ),
  answers: z.object({}),
})

const good = { name: 'Ana', email: 'ana@example.com', note: null, hot: true, tags: [] }

test('a valid input has no faults', () => {
  expect(checkInput(add, good)).toEqual({})
  expect(checkInput(add, { ...good, note: '' })).toEqual({})
})

test('reports missing fields as required and others as invalid, by wire name', () => {
  const faults = checkInput(add, { ...good, name: '  ', email: 'no', note: 'too long', tags: ['a', 'b'] })
  expect(faults).toEqual({ nome: 'required', email: 'invalid', note: 'invalid', tags: 'invalid' })
})

test('encodes the fields of an object that has a one-way transform', () => {
  const grant = {
    user_id: crypto.randomUUID(),
    group_id: null,
    roles: ['A'],
    identity: 'email' as const,
    identity_value: null,
    identity_field: null,
  }
  const data = { custom_data_from: 'value' as const, custom_data: null, custom_data_field: null }
  const reading = { ...data, ends_on: null, without_filters: true, pages: null }
  const input = { report_id: crypto.randomUUID(), grants: [{ ...grant, ...reading }] }
  expect(checkInput(addAccess, input)).toEqual({})
  expect(encodeInput(addAccess, input)).toMatchObject({ grants: [{ without_filters: 'S', roles: ['A'] }] })
})

test('a text in several languages must have the main language of the business unit', () => {
  const inSpanish = { name: 'Saludo', text: { 'pt-BR': '', 'en-US': '', es: '¡Hola!', 'pt-PT': '' } }
  const check = (main: 'pt-BR' | 'es') => checkInput(cannedAnswerCalls.add, inSpanish, main)
  expect([check('es'), check('pt-BR')]).toEqual([{}, { text: 'required' }])
  const { update } = cannedAnswerCalls
  expect(checkInput(update, { id: '0198f3c0-0000-7000-8000-000000000001', version: 1, name: 'Saludo' }, 'es')).toEqual(
    {},
  )
})

test('an address that the contract refuses is told apart, for a sentence that shows its form', () => {
  const link = call({
    method: 'POST',
    path: 'auth/links/add',
    summary: '',
    access: 'session.use',
    does: 'write',
    audit: null,
    input: z.object({ page: pageUrl(), start: requiredPageUrl(), name: text(5) }),
    answers: z.object({}),
  })
  const sent = { page: 'https://example.com', start: 'https://example.com', name: 'Start' }
  expect(checkInput(link, sent)).toEqual({})
  expect(checkInput(link, { ...sent, page: 'example', start: 'http://example.com', name: 'too long' })).toEqual({
    page: 'address',
    start: 'address',
    name: 'invalid',
  })
  expect(checkInput(link, { ...sent, start: '' })).toEqual({ start: 'required' })
})
