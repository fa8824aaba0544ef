import { expect, test } from 'vitest'
import { type StoredSender, senderInput, blankSender, draftOf, senderFaults } from './settings-sender-draft.ts'

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

test('requires the password again only when it would be sent to another server', () => {
  expect(senderFaults({ ...draft, name: 'Outro nome', email: 'outro@norte.example' }, stored)).toEqual({})
  for (const change of [{ host: 'x.example' }, { port: 25 }, { protocol: 'smtps' as const }, { user: 'other' }])
    expect(senderFaults({ ...draft, ...change }, stored)).toEqual({ sender_password: 'required' })
  expect(senderFaults({ ...draft, host: 'x.example', password: 'new' }, stored)).toEqual({})
  expect(senderFaults({ ...draft, user: '' }, stored)).toEqual({})
})

test('reports each fault at its form field', () => {
  expect(senderFaults({ ...blankSender, host: 'no host', port: 70_000 }, null)).toEqual({
    sender_name: 'required',
    sender_email: 'required',
    sender_host: 'invalid',
    sender_port: 'invalid',
  })
})

test('omits an empty password, so the stored one stays', () => {
  expect(senderInput({ ...draft, user: ' ' })).toMatchObject({ user: null, password: null })
})
