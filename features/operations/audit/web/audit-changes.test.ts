import { expect, test } from 'vitest'
import { fieldByField } from './audit-changes.ts'

test('lists only the changed custom fields, each separately', () => {
  const before = { Crachá: 'X-1', Loja: 'Norte', Horas: 40 }
  const after = { Crachá: 'X-2', Loja: 'Norte', Cores: ['azul'] }
  expect(fieldByField({ field: 'custom', before, after })).toEqual([
    { field: 'custom', name: 'Crachá', before: 'X-1', after: 'X-2' },
    { field: 'custom', name: 'Horas', before: 40, after: undefined },
    { field: 'custom', name: 'Cores', before: undefined, after: ['azul'] },
  ])
})

test('lists all custom fields of a new person, and other fields unchanged', () => {
  expect(fieldByField({ field: 'custom', before: null, after: { Horas: 12.5 } })).toEqual([
    { field: 'custom', name: 'Horas', before: undefined, after: 12.5 },
  ])
  const change = { field: 'shift', before: { id: 'a' }, after: null }
  expect(fieldByField(change)).toEqual([change])
})
