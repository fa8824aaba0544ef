import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type GrantRow,
  type ReaderGrant,
  differenceOf,
  mayPass,
  newGrantees,
  resolveFilters,
  resolveIdentity,
  resolvePages,
} from './rules.ts'

const secured = { row_security: true, ignore_row_security: false, ignore_role: null }
const email = 'linda3@adventure-works.com'
const grant = (overrides: Partial<ReaderGrant>): ReaderGrant => ({
  direct: false,
  roles: ['Salesperson'],
  identity: 'email',
  identity_value: null,
  field_value: null,
  custom_data_from: 'value',
  custom_data: null,
  data_value: null,
  without_filters: false,
  pages: null,
  ...overrides,
})

describe('the identity of a reader (E2)', () => {
  it('is not needed without row-level security', () => {
    expect(resolveIdentity({ ...secured, row_security: false }, [], email)).toEqual({ identity: null })
  })

  it('is refused without a grant, and with a grant without roles', () => {
    expect(resolveIdentity(secured, [], email)).toEqual({ refusal: 'report.identity_missing' })
    expect(resolveIdentity(secured, [grant({ roles: [] })], email)).toEqual({ refusal: 'report.identity_missing' })
  })

  it('has the person’s e-mail or the value of the grant as its user name', () => {
    expect(resolveIdentity(secured, [grant({})], email)).toEqual({
      identity: { username: email, roles: ['Salesperson'], customData: null },
    })
    const value = grant({ identity: 'value', identity_value: 'Germany', custom_data: 'Germany', roles: ['Country'] })
    expect(resolveIdentity(secured, [value], email)).toEqual({
      identity: { username: 'Germany', roles: ['Country'], customData: 'Germany' },
    })
  })

  it('has the person’s value of a custom field, and is refused without a value that names one user', () => {
    const field = (field_value: string | null) =>
      resolveIdentity(secured, [grant({ identity: 'field', field_value })], email)
    expect(field('BR-01')).toMatchObject({ identity: { username: 'BR-01' } })
    for (const wrong of [null, '', 'two words', 'x'.repeat(257)]) {
      expect(field(wrong)).toEqual({ refusal: 'report.identity_missing' })
    }
  })

  it('has the e-mail or the value of a custom field as its custom data, and is refused without a value', () => {
    const byEmail = grant({ custom_data_from: 'email', custom_data: null })
    expect(resolveIdentity(secured, [byEmail], email)).toMatchObject({ identity: { customData: email } })
    const field = (data_value: string | null) =>
      resolveIdentity(secured, [grant({ custom_data_from: 'field', data_value })], email)
    expect(field('Loja Norte')).toMatchObject({ identity: { username: email, customData: 'Loja Norte' } })
    expect(field('x'.repeat(1_024))).toHaveProperty('identity')
    for (const wrong of [null, '', 'x'.repeat(1_025)])
      expect(field(wrong)).toEqual({ refusal: 'report.identity_missing' })
  })

  it('comes from the person’s own grant, otherwise from the merged roles of the groups', () => {
    const groups = [grant({ roles: ['Manager'] }), grant({ roles: ['Salesperson'] })]
    expect(resolveIdentity(secured, groups, email)).toMatchObject({ identity: { roles: ['Manager', 'Salesperson'] } })
    expect(resolveIdentity(secured, [...groups, grant({ direct: true, roles: ['Company'] })], email)).toMatchObject({
      identity: { roles: ['Company'] },
    })
  })

  it('is refused when the groups have different user names or custom data', () => {
    const groups = [grant({}), grant({ custom_data: 'France' })]
    expect(resolveIdentity(secured, groups, email)).toEqual({ refusal: 'report.identity_ambiguous' })
  })

  it('uses the report’s own role when the report ignores row-level security', () => {
    expect(resolveIdentity({ ...secured, ignore_row_security: true }, [], email)).toEqual({
      refusal: 'report.identity_missing',
    })
    const ignoring = { ...secured, ignore_row_security: true, ignore_role: 'Company' }
    expect(resolveIdentity(ignoring, [], email)).toMatchObject({ identity: { roles: ['Company'] } })
  })

  it('never has a role that no grant names, an empty user name or empty custom data (property test)', () => {
    const anyGrant: fc.Arbitrary<ReaderGrant> = fc.record({
      direct: fc.boolean(),
      roles: fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 3 }),
      identity: fc.constantFrom('email', 'value', 'field'),
      identity_value: fc.option(fc.constantFrom('', 'x', 'y')),
      field_value: fc.option(fc.constantFrom('', 'x', 'y')),
      custom_data_from: fc.constantFrom('email', 'value', 'field'),
      custom_data: fc.option(fc.constantFrom('p', 'q')),
      data_value: fc.option(fc.constantFrom('', 'p', 'q')),
      without_filters: fc.boolean(),
      pages: fc.constant(null),
    })
    fc.assert(
      fc.property(fc.array(anyGrant, { maxLength: 6 }), (grants) => {
        const resolved = resolveIdentity(secured, grants, email)
        if ('refusal' in resolved) return
        const allRoles = new Set(grants.flatMap(({ roles }) => roles))
        expect([resolved.identity?.username, resolved.identity?.customData]).not.toContain('')
        expect(resolved.identity?.roles.length).toBeGreaterThan(0)
        expect(resolved.identity?.roles.every((role) => allRoles.has(role))).toBe(true)
      }),
    )
  })
})

