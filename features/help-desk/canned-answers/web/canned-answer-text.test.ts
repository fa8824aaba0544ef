import { expect, it } from 'vitest'
import { filledText } from './canned-answer-text.ts'

const values = { person: 'Beatriz {{agent}} $&', ticket: '#1 Total', agent: 'Ana' }

it('replaces each variable once, and leaves other marks as they are', () => {
  expect(filledText('{{person}}, {{ ticket }}: {{agent}} {{link}} {person}', values)).toBe(
    'Beatriz {{agent}} $&, #1 Total: Ana {{link}} {person}',
  )
})
