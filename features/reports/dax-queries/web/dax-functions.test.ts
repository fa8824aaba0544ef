import { expect, it } from 'vitest'
import { LIBRARY } from '#report-service/dax/library/library.ts'
import { daxFunctions } from './dax-functions.ts'

it('the suggested functions are those of the report service', () => {
  const known = [...LIBRARY.scalars.keys(), ...LIBRARY.tables.keys(), ...LIBRARY.filters.keys()]
  expect(daxFunctions).toEqual([...new Set(known)].toSorted())
})