describe('the pages of a reader', () => {
  const report = { ...secured, manages: false }

  it('are those of the direct grant, otherwise the merged pages of the groups', () => {
    const groups = [grant({ pages: ['a', 'b'] }), grant({ pages: ['b', 'c'] })]
    expect(resolvePages(report, groups)).toEqual(['a', 'b', 'c'])
    expect(resolvePages(report, [...groups, grant({ direct: true, pages: ['d'] })])).toEqual(['d'])
    expect(resolvePages(report, [...groups, grant({ pages: null })])).toBeNull()
  })

  it('are not widened by a grant that gives no identity', () => {
    expect(resolvePages(report, [grant({ pages: ['a'] }), grant({ roles: [], pages: null })])).toEqual(['a'])
  })

  it('are all for managers of reports, and none without a grant', () => {
    expect(resolvePages({ ...report, manages: true }, [grant({ pages: ['a'] })])).toBeNull()
    expect(resolvePages(report, [])).toEqual([])
  })

  it('never has a page that no deciding grant names (property test)', () => {
    const some = fc.record({
      direct: fc.boolean(),
      roles: fc.subarray(['R']),
      pages: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })),
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 6 }), fc.boolean(), (someGrants, row_security) => {
        const grants = someGrants.map((each) => grant(each))
        const usable = grants.filter(
          ({ direct, roles }) => (direct || !grants.some((one) => one.direct)) && (!row_security || roles.length > 0),
        )
        const pages = resolvePages({ ...report, row_security }, grants)
        const opensAll = usable.some((one) => one.pages === null)
        expect(pages === null).toBe(opensAll)
        for (const page of pages ?? []) expect(usable.some((one) => one.pages?.includes(page))).toBe(true)
      }),
    )
  })
})

