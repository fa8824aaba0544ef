import { expect, test } from 'vitest'
import { nouns } from '#catalogue/access.ts'
import { languages } from '#catalogue/languages.ts'
import { phraseOf, sentenceOf } from './phrases.ts'

test('a field has the label of its screen, in the caller’s language', () => {
  expect(phraseOf('people.groups', 'field.name', 'pt-BR')).toBe('Nome')
  expect(phraseOf('people.groups', 'field.name', 'en-US')).toBe('Name')
})

test('a field without a label of its own has that of another feature', () => {
  expect(languages.map((language) => phraseOf('identity.passwords', 'field.password', language))).toEqual([
    'Senha',
    'Password',
    'Contraseña',
    'Palavra-passe',
  ])
})

test('a slideshow without reports has the specified sentence', () => {
  expect(phraseOf('reports.playlists', 'nothing', 'en-US')).toBe('No report in slideshow')
})

test('an unknown key has no phrase, and hostile names find nothing', () => {
  for (const field of ['nothing', '__proto__', 'constructor', 'constructor.name', 'toString.name', '']) {
    expect(phraseOf('people.groups', `field.${field}`, 'es')).toBeUndefined()
  }
})

test('every noun has a sentence for a name that is taken, in each language', () => {
  const without = nouns.filter((noun) =>
    languages.some((language) => phraseOf('nouns', `${noun}.taken`, language) === undefined),
  )
  // Masters and the platform's staff are people, who may share names; tickets have numbers.
  expect(without).toEqual(['team', 'ticket', 'staff'])
  expect(sentenceOf('tag.name_taken', 'pt-BR')).toBe('Já existe uma etiqueta com este nome')
  expect(sentenceOf('report.name_taken', 'en-US')).toBe('A report with this name already exists in this subgroup')
  expect(sentenceOf('report_subgroup.name_taken', 'es')).toBe('Ya existe un subgrupo con este nombre en este grupo')
})
