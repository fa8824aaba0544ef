import { expect, it } from 'vitest'
import { textParts } from './text-parts.ts'

const links = (text: string) => textParts(text).flatMap(({ part, href }) => (href === null ? [] : [part]))

it('finds https addresses and keeps all other characters', () => {
  const text = 'Leia (https://a.example/b?c=1), depois\nhttps://d.example/.'
  expect(links(text)).toEqual(['https://a.example/b?c=1', 'https://d.example/'])
  expect(
    textParts(text)
      .map(({ part }) => part)
      .join(''),
  ).toBe(text)
  expect(textParts('')).toEqual([])
})

it('makes no link of another scheme, and none that hides its host', () => {
  for (const text of [
    'javascript:alert(1)',
    'http://a.example',
    'data:text/html,x',
    'https://bank.example@evil.example',
    'https://',
    '<a href=x>',
  ])
    expect(links(text), text).toEqual([])
})
