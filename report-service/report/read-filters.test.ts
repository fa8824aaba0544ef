import { describe, expect, test } from 'vitest'
import type { ReportFilter } from './definition.ts'
import { parseLiteral } from './literal.ts'
import { readFilter } from './read-filters.ts'

const column = { Column: { Expression: { SourceRef: { Entity: 'Sales' } }, Property: 'Region' } }
const aliased = { Column: { Expression: { SourceRef: { Source: 's' } }, Property: 'Region' } }
const literal = (Value: string) => ({ Literal: { Value } })
const target = { table: 'Sales', column: 'Region' }

function read(...conditions: unknown[]): ReportFilter {
  const filter = {
    Version: 2,
    From: [{ Name: 's', Entity: 'Sales', Type: 0 }],
    Where: conditions.map((Condition) => ({ Condition })),
  }
  const { displaySettings: _, ...rest } = readFilter({ name: 'f', field: column, type: 'Categorical', filter })
  return rest
}

describe('literals', () => {
  test.each([
    ["'it''s'", "it's"],
    ["''", ''],
    ['12L', 12],
    ['-1.5D', -1.5],
    ['2.5M', 2.5],
    ['true', true],
    ['null', null],
    ["datetime'2024-01-01T00:00:00'", '2024-01-01T00:00:00'],
    ["datetime'2024-01-01T10:20:30.0000000'", '2024-01-01T10:20:30.0000000'],
    ["guid'00000000-0000-0000-0000-000000000001'", '00000000-0000-0000-0000-000000000001'],
  ])('parses %s', (text, value) => {
    expect(parseLiteral(text)).toBe(value)
  })

  test.each(["'open", 'word', '1X', '', "'a' or 'b'"])('refuses %j', (text) => {
    expect(parseLiteral(text)).toBeUndefined()
  })
})

describe('conditions', () => {
  const inList = { In: { Expressions: [aliased], Values: [[literal("'North'")], [literal('null')]] } }
  const comparison = (ComparisonKind: number, value: string) => ({
    Comparison: { ComparisonKind, Left: aliased, Right: literal(value) },
  })

  test('reads IN and NOT IN', () => {
    expect(read(inList)).toEqual({ filterType: 1, target, operator: 'In', values: ['North', null] })
    expect(read({ Not: { Expression: inList } })).toMatchObject({ operator: 'NotIn', values: ['North', null] })
  })

  test.each([
    [0, 'Is'],
    [1, 'GreaterThan'],
    [2, 'GreaterThanOrEqual'],
    [3, 'LessThan'],
    [4, 'LessThanOrEqual'],
  ])('reads comparison kind %i as %s', (kind, operator) => {
    expect(read(comparison(kind, '5L'))).toEqual({
      filterType: 0,
      target,
      logicalOperator: 'And',
      conditions: [{ operator, value: 5 }],
    })
  })

  test('reads two conditions joined by OR, by AND, or in one list', () => {
    const [left, right] = [comparison(3, '1L'), comparison(1, '9L')]
    const conditions = [
      { operator: 'LessThan', value: 1 },
      { operator: 'GreaterThan', value: 9 },
    ]
    expect(read({ Or: { Left: left, Right: right } })).toMatchObject({ logicalOperator: 'Or', conditions })
    expect(read({ And: { Left: left, Right: right } })).toMatchObject({ logicalOperator: 'And', conditions })
    expect(read(left, right)).toMatchObject({ logicalOperator: 'And', conditions })
  })

  test('reads text conditions, blank conditions and their negations', () => {
    const contains = { Contains: { Left: aliased, Right: literal("'or'") } }
    const starts = { StartsWith: { Left: aliased, Right: literal("'No'") } }
    const operatorOf = (condition: unknown) => {
      const filter = read(condition)
      return filter.filterType === 0 ? filter.conditions : filter
    }
    expect(operatorOf(contains)).toEqual([{ operator: 'Contains', value: 'or' }])
    expect(operatorOf({ Not: { Expression: contains } })).toEqual([{ operator: 'DoesNotContain', value: 'or' }])
    expect(operatorOf({ Not: { Expression: starts } })).toEqual([{ operator: 'DoesNotStartWith', value: 'No' }])
    expect(operatorOf(comparison(0, 'null'))).toEqual([{ operator: 'IsBlank' }])
    expect(operatorOf({ Not: { Expression: comparison(0, 'null') } })).toEqual([{ operator: 'IsNotBlank' }])
    expect(operatorOf(comparison(0, "''"))).toEqual([{ operator: 'IsEmptyString' }])
  })

  test('reads Between as two conditions', () => {
    const between = { Between: { Expression: aliased, LowerBound: literal('1L'), UpperBound: literal('9L') } }
    expect(read(between)).toMatchObject({
      conditions: [
        { operator: 'GreaterThanOrEqual', value: 1 },
        { operator: 'LessThanOrEqual', value: 9 },
      ],
    })
  })

  test('reads "the last three months, including today"', () => {
    const now = { Now: {} }
    const add = (inner: unknown, Amount: number, TimeUnit: number) => ({
      DateAdd: { Expression: inner, Amount, TimeUnit },
    })
    const span = (inner: unknown) => ({ DateSpan: { Expression: inner, TimeUnit: 0 } })
    const between = {
      Between: { Expression: aliased, LowerBound: span(add(add(now, 1, 0), -3, 2)), UpperBound: span(now) },
    }
    expect(read(between)).toEqual({
      filterType: 4,
      target,
      operator: 0,
      timeUnitsCount: 3,
      timeUnitType: 3,
      includeToday: true,
    })
  })

  test('reads a filter without a condition as unrestricted', () => {
    expect(readFilter({ field: column, type: 'Categorical' })).toMatchObject({
      filterType: 1,
      operator: 'All',
      values: [],
    })
  })

  test.each([
    [
      'supports a column with its table name instead of an alias',
      { In: { Expressions: [column], Values: [[literal('1L')]] } },
      false,
    ],
    [
      'does not support a column with an undefined alias',
      {
        In: {
          Expressions: [{ Column: { Expression: { SourceRef: { Source: 'x' } }, Property: 'Region' } }],
          Values: [[literal('1L')]],
        },
      },
      true,
    ],
    ['does not support an expression instead of a literal', comparison(1, 'Now()'), true],
    ['does not support an unknown condition', { Within: {} }, true],
    [
      'does not support a negated comparison, because of its meaning for BLANK',
      { Not: { Expression: comparison(1, '5L') } },
      true,
    ],
  ])('%s', (_, condition, isUnsupported) => {
    expect(read(condition).filterType === 2).toBe(isUnsupported)
  })
})
