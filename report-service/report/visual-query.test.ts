import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTokens } from '../dax/lexer.ts'
import type { Column, DataType, SemanticModel, Table, Value } from '../model/model.ts'
import type { Field, Projection, ReportFilter, Visual } from './definition.ts'
import { planValues, planVisual } from './visual-query.ts'

const column = (name: string, dataType: DataType, sortByColumn: string | null = null): Column => ({
  name,
  dataType,
  sourceColumn: name,
  expression: null,
  formatString: null,
  sortByColumn,
  summarizeBy: 'none',
  isKey: false,
  isHidden: false,
  description: null,
})
const table = (name: string, columns: Column[], measures: string[] = []): Table => ({
  name,
  isHidden: false,
  description: null,
  columns,
  measures: measures.map((measure) => ({
    name: measure,
    expression: '1',
    formatString: '#,0',
    displayFolder: null,
    isHidden: false,
    description: null,
  })),
  source: { kind: 'file', file: `${name}.parquet` },
})
const joined = (fromTable: string, toTable: string) => ({
  id: `${fromTable}${toTable}`,
  fromTable,
  fromColumn: 'Key',
  toTable,
  toColumn: 'Key',
  fromCardinality: 'many' as const,
  toCardinality: 'one' as const,
  crossFilter: 'single' as const,
  isActive: true,
})
const model: SemanticModel = {
  name: 'Shop',
  culture: 'en-US',
  tables: [
    table('Sales', [column('Units', 'int64'), column('At', 'dateTime')], ['Total', 'Cost']),
    table("It's", [column('Co]or', 'string'), column('Size', 'int64')]),
    table('Date', [column('Year', 'int64'), column('Month', 'string', 'Number'), column('Number', 'int64')]),
    table('Island', [column('Name', 'string')]),
  ],
  relationships: [joined('Sales', "It's"), joined('Sales', 'Date')],
  roles: [],
}

const color: Field = { kind: 'column', table: "It's", name: 'Co]or' }
const year: Field = { kind: 'column', table: 'Date', name: 'Year' }
const month: Field = { kind: 'column', table: 'Date', name: 'Month' }
const total: Field = { kind: 'measure', table: 'Sales', name: 'Total' }
const units: Field = { kind: 'aggregation', table: 'Sales', name: 'Units', aggregation: 'sum' }

const projection = (field: Field): Projection => ({
  field,
  queryRef: `${field.table}.${field.name}`,
  displayName: field.name,
  active: true,
})
const visual = (type: string, wells: Record<string, Field[]>, more: Partial<Visual> = {}): Visual => ({
  name: 'v',
  type,
  title: null,
  showTitle: true,
  position: { x: 0, y: 0, z: 0, width: 1, height: 1, tabOrder: 0 },
  wells: Object.fromEntries(Object.entries(wells).map(([role, fields]) => [role, fields.map(projection)])),
  sort: [],
  filters: [],
  text: null,
  slicerMode: null,
  isHidden: false,
  altText: null,
  ...more,
})
const plan = (visual: Visual, filters: ReportFilter[] = []) => planVisual(model, visual, { filters, now: 0 })
const chart = visual('columnChart', { Category: [color], Y: [total, units] })
const filterOn = (field: Field, values: Value[], operator: 'In' | 'NotIn' = 'In'): ReportFilter => ({
  filterType: 1,
  target: { table: field.table, column: field.name },
  operator,
  values,
})

