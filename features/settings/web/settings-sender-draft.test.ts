import { expect, test } from 'vitest'
import { type StoredSender, askedOf, blankSender, draftOf, senderFaults } from './settings-sender-draft.ts'

const stored: StoredSender = {
  name: 'Norte',
  email: 'avisos@norte.example',
  host: 'smtp.norte.example',
  port: 587,
  protocol: 'starttls',
  user: 'portal',
  password: null,
  password_set: true,
  proven: true,
}
const draft = draftOf(stored) ?? blankSender

test('asks for the password again when it would go elsewhere, and for nothing else', () => {
  expect(senderFaults({ ...draft, name: 'Outro nome', email: 'outro@norte.example' }, stored)).toEqual({})
  for (const change of [{ host: 'x.example' }, { port: 25 }, { protocol: 'smtps' as const }, { user: 'other' }])
    expect(senderFaults({ ...draft, ...change }, stored)).toEqual({ sender_password: 'required' })
  expect(senderFaults({ ...draft, host: 'x.example', password: 'new' }, stored)).toEqual({})
  expect(senderFaults({ ...draft, user: '' }, stored)).toEqual({})
})

test('names each fault by the field of the form', () => {
  expect(senderFaults({ ...blankSender, host: 'no host', port: 70_000 }, null)).toEqual({
    sender_name: 'required',
    sender_email: 'required',
    sender_host: 'invalid',
    sender_port: 'invalid',
  })
})

test('sends no empty password: the stored one stays', () => {
  expect(askedOf({ ...draft, user: ' ' })).toMatchObject({ user: null, password: null })
})
