import { expect, it } from 'vitest'
import { readAddresses } from './invited-addresses.ts'

it('reads addresses with and without a name, each once', () => {
  const text =
    'ana.souza@example.com, Bia Lima <BIA@example.com>;\n"Caio Melo"\tcaio@example.com\n ana.souza@example.com\n'
  expect(readAddresses(text)).toEqual({
    people: [
      { email: 'ana.souza@example.com', name: 'Ana Souza' },
      { email: 'bia@example.com', name: 'Bia Lima' },
      { email: 'caio@example.com', name: 'Caio Melo' },
    ],
    unread: [],
    invalid: [],
    validCount: 3,
  })
})

it('takes the name from the address, without digits and tags', () => {
  const names = readAddresses('jean-luc_2@example.com\n7@example.com\nkim+work@example.com').people.map(
    ({ name }) => name,
  )
  expect(names).toEqual(['Jean Luc', '7', 'Kim'])
})

it('names the parts in which it finds no address', () => {
  expect(readAddresses('Ana Souza; ana@example.com')).toEqual({
    people: [{ email: 'ana@example.com', name: 'Ana' }],
    unread: ['Ana Souza'],
    invalid: [],
    validCount: 1,
  })
})

it('names the addresses that the server would refuse, and does not count them', () => {
  const { invalid, validCount } = readAddresses('ana@example.com, eve@example; .bia@example.com')
  expect([invalid, validCount]).toEqual([['eve@example', '.bia@example.com'], 1])
})
