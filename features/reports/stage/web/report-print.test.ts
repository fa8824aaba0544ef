import { expect, it } from 'vitest'
import { printScale } from './report-print.ts'

it('a report is scaled to the landscape page by its narrower side, and never enlarged', () => {
  expect(printScale(2_092, 680)).toBe(0.5)
  expect(printScale(1_046, 1_360)).toBe(0.5)
  expect(printScale(400, 300)).toBe(1)
  expect(printScale(0, 0)).toBe(1)
})
