import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roleOfAllRows, rolePartsOf, roleReachOf } from './role-parts.ts'

const part = (filter: string) => rolePartsOf('r', [{ role: 'R', table: 'T', filter }])[0]

it.each([
  ['FALSE()', { kind: 'none', table: 'T' }],
  ['false', { kind: 'none', table: 'T' }],
  ['Employee[E-mail] = USERPRINCIPALNAME()', { kind: 'username', table: 'T', column: 'E-mail' }],
  ["'L''été'[a]]b]=username( )", { kind: 'username', table: 'T', column: 'a]b' }],
  ['[Country] = CUSTOMDATA()', { kind: 'customData', table: 'T', column: 'Country' }],
  ['CUSTOMDATA() = Territory[Country]', { kind: 'customData', table: 'T', column: 'Country' }],
  [' [A] = USERNAME() || [B] = 1 ', { kind: 'other', table: 'T', filter: '[A] = USERNAME() || [B] = 1' }],
  ['NOT[A] = USERNAME()', { kind: 'other', table: 'T', filter: 'NOT[A] = USERNAME()' }],
  ['NOT [A] = USERNAME()', { kind: 'other', table: 'T', filter: 'NOT [A] = USERNAME()' }],
  [' [B] = 1 ', { kind: 'other', table: 'T', filter: '[B] = 1' }],
])('a role with the condition %j', (filter, found) => {
  expect(part(filter)).toEqual(found)
})

it('a role without a condition filters nothing', () => {
  expect(rolePartsOf('Company', [{ role: 'Seller', table: 'T', filter: 'FALSE()' }])).toEqual([])
})

it('a role whose conditions are true for each row filters nothing', () => {
  for (const filter of ['', 'TRUE()', ' true ( ) ', 'TRUE', '1 = 1']) expect(part(filter)).toBeUndefined()
})

it('the role of all rows is the first without a condition that filters; none if the service does not tell', () => {
  const filters = [
    { role: 'Seller', table: 'T', filter: '[A] = USERNAME()' },
    { role: 'Company', table: 'T', filter: 'TRUE()' },
  ]
  expect(roleOfAllRows(['Seller', 'company', 'Board'], filters)).toBe('company')
  expect(roleOfAllRows(['Seller'], filters)).toBeNull()
  expect(roleOfAllRows(['Seller'], [{ role: 'Seller', table: 'T', filter: '1 = 1 || [A] = USERNAME()' }])).toBeNull()
  expect(roleOfAllRows(['Board'], null)).toBeNull()
})

const reachOf = (...conditions: string[]) =>
  roleReachOf(
    'r',
    conditions.map((filter, index) => ({ role: 'R', table: `T${index}`, filter })),
  )

it.each([
  [[], { hidden: [], rows: 'all' }],
  [['TRUE()', '1 = 1'], { hidden: [], rows: 'all' }],
  [['FALSE()'], { hidden: ['T0'], rows: 'all' }],
  [['[B] = 1'], { hidden: [], rows: 'ruled' }],
  [['FALSE()', '[B] = 1'], { hidden: ['T0'], rows: 'ruled' }],
  [['Employee[E-mail] = USERPRINCIPALNAME()'], { hidden: [], rows: 'username' }],
  [['[A] = USERNAME()', 'TRUE()', '[B] = userprincipalname()'], { hidden: [], rows: 'username' }],
  [['[A] = CUSTOMDATA()', 'FALSE()'], { hidden: ['T1'], rows: 'customData' }],
  [['[A] = USERNAME()', '[B] = CUSTOMDATA()'], { hidden: [], rows: 'ruled' }],
  [['[A] = USERNAME()', '[B] = 1'], { hidden: [], rows: 'ruled' }],
  [['[Email] = USERPRINCIPALNAME() || TRUE()'], { hidden: [], rows: 'ruled' }],
  [['[A] = 1 // USERNAME()'], { hidden: [], rows: 'ruled' }],
  [['[A] = USERNAME() // the reader\n|| TRUE()'], { hidden: [], rows: 'ruled' }],
  [['[A] <> USERNAME()'], { hidden: [], rows: 'ruled' }],
])('a role with the conditions %j shows %j', (conditions, reach) => {
  expect(reachOf(...conditions)).toEqual(reach)
})

const space = fc.constantFrom('', ' ', '\n\t')
const reader = fc.constantFrom('USERNAME()', 'UserPrincipalName( )', 'CUSTOMDATA ()', 'customdata()')
const column = fc.constantFrom('[E-mail]', 'Employee[E-mail]', "'Sales person'[Key]", '[a]]b]')
/** A column that equals what tells readers apart. */
const equality = fc
  .tuple(column, space, space, reader, fc.boolean())
  .map(([left, before, after, right, isTurned]) =>
    isTurned ? `${right}${before}=${after}${left}` : `${left}${before}=${after}${right}`,
  )
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    equality,
    fc.constantFrom('TRUE()', 'true', 'FALSE()', '1 = 1', '[B] = 1', '[B] <> USERNAME()', 'NOT [B]', '[B] > 60'),
    fc
      .tuple(tie('condition'), fc.constantFrom('||', '&&', ' || ', '\n&& '), tie('condition'))
      .map(([left, operator, right]) => `${left}${operator}${right}`),
    fc
      .tuple(fc.constantFrom('OR', 'or ', 'AND', 'IF'), tie('condition'), tie('condition'))
      .map(([name, left, right]) => `${name}(${left}, ${right})`),
    fc.tuple(fc.constantFrom('(', 'NOT(', 'not ('), tie('condition')).map(([before, inner]) => `${before}${inner})`),
    fc
      .tuple(tie('condition'), fc.constantFrom(' // USERNAME()', ' -- CUSTOMDATA() = [B]', ' /* TRUE() */'))
      .map(([inner, comment]) => `${inner}${comment}\n`),
  ),
}))
const isOwn = ({ rows }: ReturnType<typeof roleReachOf>) => rows === 'username' || rows === 'customData'
const mayShowMore = (text: string) =>
  /\|\||\bOR\s*\(|\bTRUE\b/i.test(text) || (text.match(/<>|[<>]=|[=<>]/g) ?? []).length > 1

it('no role has rows of the reader by a condition with “or”, with TRUE, or with more than one comparison', () => {
  let judged = 0
  fc.assert(
    fc.property(condition, fc.array(equality, { maxLength: 2 }), (text, others) => {
      // An always true condition counts as none, so the other ones decide.
      if (!mayShowMore(text) || part(text) === undefined) return
      judged += 1
      expect(isOwn(reachOf(text))).toBe(false)
      expect(isOwn(reachOf(...others, text))).toBe(false)
    }),
    { numRuns: 2000 },
  )
  expect(judged).toBeGreaterThan(200)
})

it('a role has rows of the reader by an exact equality alone', () => {
  fc.assert(
    fc.property(equality, (text) => {
      expect(isOwn(reachOf(text))).toBe(true)
    }),
  )
  fc.assert(
    fc.property(condition, (text) => {
      expect(isOwn(reachOf(text)) && text.match(/[=<>|&]/g)?.join('') !== '=').toBe(false)
    }),
    { numRuns: 1000 },
  )
})
