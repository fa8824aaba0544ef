import { expect, test } from 'vitest'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { findScreens } from './search-screens.ts'

const screens = ['Início', 'Grupos de usuários', 'Usuários', 'Configurações', 'Áreas de trabalho'].map((text) => ({
  path: `/${text}`,
  text,
}))
const found = (search: string) => findScreens(screens, search).map(({ text }) => text)

test('finds screens ignoring case and accents, matches at the beginning first', () => {
  expect(found('USUARIOS')).toEqual(['Usuários', 'Grupos de usuários'])
  expect(found('areas')).toEqual(['Áreas de trabalho'])
  expect(found('ações')).toEqual(['Configurações'])
  expect(found('usuarios  grupos')).toEqual(['Grupos de usuários'])
})

test('finds e-mail also without its hyphen, and by its second part', () => {
  const known = [{ path: '/sender', text: 'Servidor de e-mail próprio' }]
  for (const search of ['servidor de email', 'e-mail', 'mail'])
    expect(findScreens(known, search), search).toEqual(known)
})

test('finds nothing for an empty search or for words that no screen has', () => {
  expect(found('   ')).toEqual([])
  expect(found('usuarios zebra')).toEqual([])
})

test('finds create actions by their button labels', () => {
  const examples = [
    [ptBR, ['novo', 'nova', 'adicionar', 'criar'], ['senha', 'conta', 'escuro', 'claro', 'idioma']],
    [ptPT, ['novo', 'nova', 'adicionar', 'criar'], ['palavra-passe', 'conta', 'escuro', 'claro', 'idioma']],
    [es, ['nuevo', 'nueva', 'agregar', 'crear'], ['contrasena', 'cuenta', 'oscuro', 'claro', 'idioma']],
    [enUS, ['new', 'add', 'create'], ['password', 'account', 'dark', 'light', 'language']],
  ] as const
  for (const [{ words }, adding, account] of examples) {
    for (const word of adding) expect(findScreens([{ path: '/a', text: words.add }], word), word).toHaveLength(1)
    for (const word of account) expect(findScreens([{ path: '/a', text: words.account }], word), word).toHaveLength(1)
  }
})

test('finds a screen by other words from their beginning, after those with the word in the title', () => {
  const known = [
    { path: '/setting', text: 'Ajustes', words: 'senha, SSO' },
    { path: '/user', text: 'Pessoas', words: 'usuários, convidar' },
    { path: '/saml', text: 'Senhas e login', words: '' },
  ]
  const paths = (search: string) => findScreens(known, search).map(({ path }) => path)
  expect(paths('sso')).toEqual(['/setting'])
  expect(paths('senha')).toEqual(['/saml', '/setting'])
  expect(paths('convi')).toEqual(['/user'])
  expect(paths('vidar')).toEqual([])
})
