import { expect, test } from 'vitest'
import { layOut } from './layout.ts'

test('names are escaped as text in a mail', () => {
  const name = `<img src=x onerror="alert(1)">&'`
  const { html, text } = layOut({
    language: 'en-US',
    title: name,
    paragraphs: [name],
    action: { label: name, url: `https://x/?"><script>` },
    footer: name,
  })
  expect(html).not.toMatch(/<img|<script|onerror="/)
  expect(text).toContain(name)
})
