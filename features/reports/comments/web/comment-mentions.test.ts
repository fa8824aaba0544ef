import { expect, it } from 'vitest'
import { namedIn, partsOf, typedName, withName } from './comment-mentions.ts'

const ana = { id: '1', name: 'Ana' }
const anaSouza = { id: '2', name: 'Ana Souza' }

it('a name is typed behind an @ that begins a word', () => {
  expect(typedName('Veja @Ana So', 12)).toBe('Ana So')
  expect(typedName('@', 1)).toBe('')
  expect(typedName('ana@example', 11)).toBeNull()
  expect(typedName('Veja @Ana, e', 12)).toBeNull()
})

it('the chosen name replaces the typed part of the name', () => {
  expect(withName('Veja @an isto', 8, anaSouza)).toEqual({ text: 'Veja @Ana Souza isto', caret: 16 })
})

it('a comment names the people whose names are still in its text', () => {
  expect(namedIn('Veja @Ana Souza', [anaSouza, { id: '3', name: 'Rui' }])).toEqual([anaSouza])
})

it('if two names begin alike, the longer one is matched', () => {
  expect(partsOf('Oi @Ana Souza e @Ana!', [ana, anaSouza])).toEqual([
    { text: 'Oi ', isName: false },
    { text: '@Ana Souza', isName: true },
    { text: ' e ', isName: false },
    { text: '@Ana', isName: true },
    { text: '!', isName: false },
  ])
})
