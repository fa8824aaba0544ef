import { expect, test } from 'vitest'
import { findScreens } from './search-screens.ts'

const screens = ['Início', 'Grupos de usuários', 'Usuários', 'Configurações', 'Áreas de trabalho'].map((words) => ({
  path: `/${words}`,
  words,
}))
const found = (search: string) => findScreens(screens, search).map(({ words }) => words)

test('finds screens without case and accents, beginnings before words within', () => {
  expect(found('USUARIOS')).toEqual(['Usuários', 'Grupos de usuários'])
  expect(found('areas')).toEqual(['Áreas de trabalho'])
  expect(found('ações')).toEqual(['Configurações'])
  expect(found('usuarios  grupos')).toEqual(['Grupos de usuários'])
})

test('finds nothing for nothing, nor for words that no screen has', () => {
  expect(found('   ')).toEqual([])
  expect(found('usuarios zebra')).toEqual([])
})
