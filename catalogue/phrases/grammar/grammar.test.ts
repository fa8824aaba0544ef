import { expect, it } from 'vitest'
import { noun as enUS } from './en-US.ts'
import { noun as es } from './es.ts'
import { noun as ptBR } from './pt-BR.ts'
import { noun as ptPT } from './pt-PT.ts'

it('chooses articles and adjectives by gender in Portuguese', () => {
  expect(ptBR('aviso', 'm')).toMatchObject({
    noun: 'Aviso',
    add: 'Novo aviso',
    empty: 'Adicione o primeiro aviso.',
    taken: 'Já existe um aviso com este nome',
  })
  expect(ptBR('etiqueta', 'f')).toMatchObject({
    add: 'Nova etiqueta',
    empty: 'Adicione a primeira etiqueta.',
    taken: 'Já existe uma etiqueta com este nome',
    audit: { removed: '{{actor}} excluiu a etiqueta {{target}}' },
  })
  expect(ptPT('etiqueta', 'f').audit.removed).toBe('{{actor}} eliminou a etiqueta {{target}}')
})

it('chooses articles and adjectives by gender in Spanish', () => {
  expect(es('aviso', 'm')).toMatchObject({ add: 'Nuevo aviso', empty: 'Agregue el primer aviso.' })
  expect(es('etiqueta', 'f')).toMatchObject({ add: 'Nueva etiqueta', empty: 'Agregue la primera etiqueta.' })
  expect(es('área de trabajo', 'f-el')).toMatchObject({
    add: 'Nueva área de trabajo',
    empty: 'Agregue la primera área de trabajo.',
    taken: 'Ya existe un área de trabajo con este nombre',
    audit: { added: '{{actor}} agregó el área de trabajo {{target}}' },
  })
})

it('chooses the English article by the first letter, or as told', () => {
  expect(enUS('announcement').taken).toBe('An announcement with this name already exists')
  expect(enUS('tag').taken).toBe('A tag with this name already exists')
  expect(enUS('user group', 'a').taken).toBe('A user group with this name already exists')
})

it('counts records by the plural of the noun: of each word up to a preposition, and of no name in capitals', () => {
  const many = (...made: { counted_other: string }[]) =>
    made.map((each) => each.counted_other.replace('{{count, number}} ', ''))
  expect(
    many(
      ptBR('exportação agendada', 'f'),
      ptBR('mensagem geral', 'f'),
      ptBR('provedor OpenID', 'm'),
      ptBR('conta de relatórios', 'f'),
      ptBR('e-mail', 'm'),
    ),
  ).toEqual(['exportações agendadas', 'mensagens gerais', 'provedores OpenID', 'contas de relatórios', 'e-mails'])
  expect(many(es('aplicación SAML', 'f'), es('unidad de negocio', 'f'), es('webhook', 'm'), es('ticket', 'm'))).toEqual(
    ['aplicaciones SAML', 'unidades de negocio', 'webhooks', 'tickets'],
  )
  expect(many(enUS('API key'), enUS('canned answer'), enUS('entry'), enUS('person', 'a', 'people'))).toEqual([
    'API keys',
    'canned answers',
    'entries',
    'people',
  ])
  expect(ptBR('etiqueta', 'f')).toMatchObject({ counted_zero: 'Nenhuma etiqueta', counted_one: '{{count}} etiqueta' })
  expect(es('área de trabajo', 'f-el').counted_zero).toBe('Ningún área de trabajo')
  expect(enUS('tag').counted_zero).toBe('No tags')
})
