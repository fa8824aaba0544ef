import { expect, it } from 'vitest'
import { linkItem } from './app-link.ts'

const id = '0198f3c0-0000-7000-8000-000000000001'
const told = (line: string) => {
  const item = linkItem(line, id)
  return item?.kind === 'link' ? [item.title, item.address] : null
}

it('a line is a web link: its address, and before it the name or nothing', () => {
  expect(told('Intranet https://intranet.example.com/start')).toEqual([
    'Intranet',
    'https://intranet.example.com/start',
  ])
  expect(told('  Our  wiki   wiki.example.com ')).toEqual(['Our wiki', 'https://wiki.example.com/'])
  expect(told('www.example.com/a?b=c')).toEqual(['example.com', 'https://www.example.com/a?b=c'])
})

it('a line without an address that an app may link to is none', () => {
  for (const line of [
    '',
    '   ',
    'Intranet',
    'javascript:alert(1)',
    'ftp://files.example.com',
    'http://plain.example.com',
  ])
    expect([line, told(line)]).toEqual([line, null])
})

it('a name is cut to the length of a title', () => {
  expect(told(`${'a'.repeat(200)} example.com`)?.[0]).toHaveLength(80)
})
