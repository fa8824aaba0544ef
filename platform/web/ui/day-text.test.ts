import { expect, test } from 'vitest'
import { readDay } from './day-text.ts'

test('a day is read as DD/MM/YYYY, with other separators, without any, or as it is stored', () => {
  for (const typed of ['03/04/2026', '3/4/2026', ' 3.4.2026 ', '3-4-2026', '03042026', '2026-04-03']) {
    expect(readDay(typed), typed).toBe('2026-04-03')
  }
  expect(readDay('29/02/2028')).toBe('2028-02-29')
})

test('what is no day of the calendar is not read', () => {
  for (const typed of ['', '31/02/2026', '29/02/2026', '12/31/2026', '1/1/26', '01/01/202', '0/1/2026', 'amanhã']) {
    expect(readDay(typed), typed).toBeNull()
  }
})
