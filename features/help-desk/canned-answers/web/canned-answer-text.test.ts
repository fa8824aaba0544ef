import { expect, it } from 'vitest'
import { filledText } from './canned-answer-text.ts'

const values = { person: 'Beatriz {{agent}} $&', ticket: '#1 Total', report: 'Vendas', agent: 'Ana' }

it('replaces each variable once, and leaves other marks as they are', () => {
  expect(filledText('{{person}}, {{ ticket }}, {{report}}: {{agent}} {{link}} {person}', values)).toBe(
    'Beatriz {{agent}} $&, #1 Total, Vendas: Ana {{link}} {person}',
  )
})
