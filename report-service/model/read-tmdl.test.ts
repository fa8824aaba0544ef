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
