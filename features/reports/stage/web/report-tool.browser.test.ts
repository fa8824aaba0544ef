import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'report-tool-test-page.tsx'))

it('the tooltip of a tool leaves with the click and comes back with the next visit of the pointer', async () => {
  const page = await open()
  const tool = page.getByRole('button', { name: 'Filters' })
  const tooltip = page.getByRole('tooltip')
  await tool.hover()
  await tooltip.waitFor()
  await tool.click()
  await page.getByText('sheet').waitFor()
  await expect.poll(() => tooltip.count()).toBe(0)
  await page.mouse.move(0, 0)
  await tool.hover()
  await tooltip.waitFor()
})