describe('the difference between two sets of grants', () => {
  const to = (user_id: string, overrides: Partial<GrantRow> = {}): GrantRow => ({
    user_id,
    group_id: null,
    roles: ['A'],
    identity: 'email',
    identity_value: null,
    identity_field: null,
    custom_data_from: 'value',
    custom_data: null,
    custom_data_field: null,
    ends_on: null,
    without_filters: false,
    pages: null,
    ...overrides,
  })

  it('ignores unchanged grants, in any order of roles', () => {
    const before = [to('1', { roles: ['A', 'B'] }), to('2')]
    expect(differenceOf(before, [to('2'), to('1', { roles: ['B', 'A'] })])).toEqual({ removed: [], added: [] })
  })

  it('contains a grant with other pages or another field', () => {
    for (const change of [{ pages: ['a'] }, { identity: 'field', identity_field: 'f' }]) {
      expect(differenceOf([to('1')], [to('1', change)]).added).toHaveLength(1)
    }
  })

  it('contains changed, missing and new grants', () => {
    const changed = to('1', { custom_data: 'France' })
    expect(differenceOf([to('1'), to('2')], [changed, to('3')])).toEqual({
      removed: [to('1'), to('2')],
      added: [changed, to('3')],
    })
  })

  it('lists new readers: also people whose earlier grants have ended, and nobody by a grant that has ended', () => {
    const ended = { ends_on: '2026-11-22' }
    const group = to('', { user_id: null, group_id: 'g' })
    const before = [to('1'), to('2', ended), group]
    const added = [to('1', { roles: ['B'] }), to('2'), to('3', { ends_on: '2026-11-23' }), to('4', ended), group]
    expect(newGrantees(before, added, '2026-11-23')).toEqual({
      people: ['2', '3'],
      groups: [],
      except: { people: ['1'], groups: ['g'] },
    })
    expect(newGrantees([], [group], '2026-11-23').groups).toEqual(['g'])
  })
})

it('a report in maintenance opens for nobody, for managers, or for editors of an editable report', () => {
  const people = {
    manager: { manages: true, edits: true },
    editor: { manages: false, edits: true },
    reader: { manages: false, edits: false },
  }
  const person = (passes: string, allow_edit = true) =>
    Object.entries(people).flatMap(([name, person]) => (mayPass({ passes, allow_edit }, person) ? [name] : []))
  expect(person('editors')).toEqual(['manager', 'editor'])
  expect(person('editors', false)).toEqual(['manager'])
  expect(person('managers')).toEqual(['manager'])
  expect(person('nobody')).toEqual([])
})

describe('the filters of a report', () => {
  const operators = ['in', 'not_in', 'contains', 'at_least'] as const
  const value = fc.oneof(fc.string(), fc.integer())
  const filter = fc.record({
    table: fc.constant('T'),
    column: fc.string(),
    operator: fc.constantFrom(...operators),
    values: fc.array(value, { minLength: 1 }),
    field: fc.constantFrom(null, 'a', 'b', 'gone'),
  })
  const readerValues = fc.record({
    a: fc.record({ name: fc.constant('A'), values: fc.array(value, { maxLength: 3 }) }),
    b: fc.record({ name: fc.constant('B'), values: fc.array(value, { maxLength: 3 }) }),
  })

  type Values = Record<'a' | 'b', { values: (string | number)[] }>
  /** Whether a filter has values of the reader only, and as many as its condition takes. */
  const isOwn = (resolved: { operator: string; values: (string | number)[] }, field: string | null, values: Values) => {
    const { values: own } = field === 'a' ? values.a : values.b
    const isFitting = resolved.values.length === 1 || resolved.operator === 'in' || resolved.operator === 'not_in'
    return (
      field === null || (resolved.values.length > 0 && isFitting && resolved.values.every((each) => own.includes(each)))
    )
  }

  it('E2: keep every filter with at least one value of the reader, or refuse', () => {
    fc.assert(
      fc.property(fc.array(filter), readerValues, (filters, values) => {
        const resolved = resolveFilters(filters, [grant({})], values)
        const byField = filters.filter(({ field }) => field !== null)
        const isRight =
          'missing' in resolved
            ? byField.length > 0
            : resolved.filters.length === filters.length &&
              byField.every(({ field }) => field !== 'gone') &&
              resolved.filters.every((each, position) => isOwn(each, filters[position]?.field ?? null, values))
        expect(isRight).toBe(true)
      }),
    )
  })

  it('are left out for a grant without filters', () => {
    const byField = { table: 'T', column: 'C', operator: 'in' as const, values: [], field: 'gone' }
    expect(resolveFilters([byField], [grant({}), grant({ without_filters: true })], {})).toEqual({ filters: [] })
  })
})
