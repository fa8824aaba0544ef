import { describe, expect, it } from 'vitest'
import { checkSqlAliases, checkIdentifiers, checkProse } from './check-style.ts'
import { subjectFault } from './style/commit-subjects.ts'
import { writeTree } from '#testing/tree.ts'

const faultsIn = (path: string, text: string) => checkProse(writeTree({ [path]: text }))

describe('the prose check', () => {
  it.each([
    ['a comment', 'platform/server/clock.ts', '// Whoever asks gets the time.\nexport const now = 1', 1],
    ['a docstring', 'platform/server/clock.ts', 'export const one = 1\n/** Tells nobody. */\nexport const now = 1', 2],
    ['a test name', 'platform/server/clock.test.ts', `\nit('gives so many', () => {})`, 2],
    ['the name of a table of tests', 'platform/server/clock.test.ts', `it.each([1])('whoever asks %s', () => {})`, 1],
    ['SQL', 'database/migrations/1.sql', 'select 1;\n-- behind the wall\n', 2],
    ['CSS', 'platform/web/a.css', '/* whoever looks */', 1],
    ['Markdown', 'docs/map.md', '# Map\n\nThe rooms of it.', 3],
  ])('finds a banned word in %s and names its line', (_, path, text, line) => {
    expect(faultsIn(path, text)).toEqual([expect.stringMatching(new RegExp(`^${path}:${line}: “.*Write instead: `))])
  })

  it('does not judge code, quoted code and phrases shown to people', () => {
    expect(faultsIn('features/people/users/phrases/en-US.ts', `export default { a: 'Whoever' }`)).toEqual([])
    expect(faultsIn('platform/server/a.ts', '// `guesses` is a column.\nexport const walls = 1')).toEqual([])
    expect(faultsIn('docs/map.md', '```\nrooms\n```\n')).toEqual([])
  })
})

const nameFaultsIn = (path: string, text: string) => checkIdentifiers(writeTree({ [path]: text }))

describe('the identifier check', () => {
  it.each([
    ['a variable', 'const owes = 1', 1],
    ['a function', '\nexport function useTellTheUnit() {}', 2],
    ['a parameter', 'export const one = (judge: number) => judge', 1],
    ['a parameter of a function type', 'export type One = (judge: number) => void', 1],
    ['a type', 'export type Told = string', 1],
    ['a renamed field', 'export const one = ({ two: worn }: { two: number }) => worn', 1],
    ['an element of an array', '\nconst [lookOnce = 2] = [1]', 2],
  ])('finds %s and names its line', (_, text, line) => {
    expect(nameFaultsIn('platform/server/one.ts', text)).toEqual([
      expect.stringMatching(new RegExp(`^platform/server/one.ts:${line}: the name “.*Write instead: `)),
    ])
  })

  it('does not check names that the wire or another file determines, and tests', () => {
    expect(nameFaultsIn('platform/server/one.ts', 'export type One = { owes: string }')).toEqual([])
    expect(nameFaultsIn('platform/server/one.ts', `export const one = { judge: 'owes' }`)).toEqual([])
    expect(nameFaultsIn('platform/server/one.ts', 'export const one = ({ owes }: { owes: 1 }) => owes')).toEqual([])
    expect(nameFaultsIn('platform/server/one.test.ts', 'const owes = 1')).toEqual([])
  })

  it('leaves a layer that still has a name, and only that layer', () => {
    expect(nameFaultsIn('features/people/users/server/one.ts', 'export type Told = 1')).toEqual([])
    expect(nameFaultsIn('features/people/users/server/one.ts', 'const owes = 1')).toHaveLength(1)
  })
})

describe('the commit subject check', () => {
  it.each(['users: refuse an end date for the last administrator', 'docs, tools: use one word for a layer'])(
    'accepts “%s”',
    (subject) => expect(subjectFault(subject)).toBeNull(),
  )

  it.each(['A sentence without an area', 'Users: begin with a capital', 'users: end with a full stop.', 'users:none'])(
    'refuses “%s”',
    (subject) => expect(subjectFault(subject)).toContain('area: imperative summary'),
  )

  it('refuses a subject of more than 72 characters', () => {
    expect(subjectFault(`users: ${'a'.repeat(65)}`)).toBeNull()
    expect(subjectFault(`users: ${'a'.repeat(66)}`)).toContain('73 characters')
  })
})

describe('an SQL fragment for other nouns', () => {
  const faultsOf = (source: string, path = 'features/reports/access/server/other-queries.ts') =>
    checkSqlAliases(writeTree({ [path]: source })).map((fault) => /alias “(.)” beside “(\w+)”/.exec(fault)?.slice(1))

  it('has no alias of one letter beside an expression of its caller', () => {
    const fragment = (sqlText: string) => `export const isHeld = (id: RawBuilder<unknown>) => sql\`${sqlText}\``
    expect(faultsOf(fragment('exists (select from holders m where m.user_id = ${id})'))).toEqual([['m', 'id']])
    expect(faultsOf(fragment('exists (select from a join lateral (select 1) as k on k.id = ${id})'))).toEqual([
      ['k', 'id'],
    ])
    expect(faultsOf(fragment('exists (select from holders holder where holder.user_id = ${id})'))).toEqual([])
    const ofPerson =
      'export function isHeld(person: PersonColumns) { return sql`(select from holders m where m.id = ${person.id})` }'
    expect(faultsOf(ofPerson)).toEqual([['m', 'person']])
  })

  it('may have one beside a value, beside a whole query, in a store, and where the name is reserved', () => {
    const beside = (type: string, sqlText: string) => `export const held = (rows: ${type}) => sql\`${sqlText}\``
    expect(faultsOf(beside('string', 'select from holders m where m.id = ${rows}'))).toEqual([])
    expect(faultsOf(beside('RawBuilder<unknown>', 'select from holders m cross join (${rows}) o'))).toEqual([])
    const hiding = beside('RawBuilder<unknown>', '(select from holders x where x.id = ${rows})')
    expect(faultsOf(hiding, 'features/reports/access/server/store.ts')).toEqual([])
    expect(faultsOf(hiding, 'features/reports/access/server/queries.ts')).toEqual([])
    expect(faultsOf(hiding)).toEqual([['x', 'rows']])
  })
})
