// A model for tests, small enough to check by hand: a star schema with keys without a row, spellings that differ in case,
// an inactive relationship, a bidirectional bridge table, and roles. Its rows are written as CSV.
// Next: engine.test.ts, security.test.ts.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDatabase } from '../model/build-database.ts'
import type { Column, DataType, Relationship, Role, SemanticModel, Table } from '../model/model.ts'
import { openEngine, type Engine } from './engine.ts'

const ROWS: Record<string, string> = {
  Product: 'Key,Name,Color,Price\n1,Road,Red,100\n2,Hill,Blue,50\n3,Town,red,20\n4,Idle,,10\n',
  // Product 9 does not exist. The last sale has no product and no customer.
  Sales:
    'Id,ProductKey,CustomerKey,Ordered,Shipped,Quantity,Amount\n' +
    '1,1,1,2020-01-01,2020-01-02,1,100\n2,1,2,2020-01-02,2021-01-01,2,200\n3,2,1,2021-01-01,2021-01-01,1,50\n' +
    '4,3,3,2021-01-01,2021-01-02,5,100.5\n5,9,1,2020-01-01,2020-01-01,1,7\n6,,,2020-01-02,2020-01-02,1,3\n',
  Customer: 'Key,City,Email\n1,Porto,ana@example.com\n2,Braga,rui@example.com\n3,Porto,eva@example.com\n',
  Calendar: 'Date,Year,Month\n2020-01-01,2020,1\n2020-01-02,2020,1\n2021-01-01,2021,1\n2021-01-02,2021,1\n',
  Budget: 'ProductKey,Planned\n1,500\n2,20\n2,30\n2,30\n',
  Region: 'Name\nNorth\nSouth\n',
  CityRegion: 'City,Region\nPorto,North\nBraga,North\nBraga,South\n',
  Visit: 'City,Count\nPorto,10\nBraga,4\n',
  City: 'City\nPorto\nBraga\n',
}

const COLUMNS: Record<string, Record<string, DataType>> = {
  Product: { Key: 'int64', Name: 'string', Color: 'string', Price: 'decimal' },
  Sales: {
    Id: 'int64',
    ProductKey: 'int64',
    CustomerKey: 'int64',
    Ordered: 'dateTime',
    Shipped: 'dateTime',
    Quantity: 'int64',
    Amount: 'decimal',
  },
  Customer: { Key: 'int64', City: 'string', Email: 'string' },
  Calendar: { Date: 'dateTime', Year: 'int64', Month: 'int64' },
  Budget: { ProductKey: 'int64', Planned: 'double' },
  Region: { Name: 'string' },
  CityRegion: { City: 'string', Region: 'string' },
  Visit: { City: 'string', Count: 'int64' },
  City: { City: 'string' },
}

const MEASURES: Record<string, string> = {
  Total: 'SUM(Sales[Amount])',
  Pieces: 'SUM(Sales[Quantity])',
  Orders: 'COUNTROWS(Sales)',
  'Red Total': 'CALCULATE([Total], Product[Color] = "RED")',
  'All Total': 'CALCULATE([Total], ALL(Product))',
  Share: 'DIVIDE([Total], [All Total])',
  'Shipped Total': 'CALCULATE([Total], USERELATIONSHIP(Sales[Shipped], Calendar[Date]))',
  Looped: '[Looped] + 1',
}

function column(name: string, dataType: DataType, expression: string | null = null): Column {
  const sourceColumn = expression === null ? name : null
  return {
    name,
    dataType,
    sourceColumn,
    expression,
    formatString: dataType === 'decimal' ? '#,0.00' : null,
    sortByColumn: null,
    summarizeBy: 'none',
    isKey: false,
    isHidden: false,
    description: null,
  }
}

function fileTable(name: string): Table {
  const columns = Object.entries(COLUMNS[name] ?? {}).map(([one, dataType]) => column(one, dataType))
  const measures = Object.entries(name === 'Sales' ? MEASURES : {}).map(([one, expression]) => ({
    name: one,
    expression,
    formatString: one === 'Total' ? '0.00' : null,
    displayFolder: null,
    isHidden: false,
    description: null,
  }))
  return { name, isHidden: false, description: null, columns, measures, source: { kind: 'file', file: `${name}.csv` } }
}

