import { expect, test } from 'vitest'
import { dataUntilIn } from './data-until.ts'

test('the last day of the data is read from the details of `loaded`', () => {
  expect(dataUntilIn({ dataUntil: '2013-12-31' })).toBe('2013-12-31')
})

test.each([[undefined], [null], [{}], [{ dataUntil: null }], [{ dataUntil: 'soon' }], [{ dataUntil: 20131231 }]])(
  'details without such a day have none: %j',
  (detail) => {
    expect(dataUntilIn(detail)).toBeNull()
  },
)
