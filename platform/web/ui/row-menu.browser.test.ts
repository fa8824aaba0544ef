import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageWithScript } from '#testing/browser-page.ts'

const { open } = pageWithScript(join(import.meta.dirname, 'testing/row-menu-page.tsx'))

it.each([
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
])('the menu of the first, middle and last row is inside of a window of $width × $height', async (size) => {
  const page = await open(async (blank) => {
    await blank.setViewportSize(size)
    await blank.addStyleTag({ content: await readFile('node_modules/@mantine/core/styles.css', 'utf8') })
  })
  const menu = page.getByRole('menu')
  for (const name of ['First', 'Middle', 'Last']) {
    await page.getByRole('button', { name: `general.action.more: ${name}` }).click()
    await menu.waitFor()
    await expect
      .poll(async () => {
        const box = await menu.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= size.height
      })
      .toBe(true)
    // The whole menu can be reached by scrolling.
    const last = page.getByRole('menuitem', { name: 'Action 12' })
    await last.scrollIntoViewIfNeeded()
    const box = await last.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  }
})
