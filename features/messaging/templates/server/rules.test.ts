import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { offeredTypes, templateTypeNames, unsentTypes } from '../contract.ts'
import { filledBody, filledLine, missingIn } from './rules.ts'

const link = { label: 'Open', url: 'https://aw.example/a?b="c"&d' }
const content = { html: '<p>"<b>Hi</b>"</p>', text: '"Hi"' }
const fill = (template: string) => filledBody(template, { name: '"><b>Ana' }, { link, content, colour: '#0f766e' }).html

it('V1: the value of a variable cannot end an attribute of a template', () => {
  const html = fill('<a href="{{link}}" title="{{content}}{{name}}">{{name}}</a>')
  expect(html).toBe('<a href="https://aw.example/a?b=&quot;c&quot;&amp;d" title="">&quot;&gt;&lt;b&gt;Ana</a>')
})

it('replaces a whole paragraph that contains only the link or the text of a person', () => {
  expect(fill('<p>{{content}}</p>')).toBe(content.html)
  expect(fill('<p>{{link}}</p>')).toContain('>Open</a>')
})

it('names the address of each link in the plain text, so that a program without HTML can follow it', () => {
  const textIn = (template: string, to: typeof link | null = link) =>
    filledBody(template, { name: '{{link}}' }, { link: to, content, colour: '#0f766e' }).text
  expect(textIn('<p>Hi. <a href="{{link}}">Choose a <b>password</b></a> now.</p>')).toBe(
    `Hi. Choose a password (${link.url}) now.`,
  )
  expect(textIn('<p><a rel="noopener" href="https://aw.example/help?a=1&amp;b=2" target="_blank">Help</a></p>')).toBe(
    'Help (https://aw.example/help?a=1&b=2)',
  )
  expect(textIn('<p><a href="https://aw.example/">https://aw.example/</a> <a href="{{link}}">Open</a></p>', null)).toBe(
    'https://aw.example/ Open',
  )
  const braces = { label: 'Open', url: 'https://aw.example/{{name}}' }
  expect(textIn('<p><a href="{{link}}">Open</a></p>', braces)).toBe('Open (https://aw.example/%7B%7Bname}})')
})

it('does not count a mandatory variable in an attribute, unless it is the link', () => {
  expect(missingIn('<p title="{{content}}">a</p>', ['content'])).toEqual(['content'])
  expect(missingIn('<p>{{content}}</p><a href="{{link}}">b</a>', ['content', 'link'])).toEqual([])
})

it('U7: the end of a long subject never has half of a character, which no mail can have', () => {
  const subject = filledLine('{{title}}', { title: `a${'\u{1F600}'.repeat(150)}` })
  expect([subject.length, subject.isWellFormed()]).toEqual([199, true])
  expect(filledLine('{{title}}', { title: '\u{1F600}'.repeat(150) })).toBe('\u{1F600}'.repeat(100))
})

it('a type that no code sends is not offered for a new template, and every other type is', () => {
  const files = globSync('features/*/*/server/*.ts', { exclude: ['**/*.test.ts', '**/built-in-mails.ts'] })
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const unsent = templateTypeNames.filter((type) => !code.includes(`'${type}'`))
  expect(files.length).toBeGreaterThan(200)
  expect([...unsentTypes]).toEqual(unsent)
  expect(offeredTypes).toEqual(templateTypeNames.filter((type) => !unsent.includes(type)))
})
