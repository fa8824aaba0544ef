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

test('the lines of a paragraph are lines in both forms of a mail', () => {
  const { html, text } = layOut({ language: 'en-US', title: 'Sales', paragraphs: ['Bikes 3\nHelmets 4'], footer: '' })
  expect(html).toContain('<p>Bikes 3<br>Helmets 4</p>')
  expect(text).toContain('Bikes 3\nHelmets 4')
})
