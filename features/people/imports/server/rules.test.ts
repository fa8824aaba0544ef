import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import type { FieldDefinition } from '#features/organisation/custom-fields/contract.ts'
import enUS from '#features/people/users/phrases/en-US.ts'
import es from '#features/people/users/phrases/es.ts'
import ptBR from '#features/people/users/phrases/pt-BR.ts'
import ptPT from '#features/people/users/phrases/pt-PT.ts'
import { importedFields } from '../contract.ts'
import {
  checkRows,
  columnFaults,
  dayIn,
  guessColumns,
  suggestHeadingLine,
  isCpf,
  numberIn,
  type Surroundings,
} from './rules.ts'

const phrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

const field = (at: number, kind: FieldDefinition['kind'], more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id: `0000000${String(at)}-0000-4000-8000-000000000000`,
  name: `Campo ${kind}`,
  kind,
  options: ['Ouro', 'Prata'],
  required: false,
  of_partner: false,
  ...more,
})
const [badge, level, medals, hired] = [field(1, 'number'), field(2, 'list'), field(3, 'multiple'), field(4, 'date')]

const skip = { existing: 'skip', matchedBy: 'email' } as const
const around = (more: Partial<Surroundings> = {}): Surroundings => ({
  fields: [badge, level, medals, hired],
  groups: [
    { id: '10000000-0000-4000-8000-000000000000', name: 'Vendas' },
    { id: '20000000-0000-4000-8000-000000000000', name: 'Compras, Sul' },
  ],
  takenEmails: new Set(['taken@example.com']),
  country: 'BR',
  takenPhones: new Map([['+5511900000000', 'x']]),
  people: new Map(),
  choice: { existing: 'skip', matchedBy: 'email' },
  refusalOf: () => null,
  today: '2026-11-23',
  language: 'es',
  ...more,
})

const columns = [
  'nome_usuario',
  'email',
  'phone',
  'perfil_usuario',
  'group_ids',
  'language',
  'block_on',
  `custom.${badge.id}`,
  `custom.${level.id}`,
  `custom.${medals.id}`,
  `custom.${hired.id}`,
]

/** A row in which only the given cells have values. */
const row = (cells: Record<string, string>, number = 2) => ({
  number,
  cells: columns.map((column) => ({ nome_usuario: 'Ana', email: 'ana@example.com', ...cells })[column] ?? ''),
})
const faultsOf = async (cells: Record<string, string>, more: Partial<Surroundings> = {}) =>
  (await checkRows([row(cells)], columns, around(more)))[0]?.faults