describe('a visual query', () => {
  test('of a chart groups by category and sorts by the greatest value first', () => {
    expect(plan(chart)?.dax).toBe(
      `EVALUATE SUMMARIZECOLUMNS('It''s'[Co]]or], "v0", [Total], "v1", SUM('Sales'[Units])) ORDER BY [v0] DESC, 'It''s'[Co]]or]`,
    )
  })

  test('returns the place of each column, with the sort-by column after its column', () => {
    const found = plan(visual('lineChart', { Category: [month], Series: [color], Y: [total] }))
    expect(found?.dax).toBe(
      `EVALUATE SUMMARIZECOLUMNS('Date'[Month], 'Date'[Number], 'It''s'[Co]]or], "v0", [Total]) ORDER BY 'Date'[Number], 'It''s'[Co]]or]`,
    )
    expect(found?.columns.map(({ role, place }) => [role, place])).toEqual([
      ['Category', 0],
      ['Series', 2],
      ['Y', 3],
    ])
  })

  test('uses the sort order of the person instead of the report’s', () => {
    const sorted = visual(
      'tableEx',
      { Values: [month, total] },
      { sort: [{ queryRef: 'Sales.Total', direction: 'desc' }] },
    )
    expect(plan(sorted)?.dax).toContain("ORDER BY [v0] DESC, 'Date'[Number]")
    const sort = [{ queryRef: 'Date.Month', direction: 'desc' as const }]
    expect(planVisual(model, sorted, { filters: [], sort, now: 0 })?.dax).toMatch(/ORDER BY 'Date'\[Number\] DESC$/)
  })

  test('of a KPI follows its trend axis, whatever the report says: the last row is the present value', () => {
    const sort = [{ queryRef: 'Sales.Total', direction: 'desc' as const }]
    const kpi = visual('kpi', { Indicator: [total], TrendLine: [month], Goal: [units] }, { sort })
    expect(plan(kpi)?.dax).toMatch(/ORDER BY 'Date'\[Number\]$/)
    expect(planVisual(model, kpi, { filters: [], sort, now: 0 })?.dax).toMatch(/ORDER BY 'Date'\[Number\]$/)
  })

  test('of a card has no sort order', () => {
    expect(plan(visual('card', { Values: [total] }))?.dax).toBe('EVALUATE SUMMARIZECOLUMNS("v0", [Total])')
  })

  test('of a table queries its total without groups', () => {
    const found = plan(visual('tableEx', { Values: [color, total] }), [filterOn(year, [2013])])
    expect(found?.totals).toEqual({
      dax: `EVALUATE SUMMARIZECOLUMNS(TREATAS({2013}, 'Date'[Year]), "v0", [Total])`,
      places: [null, 0],
    })
  })

  test('of a matrix queries every subtotal', () => {
    const found = plan(visual('pivotTable', { Rows: [color, month], Columns: [year], Values: [total] }))
    expect(found?.subtotals.map(({ places }) => places)).toEqual([
      [0, 1, null, 3],
      [0, null, 1, 2],
      [0, null, null, 1],
      [null, null, 0, 1],
    ])
  })

  test('with columns only returns existing combinations, through the common table', () => {
    expect(plan(visual('tableEx', { Values: [year, month] }))?.dax).not.toContain('COUNTROWS')
    expect(plan(visual('tableEx', { Values: [year, color] }))?.dax).toContain(`"rows", COUNTROWS('Sales')`)
    const island: Field = { kind: 'column', table: 'Island', name: 'Name' }
    expect(() => plan(visual('tableEx', { Values: [year, island] }))).toThrow(
      expect.objectContaining({ code: 'UnrelatedFields' }),
    )
  })

  test('leaves out hierarchy levels that are not active', () => {
    const wells = { Category: [projection(year), { ...projection(month), active: false }], Y: [projection(total)] }
    expect(plan({ ...chart, wells })?.dax).not.toContain('Month')
  })

  test('of a text box is null', () => {
    expect(plan(visual('textbox', {}))).toBeNull()
  })
})

