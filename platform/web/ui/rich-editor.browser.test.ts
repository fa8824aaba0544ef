// Nothing of an imported text is lost when a person goes on writing in it: every element of the allow-list stays.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { htmlElements } from '#platform/contract/html.ts'
import { cleanHtml } from '#platform/server/html/clean.ts'
import { type BrowserGround, bundlePage, startBrowser } from '#testing/browser-page.ts'
import type { EditorPage } from './testing/rich-editor-page.tsx'

let ground: BrowserGround
let page: Page
beforeAll(async () => {
  ground = await startBrowser()
  const script = await bundlePage(join(import.meta.dirname, 'testing/rich-editor-page.tsx'))
  page = await ground.openPage()
  await page.addScriptTag({ content: script })
})
afterAll(() => ground.close())

/** Writes a letter at the end of the first paragraph, and answers the text that the form gets. */
async function afterWriting(html: string): Promise<string> {
  await page.evaluate((text) => (globalThis as typeof globalThis & EditorPage).edit(text), html)
  await page.getByRole('textbox', { name: 'Text' }).locator('p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  const written = () => page.evaluate(() => (globalThis as typeof globalThis & EditorPage).written)
  await expect.poll(written).toContain('!')
  return (await written()) ?? ''
}

const table =
  '<table style="border-collapse: collapse"><thead><tr><th colspan="2" style="background-color: #eee">Meta</th></tr></thead>' +
  '<tbody><tr><td rowspan="2">Norte</td><td style="text-align: right">10</td></tr><tr><td>20</td></tr></tbody></table>'

it('keeps tables with their cells, spans and styles while a person goes on writing', async () => {
  const written = await afterWriting(`<p>Antes</p>${table}<p>Depois</p>`)
  expect(written).toMatch(/<p[^>]*>Antes!<\/p>/)
  for (const kept of [
    '<th',
    'colspan="2"',
    'rowspan="2"',
    'border-collapse: collapse',
    'background-color',
    'text-align: right',
  ])
    expect(written).toContain(kept)
  expect(written.match(/<t[dh][ >]/g)).toHaveLength(4)
  // The server accepts what the editor wrote, and the table is still there.
  expect(cleanHtml(written).match(/<t[dh][ >]/g)).toHaveLength(4)
})

it('lets a person write in a cell, and keeps the other cells', async () => {
  await page.evaluate((text) => (globalThis as typeof globalThis & EditorPage).edit(text), `<p>Antes</p>${table}`)
  await page.getByText('Norte').click()
  await page.keyboard.press('End')
  await page.keyboard.type('este')
  const written = () => page.evaluate(() => (globalThis as typeof globalThis & EditorPage).written)
  await expect.poll(written).toContain('Norteeste')
  expect((await written())?.match(/<t[dh][ >]/g)).toHaveLength(4)
})

it('shows a picture that is wider than the editor inside it', async () => {
  const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="1000"/>'
  await page.route('**/wide.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: wide }))
  await page.evaluate(
    (text) => (globalThis as typeof globalThis & EditorPage).edit(text),
    '<p>a</p><img src="/wide.svg" alt="b">',
  )
  const editor = page.getByRole('textbox', { name: 'Text' })
  const shown = editor.getByRole('img', { name: 'b' })
  await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(4000)
  const right = async (element: typeof shown) => element.evaluate((each) => each.getBoundingClientRect().right)
  expect(await right(shown)).toBeLessThanOrEqual(await right(editor))
})

it('asks for the text of a picture that has none, and writes it into the picture', async () => {
  await page.evaluate(
    (text) => (globalThis as typeof globalThis & EditorPage).edit(text),
    '<p>a</p><img src="/wide.svg" alt="">',
  )
  await page.getByRole('button', { name: 'general.editor.describe' }).click()
  const field = page.getByRole('textbox', { name: 'general.editor.pictureText' })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.pressSequentially('Mapa "sul"')
  const written = () => page.evaluate(() => (globalThis as typeof globalThis & EditorPage).written)
  await expect.poll(written).toContain('alt="Mapa &quot;sul&quot;"')
  // Writing goes on in the text, and the question is gone.
  await page.getByRole('textbox', { name: 'Text' }).locator('p').first().click()
  await page.keyboard.type('!')
  await expect.poll(written).toContain('!')
  expect(await page.getByRole('button', { name: 'general.editor.describe' }).count()).toBe(0)
})

/** One text for each element. `b` and `i` are the older names of `strong` and `em`. */
const texts: Record<(typeof htmlElements)[number], string> = {
  p: '<p>a</p>',
  br: '<p>a<br>b</p>',
  hr: '<p>a</p><hr><p>b</p>',
  h1: '<p>a</p><h1>b</h1>',
  h2: '<p>a</p><h2>b</h2>',
  h3: '<p>a</p><h3>b</h3>',
  h4: '<p>a</p><h4>b</h4>',
  strong: '<p>a</p><p><strong>b</strong></p>',
  b: '<p>a</p><p><strong>b</strong></p>',
  em: '<p>a</p><p><em>b</em></p>',
  i: '<p>a</p><p><em>b</em></p>',
  u: '<p>a</p><p><u>b</u></p>',
  s: '<p>a</p><p><s>b</s></p>',
  ul: '<p>a</p><ul><li>b</li></ul>',
  ol: '<p>a</p><ol><li>b</li></ol>',
  li: '<p>a</p><ol><li>b</li></ol>',
  blockquote: '<p>a</p><blockquote>b</blockquote>',
  code: '<p>a</p><p><code>b</code></p>',
  pre: '<p>a</p><pre>b</pre>',
  a: '<p>a</p><p><a href="https://example.com/">b</a></p>',
  img: '<p>a</p><img src="/storage/private/0198c0de-0000-7000-8000-000000000000/abcdefghijklmnopqrstuv.webp" alt="b">',
  span: '<p>a</p><p><span style="color: #b3261e">b</span></p>',
  div: '<p>a</p><div style="text-align: center"><p>b</p></div>',
  table: `<p>a</p>${table}`,
  thead: `<p>a</p>${table}`,
  tbody: `<p>a</p>${table}`,
  tr: `<p>a</p>${table}`,
  th: `<p>a</p>${table}`,
  td: `<p>a</p>${table}`,
}

it.each(htmlElements)('keeps <%s>', async (name) => {
  const html = texts[name]
  const written = await afterWriting(html)
  const shown = { b: 'strong', i: 'em' }[name as string] ?? name
  const count = (text: string) => text.match(new RegExp(`<${shown}[ >]`, 'g'))?.length ?? 0
  expect(count(written)).toBeGreaterThanOrEqual(Math.max(1, count(html)))
})