describe('columns', () => {
  it.each(languages)('are guessed from the labels of the form in %s', (language) => {
    const headings = importedFields.map((name) => phrases[language].field[name])
    expect(guessColumns(headings, [])).toEqual([...importedFields])
  })

  it('are guessed without case, accents and signs, each once, custom fields by name', () => {
    const headings = ['  NOME COMPLETO:', 'E-Mail', 'e-mail', 'Setor', 'CAMPO NUMBER', 'Outra', '']
    expect(guessColumns(headings, around().fields)).toEqual([
      'nome_usuario',
      'email',
      '',
      'department',
      `custom.${badge.id}`,
      '',
      '',
    ])
  })

  it('are guessed by what the unit chose last, then by headings, then by what the cells look like', () => {
    const cpf = field(6, 'text', { name: 'CPF' })
    const sample = [
      ['Vendas', 'ana@example.com', '529.982.247-25', '2020-02-28', '+55 11 98765-4321', 'x'],
      ['Compras', 'bia@example.com', '11144477735', '01/03/2021', '(21) 3333-4444', 'y'],
    ]
    const headings = ['Loja', 'Contato', 'Documento', 'Início', 'Fone 1', 'Nome']
    const chosen = new Map([
      ['loja', 'department'],
      ['nome', ''],
      ['documento', 'custom.00000000-0000-4000-8000-00000000dead'],
    ])
    expect(guessColumns(headings, [...around().fields, cpf], { sample, chosen })).toEqual([
      'department',
      'email',
      `custom.${cpf.id}`,
      `custom.${hired.id}`,
      'phone',
      '',
    ])
    // A day that blocks or deletes people is never suggested by content.
    expect(guessColumns(['a'], [], { sample: [['2027-01-05']], chosen: new Map() })).toEqual([''])
  })

  it('that hold a surname complete the name before them', () => {
    expect(guessColumns(['Nome', 'Sobrenome', 'E-mail'], [])).toEqual(['nome_usuario', 'nome_usuario', 'email'])
    expect(guessColumns(['Last name', 'First name'], [])).toEqual(['', 'nome_usuario'])
    expect(guessColumns(['Sobrenome', 'E-mail'], [])).toEqual(['', 'email'])
  })

  const line = (number: number, ...cells: string[]) => ({ number, cells })
  const person = (number: number) => line(number, 'Ana', `ana-${String(number)}@example.com`, 'Sul')
  it.each([
    ['the first line', [line(1, 'Nome', 'E-mail'), person(2)], 1],
    [
      'below titles and an empty line',
      [line(1, 'Lista de pessoas'), line(2, 'Novembro'), line(4, 'Nome', 'E-mail', 'Setor'), person(5)],
      4,
    ],
    [
      'unknown words, as wide as the table',
      [line(1, 'Relatório'), line(2, 'Quem', 'Onde', 'Loja'), person(3), person(4)],
      2,
    ],
    ['a title that is a usual heading', [line(1, 'Usuário'), line(2, 'Nome', 'E-mail'), person(3)], 2],
    ['none, because the first line is a person', [person(1), person(2)], 0],
    ['none, with a heading in the middle of the people', [person(1), line(2, 'Nome', 'E-mail')], 0],
    ['only headings', [line(1, 'Nome', 'E-mail')], 1],
    ['nothing', [], 0],
  ])('have their headings in the line that is guessed: %s', (_, top, expected) => {
    expect(suggestHeadingLine(top, [])).toBe(expected)
  })

  it('have their headings in a line of the file or in none, whatever it contains', () => {
    const cell = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('', 'Nome', 'E-mail', 'ana@example.com'))
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 }), (lines) => {
        const top = lines.map((cells, index) => ({ number: index + 1, cells }))
        const found = suggestHeadingLine(top, [])
        const heading = top.find(({ number }) => number === found)
        expect(found === 0 || heading !== undefined).toBe(true)
        expect(heading?.cells.includes('ana@example.com') ?? false).toBe(false)
      }),
    )
  })

  it('of the name are joined with a space, and no other field has two columns', async () => {
    const columns = ['nome_usuario', 'email', 'nome_usuario']
    const headings = ['Nome', 'E-mail', 'Sobrenome']
    expect(columnFaults(columns, headings, [], skip)).toEqual({})
    expect(columnFaults(['nome_usuario', 'email', 'email'], headings, [], skip)).toEqual({ email: 'invalid' })
    const rows = [
      { number: 2, cells: [' Ana ', 'ana@example.com', 'Souza'] },
      { number: 3, cells: ['', 'bia@example.com', 'Lima'] },
    ]
    const checked = await checkRows(rows, columns, around({ fields: [] }))
    expect(checked.map((row) => row.person?.name ?? row.person)).toMatchObject(['Ana Souza', 'Lima'])
  })

  it('recognise a tax id by its check digits', () => {
    expect(['529.982.247-25', '52998224725', '52998224724', '111.111.111-11', '123'].map(isCpf)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('need only the field that finds people when the import changes them', () => {
    const needed = field(5, 'text', { required: true })
    expect(columnFaults(['phone'], ['a'], [needed], { existing: 'update', matchedBy: 'phone' })).toEqual({})
    expect(columnFaults(['email'], ['a'], [needed], { existing: 'fill', matchedBy: 'phone' })).toEqual({
      phone: 'required',
    })
  })

  it('need name, e-mail and required custom fields, each once', () => {
    const needed = field(5, 'text', { required: true })
    expect(columnFaults(['email', 'email', 'custom.x'], ['a', 'b', 'c'], [needed], skip)).toEqual({
      email: 'invalid',
      'custom.x': 'invalid',
      nome_usuario: 'required',
      [`custom.${needed.id}`]: 'required',
    })
    expect(columnFaults(['nome_usuario', 'email'], ['a'], [], skip)).toEqual({ columns: 'invalid' })
  })
})

describe('a row', () => {
  it('becomes a person as the form would send it', async () => {
    const [checked] = await checkRows(
      [
        row({
          email: ' Ana.B@Example.com ',
          phone: '+55 (11) 98765-4321',
          perfil_usuario: 'Administrador',
          group_ids: 'vendas; COMPRAS, SUL',
          language: 'Português (Portugal)',
          block_on: '5/1/2027',
          [`custom.${badge.id}`]: '1.234,5',
          [`custom.${level.id}`]: 'ouro',
          [`custom.${medals.id}`]: 'prata; Ouro; prata',
          [`custom.${hired.id}`]: '28/02/2020',
        }),
      ],
      columns,
      around({
        groups: [
          { id: '10000000-0000-4000-8000-000000000000', name: 'Vendas' },
          { id: '20000000-0000-4000-8000-000000000000', name: 'Compras' },
          { id: '30000000-0000-4000-8000-000000000000', name: 'Sul' },
        ],
      }),
    )
    expect(checked?.faults).toEqual({})
    expect(checked?.person).toMatchObject({
      email: 'ana.b@example.com',
      phone: '+5511987654321',
      profile: 'admin',
      language: 'pt-PT',
      block_on: '2027-01-05',
      group_ids: [1, 2, 3].map((at) => `${String(at)}0000000-0000-4000-8000-000000000000`),
      custom: { [badge.id]: 1234.5, [level.id]: 'Ouro', [medals.id]: ['Prata', 'Ouro'], [hired.id]: '2020-02-28' },
    })
    const [good] = await checkRows([row({ group_ids: 'Compras, Sul', phone: '' })], columns, around())
    expect(good?.person).toMatchObject({
      name: 'Ana',
      email: 'ana@example.com',
      phone: null,
      profile: 'user',
      state: 'A',
      language: 'es',
      group_ids: ['20000000-0000-4000-8000-000000000000'],
      custom: {},
    })
  })

  it.each([
    [{ nome_usuario: '' }, { nome_usuario: 'required' }],
    [{ nome_usuario: 'a'.repeat(121) }, { nome_usuario: 'invalid' }],
    [{ email: 'ana' }, { email: 'invalid' }],
    [{ email: 'TAKEN@example.com' }, { email: 'user.email_taken' }],
    [{ phone: '123' }, { phone: 'invalid' }],
    [{ phone: '12345678' }, { phone: 'invalid' }],
    [{ phone: '5,51199E+12' }, { phone: 'invalid' }],
    [{ phone: '+55 11 90000-0000' }, { phone: 'user.phone_taken' }],
    [{ group_ids: 'Vendas; Nenhum' }, { group_ids: 'group.missing' }],
    [{ language: 'klingon' }, { language: 'invalid' }],
    [{ block_on: '31/02/2027' }, { block_on: 'invalid' }],
    [{ block_on: '23/11/2026' }, { block_on: 'invalid' }],
    [{ [`custom.${badge.id}`]: 'x' }, { [`custom.${badge.id}`]: 'invalid' }],
    [{ [`custom.${level.id}`]: 'Bronze' }, { [`custom.${level.id}`]: 'invalid' }],
  ])('with %j has %j', async (cells, faults) => {
    expect(await faultsOf(cells)).toEqual(faults)
  })

  it.each(['master', 'a2m', 'Parceiro', 'root'])('Z5: cannot give the profile %s', async (perfil_usuario) => {
    expect(await faultsOf({ perfil_usuario })).toEqual({ perfil_usuario: 'invalid' })
  })

  it('misses a required custom field, also when no column fills it', async () => {
    const needed = field(6, 'text', { required: true })
    expect(await faultsOf({}, { fields: [needed] })).toMatchObject({ [`custom.${needed.id}`]: 'required' })
  })

  it('with the address or telephone of an earlier row is refused', async () => {
    const rows = [row({ phone: '11999999999' }), row({ email: 'ANA@example.com', phone: '(11) 99999-9999' }, 3)]
    expect((await checkRows(rows, columns, around())).map(({ faults }) => faults)).toEqual([
      {},
      { email: 'user.email_taken', phone: 'user.phone_taken' },
    ])
  })
})

it('reads numbers of both ways to write them, and days', () => {
  const numbers = ['1.234,5', '1,234.5', '1234,5', '-3', '1.234.567', '0.5', '1e3', '12a', ',']
  expect(numbers.map(numberIn)).toEqual([1234.5, 1234.5, 1234.5, -3, 1_234_567, 0.5, null, null, null])
  expect(['', '2027-01-05', '5.1.2027', '05-01-2027', 'amanhã'].map(dayIn)).toEqual([
    null,
    '2027-01-05',
    '2027-01-05',
    '2027-01-05',
    'amanhã',
  ])
})