function relationship(from: string, to: string, more: Partial<Relationship> = {}): Relationship {
  const [fromTable = '', fromColumn = ''] = from.split('.')
  const [toTable = '', toColumn = ''] = to.split('.')
  return {
    id: `${from} ${to}`,
    fromTable,
    fromColumn,
    toTable,
    toColumn,
    fromCardinality: 'many',
    toCardinality: 'one',
    crossFilter: 'single',
    isActive: true,
    ...more,
  }
}

export const ROLES: Role[] = [
  { name: 'Everyone', tablePermissions: [] },
  { name: 'Self', tablePermissions: [{ table: 'Customer', filter: 'Customer[Email] = USERPRINCIPALNAME()' }] },
  { name: 'Not Porto', tablePermissions: [{ table: 'Customer', filter: '[City] <> "Porto"' }] },
  { name: 'By Region', tablePermissions: [{ table: 'Region', filter: 'Region[Name] = CUSTOMDATA()' }] },
  { name: 'Of 2020', tablePermissions: [{ table: 'Calendar', filter: 'Calendar[Year] = 2020' }] },
  { name: 'Dear', tablePermissions: [{ table: 'Product', filter: 'Product[Price] > 60' }] },
]

export function tinyModel(roles: Role[] = []): SemanticModel {
  const tables = Object.keys(ROWS).map(fileTable)
  for (const table of tables) {
    if (table.name === 'Product')
      table.columns.push(
        column('Sold', 'decimal', 'CALCULATE(SUM(Sales[Amount]))'),
        column('Dear', 'boolean', '[Half] > 30'),
        column('Half', 'decimal', 'Product[Price] * 0.5'),
      )
  }
  tables.push({
    ...fileTable('Colors'),
    columns: [{ ...column('Color', 'string') }, column('Count', 'int64')],
    source: {
      kind: 'calculated',
      expression: 'ADDCOLUMNS(DISTINCT(Product[Color]), "Count", CALCULATE(COUNTROWS(Product)))',
    },
  })
  // Four notes, one without a text and one with an empty text.
  tables.push({
    ...fileTable('Note'),
    columns: [column('Id', 'int64'), column('Text', 'string')],
    source: {
      kind: 'calculated',
      expression:
        'SELECTCOLUMNS({1, 2, 3, 4}, "Id", [Value], "Text", SWITCH([Value], 1, "", 2, BLANK(), 3, "short", "long"))',
    },
  })
  return {
    name: 'Tiny',
    culture: 'en-US',
    tables,
    relationships: [
      relationship('Sales.ProductKey', 'Product.Key'),
      relationship('Sales.CustomerKey', 'Customer.Key'),
      relationship('Sales.Ordered', 'Calendar.Date'),
      relationship('Sales.Shipped', 'Calendar.Date', { isActive: false }),
      relationship('Budget.ProductKey', 'Product.Key'),
      relationship('Customer.City', 'City.City'),
      relationship('Visit.City', 'City.City'),
      relationship('CityRegion.City', 'City.City', { crossFilter: 'both' }),
      relationship('CityRegion.Region', 'Region.Name'),
    ],
    roles,
  }
}

export type Opened = { engine: Engine; path: string; close(): Promise<void> }

/** Writes the rows (with optional replacements), builds the database and opens it. `close` removes everything. */
export async function openTiny(roles: Role[] = [], rows: Partial<typeof ROWS> = {}): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'tiny-'))
  const data = join(folder, 'data')
  await mkdir(data)
  await Promise.all(
    Object.entries({ ...ROWS, ...rows }).map(([name, text]) => writeFile(join(data, `${name}.csv`), text ?? '')),
  )
  const model = tinyModel(roles)
  const path = join(folder, 'model.duckdb')
  await buildDatabase(model, data, path)
  const engine = await openEngine(model, path)
  const close = async (): Promise<void> => {
    engine.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { engine, path, close }
}
