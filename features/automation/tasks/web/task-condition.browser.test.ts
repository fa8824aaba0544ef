// The condition of a task in the list, with a name that has no spaces.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'task-condition-test-page.tsx'))
const styles = createRequire(import.meta.url).resolve('@mantine/core/styles.css')

it('takes three lines, does not widen its table, and has the whole text in a tooltip', async () => {
  const page = await open()
  await page.addStyleTag({ path: styles })
  const cell = page.getByRole('cell')
  const { width, height } = (await cell.boundingBox()) ?? { width: 0, height: 0 }
  expect(width).toBeLessThanOrEqual(100)
  expect(Math.round(height / 20)).toBe(3)
  await cell.locator('div').hover()
  await expect
    .poll(() => page.getByRole('tooltip').textContent())
    .toMatch(/^Sales\[(?:TotalOfAllSales){8}\] automation\.tasks\.choice\.operator\.less 3\.000\.000$/)
})
