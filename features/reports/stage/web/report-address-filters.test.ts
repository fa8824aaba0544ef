import { describe, expect, it } from 'vitest'
import { addressFilters as limits } from '#catalogue/limits.ts'
import { readAddressFilters } from './report-address-filters.ts'

const target = { table: 'Region', column: 'Name' }
const read = (text: string) => {
  const { filters, fault } = readAddressFilters(text)
  expect(fault).toBeNull()
  return filters.map(({ filter }) => filter)
}

describe('filters in the URL of a report', () => {
  it('read equality, inequality and lists as basic filters', () => {
    expect(read("Region/Name eq 'South'")).toMatchObject([{ filterType: 1, target, operator: 'In', values: ['South'] }])
    expect(read("Region/Name ne 'It''s'")).toMatchObject([{ operator: 'NotIn', values: ["It's"] }])
    expect(read("Region/Name in ('North', 'South, East' ,3)")).toMatchObject([
      { operator: 'In', values: ['North', 'South, East', 3] },
    ])
  })

  it('read comparisons, and a range on one column as one filter', () => {
    expect(read('Sales/Amount gt -1.5')).toMatchObject([
      { filterType: 0, conditions: [{ operator: 'GreaterThan', value: -1.5 }] },
    ])
    expect(read('Sales/Day ge 2026-01-01 and Sales/Day lt 2026-02-01T10:30')).toMatchObject([
      {
        logicalOperator: 'And',
        conditions: [
          { operator: 'GreaterThanOrEqual', value: '2026-01-01T00:00:00.000Z' },
          { operator: 'LessThan', value: '2026-02-01T10:30:00.000Z' },
        ],
      },
    ])
  })

  it('read blank, true and names with other characters', () => {
    expect(read('Sales/Note eq null and Sales/Open eq true')).toMatchObject([
      { conditions: [{ operator: 'IsBlank' }] },
      { operator: 'In', values: [true] },
    ])
    expect(read("Vendas_x0020_do_x0020_mês/Região EQ 'Sul'")).toMatchObject([
      { target: { table: 'Vendas do mês', column: 'Região' } },
    ])
  })

  it.each([
    '',
    'nonsense',
    "Region/Name eq 'South",
    "Region/Name eq 'South'or 1 eq 1",
    "Region/Name eq 'South' or Region/Name eq 'North'",
    "Region/Name like 'S'",
    'Region/Name in ()',
    'Sales/Day eq 2026-13-45',
    'Region eq 1',
    "Region/Name eq 'a' and",
    'a/b eq constructor',
  ])('refuse %j, and name the part that was not understood', (text) => {
    const { filters, fault } = readAddressFilters(text)
    expect(filters).toEqual([])
    expect(fault?.code).toBe('unreadable')
  })

  it('refuse more than the limits allow, without reading it', () => {
    expect(readAddressFilters('x'.repeat(limits.length + 1)).fault?.code).toBe('too_long')
    const tooMany = Array.from({ length: limits.max + 1 }, (_, index) => `T/C${index} eq 1`).join(' and ')
    expect(readAddressFilters(tooMany).fault?.code).toBe('over_limit')
    expect(readAddressFilters('T/C gt 1 and T/C lt 5 and T/C ne 3').fault).toEqual({
      code: 'column_limit',
      part: 'T/C',
    })
  })
})
