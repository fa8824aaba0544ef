import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readSemanticModel } from './read-tmdl.ts'
import { parseTmdl } from './tmdl-tree.ts'

const folders: string[] = []
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
})

async function project(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tmdl-'))
  folders.push(root)
  const folder = join(root, 'Shop.SemanticModel')
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  return folder
}

const MODEL = "model Model\n\tculture: pt-BR\n\nref table Sales\nref table 'Sales Person'\n"
const SALES = `/// Lines of orders.
/// Two lines of words.
table Sales
\tlineageTag: 1

\t/// All of it.
\tmeasure 'Net Total' = SUM(Sales[Amount])
\t\tformatString: #,0.00
\t\tdisplayFolder: Money

\tmeasure Long =
\t\t\tVAR a = [Net Total]

\t\t\tRETURN
\t\t\t\ta + 1
\t\tisHidden

\tmeasure Fenced = \`\`\`
\t\t\tIF(
\t\t\t\tTRUE(), "=: 'x'"
\t\t\t)
\t\t\t\`\`\`
\t\tformatString: "R$" 0

\tcolumn Amount
\t\tdataType: decimal
\t\tsummarizeBy: sum
\t\tsourceColumn: amount_net

\tcolumn 'Person''s Key'
\t\tdataType: int64
\t\tisHidden: true

\tcolumn Twice = Sales[Amount] * 2
\t\tdataType: decimal
\t\tsortByColumn: 'Person''s Key'

\thierarchy H

\t\tlevel One
\t\t\tcolumn: Amount

\tpartition Sales = m
\t\tmode: import
\t\tsource =
\t\t\t\tlet
\t\t\t\t\tSource = Parquet.Document(File.Contents(Folder & "\\lines.parquet"))
\t\t\t\tin
\t\t\t\t\tSource

\tannotation PBI_ResultType = Table
`
const PEOPLE = `table 'Sales Person'
\tcolumn Key
\t\tdataType: int64
\t\tisKey
\tpartition P = calculated
\t\tmode: import
\t\tsource = SELECTCOLUMNS({1, 2}, "Key", [Value])
`
const RELATIONSHIPS = `relationship 12-ab
\tfromColumn: Sales.'Person''s Key'
\ttoColumn: 'Sales Person'.Key
\tcrossFilteringBehavior: bothDirections
\tisActive: false
`
const ROLE = `role 'By Person'
\tmodelPermission: read

\ttablePermission 'Sales Person' =
\t\t\t'Sales Person'[Key] = 1
\t\t\t\t|| USERNAME() = "x"

\tannotation A = {"b": [1]}
`

const FILES = {
  'definition/model.tmdl': MODEL,
  'definition/tables/Sales.tmdl': SALES,
  'definition/tables/Sales Person.tmdl': PEOPLE,
  'definition/relationships.tmdl': RELATIONSHIPS,
  'definition/roles/By Person.tmdl': ROLE,
  'definition/cultures/pt-BR.tmdl': 'cultureInfo pt-BR\n\tlinguisticMetadata =\n\t\t\t{}\n',
  'data/lines.parquet': '',
}

