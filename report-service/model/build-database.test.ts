import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEngine } from '../dax/engine.ts'
import { openDatabase } from '../dax/run.ts'
import { tinyModel } from '../dax/tiny-model.ts'
import { buildDatabase } from './build-database.ts'
import type { SemanticModel } from './model.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A model with the tables Product and Budget only. */
function twoTables(): SemanticModel {
  const model = tinyModel()
  const tables = model.tables.filter((table) => table.name === 'Product' || table.name === 'Budget')
  for (const table of tables) table.columns = table.columns.filter((column) => column.expression === null)
  return { ...model, tables, relationships: model.relationships.filter((one) => one.fromTable === 'Budget') }
}

async function write(files: Record<string, string>): Promise<void> {
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
}

const PRODUCT = 'Key,Name,Color,Price\n1,Road,Red,1.23456\n2,Hill,rED,2\n'
const BUDGET = 'ProductKey,Planned\n1,10\n2,20\n'

const path = () => join(folder, 'model.duckdb')
const build = (model: SemanticModel) => buildDatabase(model, folder, path())

async function ask(model: SemanticModel, dax: string) {
  const engine = await openEngine(model, path())
  try {
    return (await engine.query(dax, { identity: null })).rows
  } finally {
    engine.close()
  }
}

describe('a built database', () => {
  test('uses the types of the model, and one spelling for texts that differ only in case', async () => {
    await write({ 'Product.csv': PRODUCT, 'Budget.csv': BUDGET })
    await build(twoTables())
    expect(await ask(twoTables(), 'EVALUATE Product ORDER BY Product[Key]')).toEqual([
      [1, 'Road', 'Red', 1.2346],
      [2, 'Hill', 'Red', 2],
    ])
  })

  test('keeps the digits of a text that looks like a number', async () => {
    await write({ 'Product.csv': 'Key,Name,Color,Price\n1,1.10,007,1\n2,2.00,"1,5",2\n', 'Budget.csv': BUDGET })
    await build(twoTables())
    expect(await ask(twoTables(), 'EVALUATE Product ORDER BY Product[Key]')).toEqual([
      [1, '1.10', '007', 1],
      [2, '2.00', '1,5', 2],
    ])
  })

  test('reads no time of a column that a query makes a date', async () => {
    await write({ 'Product.csv': PRODUCT, 'Budget.csv': 'ProductKey,Planned\n1,2020-01-01 10:30:00\n2,2020-01-02\n' })
    const model = twoTables()
    const budget = model.tables.find(({ name }) => name === 'Budget')
    for (const column of budget?.columns ?? []) if (column.name === 'Planned') column.dataType = 'dateTime'
    await build(model)
    expect(await ask(model, 'EVALUATE {MIN(Budget[Planned])}')).toEqual([['2020-01-01T10:30:00']])
    if (budget) budget.source = { kind: 'file', file: 'Budget.csv', days: ['Planned'] }
    await build(model)
    expect(await ask(model, 'EVALUATE {MIN(Budget[Planned])}')).toEqual([['2020-01-01T00:00:00']])
  })

  test('computes PATH in a parent-child table, and BLANK for rows in a cycle', async () => {
    await write({
      'Product.csv': 'Key,Name,Color,Price\n1,a,,\n2,b,,1\n3,c,,2\n4,d,,5\n5,e,,4\n',
      'Budget.csv': BUDGET,
    })
    const model = twoTables()
    addColumn(model, 'PATH(Product[Key], Product[Price])')
    const [product] = model.tables
    for (const column of product?.columns ?? []) if (column.name === 'Odd') column.dataType = 'string'
    await build(model)
    const rows = await ask(model, 'EVALUATE SELECTCOLUMNS(Product, "k", Product[Key], "p", Product[Odd]) ORDER BY [k]')
    expect(rows.map((row) => row[1])).toEqual(['1', '1|2', '1|2|3', null, null])
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'U6: counts rows without a match by a relationship named %s',
    async (id) => {
      await write({ 'Product.csv': PRODUCT, 'Budget.csv': `${BUDGET}7,40\n` })
      const model = twoTables()
      for (const relationship of model.relationships) relationship.id = id
      await build(model)
      const rows = await ask(
        model,
        'EVALUATE SUMMARIZECOLUMNS(Product[Name], "x", SUM(Budget[Planned])) ORDER BY Product[Name]',
      )
      expect(rows).toEqual([
        [null, 40],
        ['Hill', 20],
        ['Road', 10],
      ])
      await write({ 'Product.csv': PRODUCT.replace('2,Hill', '1,Hill') })
      await expect(build(model)).rejects.toThrow('has a value twice')
    },
  )

  test.each(['constructor', '__proto__', 'toString'])(
    'U6: is built with a table and a column named %s',
    async (name) => {
      await write({ 'Product.csv': PRODUCT, 'Budget.csv': BUDGET })
      const model = twoTables()
      for (const table of model.tables) {
        if (table.name === 'Budget') table.name = name
        for (const column of table.columns) if (column.name === 'Color') column.name = name
      }
      await build({ ...model, relationships: [] })
      expect(
        await ask(
          { ...model, relationships: [] },
          `EVALUATE ROW("x", SUM('${name}'[Planned]), "y", COUNTROWS(DISTINCT(Product[${name}])))`,
        ),
      ).toEqual([[30, 1]])
    },
  )

  test('replaces the previous database, and open connections keep the old one', async () => {
    await write({ 'Product.csv': PRODUCT, 'Budget.csv': BUDGET })
    await build(twoTables())
    const before = await openEngine(twoTables(), path())
    await write({ 'Budget.csv': 'ProductKey,Planned\n1,99\n' })
    await build(twoTables())
    expect(await ask(twoTables(), 'EVALUATE ROW("x", SUM(Budget[Planned]))')).toEqual([[99]])
    const { rows } = await before.query('EVALUATE ROW("x", SUM(Budget[Planned]))', { identity: null })
    expect(rows).toEqual([[30]])
    before.close()
    expect((await readdir(folder)).filter((name) => name.includes('building'))).toEqual([])
  })

  test('refuses access to files, settings and writes', async () => {
    await write({ 'Product.csv': PRODUCT, 'Budget.csv': BUDGET })
    await build(twoTables())
    const database = await openDatabase(path())
    const run = (text: string) =>
      database.run({
        statement: () => ({ text, parameters: [] }),
        identity: null,
        maxRows: 1,
        timeLimit: 5000,
        signal: null,
        caller: '',
      })
    await expect(run(`select * from read_csv('${join(folder, 'Product.csv')}')`)).rejects.toThrow(
      /disabled by configuration/,
    )
    await expect(run(`attach '${join(folder, 'other.duckdb')}' as other`)).rejects.toThrow(/disabled|read-only/)
    await expect(run('set enable_external_access = true')).rejects.toThrow(/locked/)
    await expect(run('delete from "Product"')).rejects.toThrow(/read-only/)
    await database.close()
  })
})

describe('a build error names its cause and leaves the database unchanged:', () => {
  test.each<[string, Record<string, string>, (model: SemanticModel) => void, RegExp]>([
    [
      'a missing column',
      { 'Product.csv': 'Key,Name\n1,a\n' },
      () => {},
      /Table Product: Product\.csv has no column "Color"/,
    ],
    [
      'a value of another type',
      { 'Product.csv': 'Key,Name,Color,Price\nx,a,b,1\n' },
      () => {},
      /Table Product: Product\.csv does not fit/,
    ],
    ['a missing file', {}, () => {}, /Table Product: its data file cannot be read/],
    [
      'a duplicate key on the one side',
      { 'Product.csv': 'Key,Name,Color,Price\n1,a,b,1\n1,c,d,1\n' },
      () => {},
      /Product\[Key\] is on the one side but has a value twice/,
    ],
    ['a file outside the folder', {}, (model) => setFile(model, '../secret.csv'), /is not the name of a data file/],
    ['a file name pattern', {}, (model) => setFile(model, '*.csv'), /is not the name of a data file/],
    [
      'a column that refers to itself',
      { 'Product.csv': PRODUCT },
      (model) => addColumn(model, 'Product[Odd] + 1'),
      /Column Product\[Odd\]: .*cannot be found/,
    ],
    ['invalid DAX', { 'Product.csv': PRODUCT }, (model) => addColumn(model, '1 +'), /Column Product\[Odd\]: /],
    [
      'a column named rowid',
      { 'Product.csv': PRODUCT },
      (model) => addColumn(model, '1', 'RowId'),
      /may not be named rowid/,
    ],
  ])('%s', async (_, files, change, message) => {
    await write({ 'Budget.csv': BUDGET, 'model.duckdb': 'as it was', ...files })
    const model = twoTables()
    change(model)
    await expect(build(model)).rejects.toThrow(message)
    expect((await readdir(folder)).filter((name) => name.includes('duckdb'))).toEqual(['model.duckdb'])
  })
})

function setFile(model: SemanticModel, file: string): void {
  const [product] = model.tables
  if (product) product.source = { kind: 'file', file }
}

function addColumn(model: SemanticModel, expression: string, name = 'Odd'): void {
  const [product] = model.tables
  const [like] = product?.columns ?? []
  if (product && like) product.columns.push({ ...like, name, expression, sourceColumn: null })
}