describe('filters', () => {
  const argument = (...filters: ReportFilter[]) => planValues(model, { table: 'Island', column: 'Name' }, filters, 0)

  test.each<[string, ReportFilter[], string]>([
    ['a list', [filterOn(color, ['a', 'b'])], `TREATAS({"a", "b"}, 'It''s'[Co]]or])`],
    [
      'a list with blank',
      [filterOn(color, ['a', null])],
      `FILTER(VALUES('It''s'[Co]]or]), (ISBLANK('It''s'[Co]]or]) || 'It''s'[Co]]or] IN {"a"}))`,
    ],
    [
      'not in a list',
      [filterOn(year, [2010], 'NotIn')],
      `FILTER(VALUES('Date'[Year]), (NOT ('Date'[Year] IN {2010})))`,
    ],
    [
      'two on one column',
      [filterOn(year, [2010]), filterOn(year, [2011])],
      `FILTER(VALUES('Date'[Year]), ('Date'[Year] IN {2010}) && ('Date'[Year] IN {2011}))`,
    ],
    [
      'a range',
      [
        {
          filterType: 0,
          target: { table: 'Date', column: 'Year' },
          logicalOperator: 'And',
          conditions: [
            { operator: 'GreaterThanOrEqual', value: 2011 },
            { operator: 'LessThan', value: 2013 },
          ],
        },
      ],
      `FILTER(VALUES('Date'[Year]), ('Date'[Year] >= 2011 && 'Date'[Year] < 2013))`,
    ],
    [
      'part of a text',
      [
        {
          filterType: 0,
          target: { table: 'Island', column: 'Name' },
          logicalOperator: 'And',
          conditions: [{ operator: 'Contains', value: '5* "a"' }],
        },
      ],
      `FILTER(VALUES('Island'[Name]), (CONTAINSSTRING('Island'[Name], "5* ""a""")))`,
    ],
    [
      'pairs',
      [
        {
          filterType: 6,
          target: [
            { table: 'Date', column: 'Year' },
            { table: 'Island', column: 'Name' },
          ],
          operator: 'In',
          values: [[{ value: 2011 }, { value: 'x' }]],
        },
      ],
      `TREATAS({(2011, "x")}, 'Date'[Year], 'Island'[Name])`,
    ],
    [
      'the best of a column',
      [
        {
          filterType: 5,
          target: { table: 'Date', column: 'Year' },
          operator: 'Top',
          itemCount: 3,
          orderBy: { table: 'Sales', measure: 'Total' },
        },
      ],
      `TOPN(3, VALUES('Date'[Year]), [Total], DESC)`,
    ],
    [
      'relative dates',
      [
        {
          filterType: 4,
          target: { table: 'Sales', column: 'At' },
          operator: 1,
          timeUnitsCount: 1,
          timeUnitType: 6,
          includeToday: true,
        },
      ],
      `FILTER(VALUES('Sales'[At]), ('Sales'[At] >= dt"1970-01-01T00:00:00" && 'Sales'[At] < dt"1971-01-01T00:00:00"))`,
    ],
  ])('are converted: %s', (_, filters, expected) => {
    expect(argument(...filters)).toContain(expected)
  })

  test('of kind Top N rank only values that the other filters leave', () => {
    const top: ReportFilter = {
      filterType: 5,
      target: { table: 'Date', column: 'Year' },
      operator: 'Bottom',
      itemCount: 3,
      orderBy: { table: 'Sales', measure: 'Total' },
    }
    const others = `TREATAS({"red"}, 'It''s'[Co]]or])`
    expect(argument(top, filterOn(color, ['red']))).toContain(
      `${others}, CALCULATETABLE(TOPN(3, VALUES('Date'[Year]), [Total], ASC), ${others})`,
    )
  })

  test('on a measure keep the matching rows, and the total includes only these', () => {
    const positive: ReportFilter = {
      filterType: 0,
      target: { table: 'Sales', measure: 'Cost' },
      logicalOperator: 'And',
      conditions: [{ operator: 'GreaterThan', value: 0 }],
    }
    const found = plan(visual('tableEx', { Values: [year, total] }), [positive])
    expect(found?.dax).toContain(`FILTER(SUMMARIZECOLUMNS('Date'[Year], "v0", [Total], "f0", [Cost]), ([f0] > 0))`)
    expect(found?.totals?.dax).toBe(
      `EVALUATE SUMMARIZECOLUMNS(FILTER(SUMMARIZECOLUMNS('Date'[Year], "f0", [Cost]), ([f0] > 0)), "v0", [Total])`,
    )
  })

  test('that restrict nothing are left out', () => {
    const open: ReportFilter = { filterType: 1, target: { table: 'Date', column: 'Year' }, operator: 'All', values: [] }
    expect(plan(chart, [open])).toEqual(plan(chart))
  })

  test.each<[string, ReportFilter]>([
    ['an unknown table', filterOn({ ...year, table: 'Dates' }, [1])],
    ['an unknown column', filterOn({ ...year, name: 'Year] , [Total' }, [1])],
    ['a name of Object.prototype', filterOn({ ...year, table: '__proto__' }, [1])],
  ])('on %s are refused', (_, filter) => {
    expect(() => plan(chart, [filter])).toThrow(expect.objectContaining({ code: 'UnknownField' }))
  })

  test('that could not be read are refused', () => {
    const unread: ReportFilter = { filterType: 2, target: { table: '' }, message: 'no', notSupportedTypeName: 'x' }
    expect(() => plan(chart, [unread])).toThrow(expect.objectContaining({ code: 'UnsupportedFilter', message: 'no' }))
  })

  test('with any text value change only the string literal', () => {
    const kinds = (value: string) =>
      readTokens(plan(chart, [filterOn(color, [value])])?.dax ?? '').map((token) =>
        token.text === value ? 'value' : token,
      )
    const shape = (value: string) => kinds(value).map((token) => (token === 'value' ? token : [token.kind, token.text]))
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', "'", ']', ')', '}', ',', '\n', '/', '*', 'x') }), (text) => {
        const hostile = `#${text}`
        expect(shape(hostile)).toEqual(shape('plain'))
      }),
    )
  })
})