describe('a model folder', () => {
  test('is read completely', async () => {
    const model = await readSemanticModel(await project(FILES))
    expect(model).toMatchObject({ name: 'Shop', culture: 'pt-BR' })
    const [sales, people] = model.tables
    expect(sales).toMatchObject({
      name: 'Sales',
      description: 'Lines of orders.\nTwo lines of words.',
      source: { kind: 'file', file: 'lines.parquet' },
    })
    expect(sales?.measures).toEqual([
      expect.objectContaining({
        name: 'Net Total',
        expression: 'SUM(Sales[Amount])',
        formatString: '#,0.00',
        displayFolder: 'Money',
        description: 'All of it.',
        isHidden: false,
      }),
      expect.objectContaining({
        name: 'Long',
        expression: 'VAR a = [Net Total]\n\nRETURN\n\ta + 1',
        isHidden: true,
        description: null,
      }),
      expect.objectContaining({ name: 'Fenced', expression: 'IF(\n\tTRUE(), "=: \'x\'"\n)', formatString: '"R$" 0' }),
    ])
    expect(sales?.columns).toEqual([
      expect.objectContaining({
        name: 'Amount',
        dataType: 'decimal',
        sourceColumn: 'amount_net',
        summarizeBy: 'sum',
        expression: null,
      }),
      expect.objectContaining({
        name: "Person's Key",
        sourceColumn: "Person's Key",
        isHidden: true,
        summarizeBy: 'none',
      }),
      expect.objectContaining({
        name: 'Twice',
        sourceColumn: null,
        expression: 'Sales[Amount] * 2',
        sortByColumn: "Person's Key",
      }),
    ])
    expect(people).toMatchObject({
      source: { kind: 'calculated', expression: 'SELECTCOLUMNS({1, 2}, "Key", [Value])' },
      columns: [{ isKey: true }],
    })
    expect(model.relationships).toEqual([
      {
        id: '12-ab',
        fromTable: 'Sales',
        fromColumn: "Person's Key",
        toTable: 'Sales Person',
        toColumn: 'Key',
        fromCardinality: 'many',
        toCardinality: 'one',
        crossFilter: 'both',
        isActive: false,
      },
    ])
    expect(model.roles).toEqual([
      {
        name: 'By Person',
        tablePermissions: [{ table: 'Sales Person', filter: '\'Sales Person\'[Key] = 1\n\t|| USERNAME() = "x"' }],
      },
    ])
  })

  test.each<[string, Partial<Record<keyof typeof FILES, string>>, RegExp]>([
    [
      'an unknown type',
      { 'definition/tables/Sales Person.tmdl': PEOPLE.replace('int64', 'integer') },
      /Sales Person\.tmdl:2: dataType "integer" is not one of/,
    ],
    [
      'a column without a type',
      { 'definition/tables/Sales Person.tmdl': PEOPLE.replace('\t\tdataType: int64\n', '') },
      /Sales Person\.tmdl:2: Column Key needs a dataType/,
    ],
    [
      'a relationship to an unknown column',
      { 'definition/relationships.tmdl': RELATIONSHIPS.replace('.Key', '.Nope') },
      /relationships\.tmdl:1: There is no column Sales Person\[Nope\]/,
    ],
    [
      'a role on an unknown table',
      { 'definition/roles/By Person.tmdl': ROLE.replace("tablePermission 'Sales Person'", 'tablePermission Nope') },
      /By Person\.tmdl:4: There is no table Nope/,
    ],
    [
      'an unclosed fence',
      { 'definition/tables/Sales Person.tmdl': PEOPLE.replace('source = SELECT', 'source = ```\nSELECT') },
      /never ends/,
    ],
    [
      'a line that is not a declaration',
      { 'definition/model.tmdl': 'model Model\n\t"what"\n' },
      /model\.tmdl:2: .*is not a TMDL declaration/,
    ],
    [
      'too deep nesting',
      { 'definition/model.tmdl': Array.from({ length: 50 }, (_, depth) => `${'\t'.repeat(depth)}a b`).join('\n') },
      /nested deeper/,
    ],
    [
      'a line indented too far',
      { 'definition/model.tmdl': 'model Model\n\t\t\tculture: x\n' },
      /model\.tmdl:2: .*deeper/,
    ],
  ])('reports %s with file and line', async (_, changes, message) => {
    await expect(readSemanticModel(await project({ ...FILES, ...changes }))).rejects.toThrow(message)
  })

  test('is refused if a query needs Power Query, and the error names the function', async () => {
    const source = SALES.replace(
      'Parquet.Document(File.Contents(Folder & "\\lines.parquet"))',
      'Sql.Database("server", "base")',
    )
    const folder = await project({ ...FILES, 'definition/tables/Sales.tmdl': source })
    await expect(readSemanticModel(folder)).rejects.toThrow(
      /Table Sales: this query needs Sql\.Database; supply data\/Sales\.parquet/,
    )
    await writeFile(join(folder, 'data', 'Sales.csv'), '')
    expect((await readSemanticModel(folder)).tables[0]?.source).toEqual({ kind: 'file', file: 'Sales.csv' })
  })

  // https://learn.microsoft.com/power-bi/guidance/rls-guidance and /analysis-services/tabular-models/object-level-security
  test.each<[string, string, RegExp]>([
    [
      'a hidden table',
      "\ttablePermission 'Sales Person'\n\t\tmetadataPermission: none\n",
      /By Person\.tmdl:2: Role By Person hides the table Sales Person: object-level security is not supported/,
    ],
    [
      'a hidden table with a filter',
      "\ttablePermission 'Sales Person' = 'Sales Person'[Key] = 1\n\t\tmetadataPermission: None\n",
      /hides the table Sales Person/,
    ],
    [
      'a hidden column',
      '\ttablePermission Sales\n\t\tcolumnPermission Amount\n\t\t\tmetadataPermission: none\n',
      /By Person\.tmdl:3: Role By Person hides the column Sales\[Amount\]/,
    ],
    [
      'a hidden column in the short form',
      '\ttablePermission Sales = TRUE()\n\n\t\tcolumnPermission Amount = none\n',
      /hides the column Sales\[Amount\]/,
    ],
    ['the whole model', '\tmodelPermission: none\n', /By Person\.tmdl:1: Role By Person hides the whole model/],
  ])('is refused if a role hides %s', async (_, permissions, message) => {
    const folder = await project({ ...FILES, 'definition/roles/By Person.tmdl': `role 'By Person'\n${permissions}` })
    await expect(readSemanticModel(folder)).rejects.toThrow(message)
  })

  test('is accepted if a role states that it may read an object', async () => {
    const permissions =
      '\tmodelPermission: read\n\n\ttablePermission Sales = TRUE()\n\t\tmetadataPermission: read\n\n' +
      '\t\tcolumnPermission Amount = read\n'
    const folder = await project({ ...FILES, 'definition/roles/By Person.tmdl': `role 'By Person'\n${permissions}` })
    expect((await readSemanticModel(folder)).roles).toEqual([
      { name: 'By Person', tablePermissions: [{ table: 'Sales', filter: 'TRUE()' }] },
    ])
  })

  test('is refused if it has a calculation group, also with a data file for it', async () => {
    const group =
      'table Times\n\tcalculationGroup\n\t\tprecedence: 1\n\n\t\tcalculationItem YTD =\n' +
      '\t\t\t\tCALCULATE(SELECTEDMEASURE(), DATESYTD(Calendar[Date]))\n\n\tcolumn Name\n\t\tdataType: string\n\n' +
      '\tpartition Times = calculationGroup\n'
    const refusal = /Times\.tmdl:2: Table Times is a calculation group, which is not supported\.$/
    const folder = await project({ ...FILES, 'definition/tables/Times.tmdl': group })
    await expect(readSemanticModel(folder)).rejects.toThrow(refusal)
    await writeFile(join(folder, 'data', 'Times.csv'), 'Name\nYTD\n')
    await expect(readSemanticModel(folder)).rejects.toThrow(refusal)
  })
})

