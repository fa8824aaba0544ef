import { expect, test } from 'vitest'
import { speaks } from './card-label.ts'

test.each(['12', 12, '-1.234,5', '01/03/2026', '31/12/2026 11:59 PM', '12 MB', 'Sim', 'Não'])(
  '%j says nothing without its title',
  (value) => expect(speaks(value, ['Sim', 'Não'])).toBe(false),
)

test.each(['Administrador', '3 pessoas', 'ana@example.com', { badge: true }])(
  '%j is clear without a heading',
  (value) => expect(speaks(value, ['Sim', 'Não'])).toBe(true),
)