test('four spaces indent like one tab, and Windows line ends are accepted', () => {
  const [node] = parseTmdl('t.tmdl', "\uFEFFtable 'A B'\r\n    column C\r\n        dataType: string\r\n")
  expect(node).toMatchObject({
    keyword: 'table',
    name: 'A B',
    children: [{ keyword: 'column', name: 'C', children: [{ value: 'string' }] }],
  })
})

describe('the steps after a file that a query names', () => {
  const table = (steps: string[], result = 'Last', source = 'Csv.Document(File.Contents("C:\\data\\Lines.csv"))') =>
    `table Sales\n\tcolumn Amount\n\t\tdataType: int64\n\t\tsourceColumn: Amount\n\n\tcolumn Day\n\t\tdataType: dateTime\n\t\tsourceColumn: Day\n` +
    `\n\tpartition Sales = m\n\t\tmode: import\n\t\tsource =\n\t\t\t\tlet\n` +
    [`Source = ${source}`, ...steps].map((step) => `\t\t\t\t    ${step}`).join(',\n') +
    `\n\t\t\t\tin\n\t\t\t\t    ${result}\n`
  const read = async (text: string, files: Record<string, string> = { 'data/Lines.csv': '' }) =>
    (await readSemanticModel(await project({ 'definition/tables/Sales.tmdl': text, ...files }))).tables[0]

  test('are taken over if they only promote headers, set the types of the model, order, rename or remove columns', async () => {
    const steps = [
      '#"Promoted Headers" = Table.PromoteHeaders(Source, [PromoteAllScalars=true])',
      '#"Changed, Type" = Table.TransformColumnTypes(#"Promoted Headers",{{"net", Int64.Type}, {"Note", type text}, {"When", type date}}) /* (a, b */',
      'Renamed = Table.RenameColumns(#"Changed, Type",{{"net", "Amount"}, {"When", "Day"}})',
      'Chosen = Table.SelectColumns(Renamed,{"Day", "Amount", "Note"})',
      'Last = Table.ReorderColumns(Table.RemoveColumns(Chosen,{"Note"}),{"Amount", "Day"})',
    ]
    expect(await read(table(steps))).toMatchObject({
      source: { kind: 'file', file: 'Lines.csv', days: ['When'] },
      columns: [
        { name: 'Amount', sourceColumn: 'net' },
        { name: 'Day', sourceColumn: 'When' },
      ],
    })
    expect(await read(table(['Last = Source']))).toMatchObject({ source: { kind: 'file', file: 'Lines.csv' } })
  })

  test('are taken over when two columns exchange their names', async () => {
    const steps = ['Last = Table.RenameColumns(Source,{{"Amount", "Day"}, {"Day", "Amount"}})']
    expect((await read(table(steps)))?.columns.map(({ sourceColumn }) => sourceColumn)).toEqual(['Day', 'Amount'])
  })

  test.each<[string, string, string]>([
    [
      'filters rows',
      'Last = Table.SelectRows(Source, each [Amount] > 10)',
      'the step "Last" (Table.SelectRows) is not',
    ],
    ['keeps the first rows', 'Last = Table.FirstN(Source,2)', 'the step "Last" (Table.FirstN) is not supported'],
    ['skips rows', 'Last = Table.Skip(Source,2)', 'the step "Last" (Table.Skip) is not supported'],
    [
      'computes',
      '#"Times ""100""" = Table.TransformColumns(Source,{{"Amount", each _ * 100, Int64.Type}}), Last = #"Times ""100"""',
      'the step "Times "100"" (Table.TransformColumns) is not supported',
    ],
    [
      'adds a column',
      'Last = Table.AddColumn(Source, "Amount", each 1)',
      'the step "Last" (Table.AddColumn) is not supported',
    ],
    ['reads another form', 'Last = Source{0}[Data]', 'the step "Last" (Source) is not supported'],
    ['refers to itself', 'Last = Table.Buffer(Last)', 'the step "Last" refers to itself'],
    [
      'sets a type that the model does not have',
      'Last = Table.TransformColumnTypes(Source,{{"Amount", type number}})',
      'the step "Last" gives column Amount the type double, and the model int64',
    ],
    [
      'sets an unknown type',
      'Last = Table.TransformColumnTypes(Source,{{"Day", type time}})',
      'the step "Last" (Table.TransformColumnTypes) is not supported',
    ],
    [
      'sets two types after each other',
      'One = Table.TransformColumnTypes(Source,{{"Amount", type number}}), Last = Table.TransformColumnTypes(One,{{"Amount", Int64.Type}})',
      'the step "Last" (Table.TransformColumnTypes) is not supported',
    ],
    [
      'reads numbers of another culture',
      'Last = Table.TransformColumnTypes(Source,{{"Amount", Int64.Type}}, "pt-BR")',
      'the step "Last" (Table.TransformColumnTypes) is not supported',
    ],
    ['removes a shown column', 'Last = Table.RemoveColumns(Source,{"Day"})', 'its steps leave no column "Day"'],
    ['selects other columns', 'Last = Table.SelectColumns(Source,{"Day"})', 'its steps leave no column "Amount"'],
    [
      'gives a shown column another name',
      'Last = Table.RenameColumns(Source,{{"Amount", "Net"}})',
      'its steps leave no column "Amount"',
    ],
  ])('refuse the table if one %s', async (_, step, message) => {
    await expect(read(table([step]))).rejects.toThrow(
      new RegExp(
        `Sales\\.tmdl:10: Table Sales: ${message.replaceAll(/[()[\]"]/g, '\\$&')}.*; supply its rows as data/Sales\\.parquet\\.$`,
      ),
    )
  })

  test('refuse a Parquet file whose first row would become the headers', async () => {
    const parquet = 'Parquet.Document(File.Contents("Lines.parquet"))'
    const promoted = table(['Last = Table.PromoteHeaders(Source)'], 'Last', parquet)
    await expect(read(promoted, { 'data/Lines.parquet': '' })).rejects.toThrow(
      '(Table.PromoteHeaders) is not supported',
    )
  })

  test('do not matter for another file with the name of the table, which holds the rows of the query', async () => {
    const filtered = table(['Last = Table.SelectRows(Source, each [Amount] > 10)'])
    const supplied = { 'data/Lines.csv': '', 'data/Sales.parquet': '' }
    expect(await read(filtered, supplied)).toMatchObject({ source: { kind: 'file', file: 'Sales.parquet' } })
    const same = filtered.replace('Lines.csv', 'Sales.parquet').replace('Csv.Document', 'Parquet.Document')
    await expect(read(same, { 'data/Sales.parquet': '' })).rejects.toThrow('supply its rows as data/Sales.csv.')
  })
})

describe('the last day of the data', () => {
  const lastDay = async (annotation: string) => {
    const model = `model Model\n\tculture: pt-BR\n\n${annotation}\n`
    const table = 'table T\n\tmeasure A = 1\n'
    const read = await readSemanticModel(
      await project({ 'definition/model.tmdl': model, 'definition/tables/T.tmdl': table }),
    )
    return read.relativeDatesUntil
  }

  test('is an annotation of the model', async () => {
    expect(await lastDay('annotation Vitrine_RelativeDatesUntil = 2013-12-31')).toBe('2013-12-31')
    expect(await lastDay('annotation Other = 2013-12-31')).toBeUndefined()
  })

  test('must be a day', async () => {
    await expect(lastDay('annotation Vitrine_RelativeDatesUntil = soon')).rejects.toThrow('2013-12-31')
    await expect(lastDay('annotation Vitrine_RelativeDatesUntil = 2013-13-31')).rejects.toThrow('2013-12-31')
  })
})
