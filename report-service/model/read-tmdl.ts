// Reads the folder `X.SemanticModel` of a Power BI project (TMDL) into a SemanticModel.
// It does not run Power Query: rows come from `data/<Table>.parquet|csv` or the file that a query names, and DAX is kept as text.
// Next: tmdl-tree.ts (indentation), power-query.ts (steps of a query), model.ts (the result), build-database.ts (rows).
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { Column, DataType, Measure, Relationship, Role, SemanticModel, Table } from './model.ts'
import { columnsOfQuery, fileOfQuery, StepError, type QueryColumns } from './power-query.ts'
import { parseTmdl, TmdlError, unquote, type TmdlNode } from './tmdl-tree.ts'

export { TmdlError } from './tmdl-tree.ts'

/**
 * Reads a model folder such as `…/Sales.SemanticModel`.
 * Throws TmdlError with file and line for invalid text and for unknown names.
 */
export async function readSemanticModel(folder: string): Promise<SemanticModel> {
  const nodes = await readDefinition(folder)
  const dataFiles = await filesIn(join(folder, 'data'))
  const model = nodes.find((node) => node.keyword === 'model')
  const tables = nodes.filter((node) => node.keyword === 'table').map((node) => readTable(node, dataFiles))
  const read: SemanticModel = {
    name: basename(folder).replace(/\.SemanticModel$/i, ''),
    culture: (model && property(model, 'culture')) ?? 'en-US',
    tables: orderTables(tables, nodes),
    relationships: nodes.filter((node) => node.keyword === 'relationship').map(readRelationship),
    roles: nodes.filter((node) => node.keyword === 'role').map(readRole),
    ...readLastDay(nodes),
  }
  checkNames(read, nodes)
  return read
}

const LAST_DAY = 'Vitrine_RelativeDatesUntil'

/** The last day of the data: an annotation of ours, which Power BI keeps and ignores. */
function readLastDay(nodes: TmdlNode[]): Pick<SemanticModel, 'relativeDatesUntil'> {
  const all = nodes.flatMap((node) => (node.keyword === 'model' ? [node, ...node.children] : [node]))
  const found = all.find((node) => node.keyword === 'annotation' && node.name === LAST_DAY)
  if (!found) return {}
  const day = found.value?.trim() ?? ''
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new TmdlError(found.file, found.line, `${LAST_DAY} must be a day such as 2013-12-31.`)
  return { relativeDatesUntil: day }
}

async function readDefinition(folder: string): Promise<TmdlNode[]> {
  const root = join(folder, 'definition')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.tmdl') && !entry.parentPath.startsWith(join(root, 'cultures')),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const parsed = await Promise.all(
    files.map(async (file) => parseTmdl(relative(folder, file), await readFile(file, 'utf8'))),
  )
  return parsed.flat()
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch {
    return [] // A model with only calculated tables has no data folder.
  }
}

/** Sorts tables in display order, as given by the `ref table X` lines. */
function orderTables(tables: Table[], nodes: TmdlNode[]): Table[] {
  const refs = nodes.filter((node) => node.keyword === 'ref')
  const order = refs.map((node) => unquote((node.value ?? '').replace(/^table\s+/, '')))
  const place = (table: Table): number => (order.includes(table.name) ? order.indexOf(table.name) : order.length)
  return tables.toSorted((a, b) => place(a) - place(b))
}

function readTable(node: TmdlNode, dataFiles: string[]): Table {
  const name = nameOf(node)
  const group = node.children.find((child) => child.keyword === 'calculationGroup')
  // A calculation group is refused: without its items, every measure under it would show a wrong number.
  if (group)
    throw new TmdlError(group.file, group.line, `Table ${name} is a calculation group, which is not supported.`)
  const columns = node.children.filter((child) => child.keyword === 'column').map(readColumn)
  return {
    name,
    isHidden: flag(node, 'isHidden'),
    description: node.description,
    measures: node.children.filter((child) => child.keyword === 'measure').map(readMeasure),
    ...readSource(node, name, columns, dataFiles),
  }
}

type Rows = Pick<Table, 'columns' | 'source'>

function readSource(node: TmdlNode, name: string, columns: Column[], dataFiles: string[]): Rows {
  const partition = node.children.find((child) => child.keyword === 'partition')
  const source = partition?.children.find((child) => child.keyword === 'source')?.value ?? ''
  if (partition?.value?.trim() === 'calculated') return { columns, source: { kind: 'calculated', expression: source } }
  // The only Power Query form that is understood without running it: a file in the data folder. Its folder name is ignored.
  const queried = fileOfQuery(source)
  const isThere = (file: string) => dataFiles.includes(file)
  // Another file with the name of the table holds the rows that the query would return.
  const supplied = [`${name}.parquet`, `${name}.csv`].find((file) => file !== queried && isThere(file))
  if (supplied !== undefined) return { columns, source: { kind: 'file', file: supplied } }
  if (queried !== null && isThere(queried))
    return rowsOfQuery(partition ?? node, source, { name, file: queried, columns })
  // A table that contains only measures needs no file.
  if (columns.every((column) => column.sourceColumn === null))
    return { columns, source: { kind: 'calculated', expression: 'ROW("Value", BLANK())' } }
  const needs = /\b([A-Z]\w*\.[A-Z]\w*)\(/.exec(source)?.[1] ?? 'a source of its own'
  throw new TmdlError(
    node.file,
    (partition ?? node).line,
    `Table ${name}: this query needs ${needs}; supply data/${name}.parquet.`,
  )
}

type Queried = { name: string; file: string; columns: Column[] }

/** The rows of a file after the steps of the query. A step that cannot be taken over is refused: without it the rows would be wrong. */
function rowsOfQuery(node: TmdlNode, query: string, { name, file, columns }: Queried): Rows {
  const other = file === `${name}.parquet` ? `${name}.csv` : `${name}.parquet`
  try {
    const queried = columnsOfQuery(query)
    const own = columns.map((column) => ({ ...column, sourceColumn: sourceOf(column, queried) }))
    const days = own.flatMap(({ sourceColumn }) =>
      sourceColumn !== null && queried.typeOf(sourceColumn) === 'day' ? [sourceColumn] : [],
    )
    return { columns: own, source: { kind: 'file', file, ...(days.length > 0 ? { days } : {}) } }
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    throw new TmdlError(node.file, node.line, `Table ${name}: ${error.message}; supply its rows as data/${other}.`)
  }
}

/** The column of the file that a column of the model shows. */
function sourceOf({ name, sourceColumn, dataType }: Column, queried: QueryColumns): string | null {
  if (sourceColumn === null) return null
  const source = queried.sourceOf(sourceColumn)
  if (source === null) throw new StepError(`its steps leave no column "${sourceColumn}"`)
  const type = queried.typeOf(source)
  // The values would differ from those of Power BI, which applies both types.
  if (type !== null && (type === 'day' ? 'dateTime' : type) !== dataType)
    throw new StepError(
      `the step "${queried.typedBy(source)}" gives column ${name} the type ${type}, and the model ${dataType}`,
    )
  return source
}

const DATA_TYPES: readonly DataType[] = ['int64', 'double', 'decimal', 'string', 'dateTime', 'boolean']
const SUMMARIES: readonly Column['summarizeBy'][] = ['none', 'sum', 'average', 'min', 'max', 'count', 'distinctCount']

function readColumn(node: TmdlNode): Column {
  const name = nameOf(node)
  const dataType = oneOf(node, 'dataType', [...DATA_TYPES, 'missing'] as const, 'missing')
  // The data type is required: a default could silently turn text into numbers, or numbers into text.
  if (dataType === 'missing') throw new TmdlError(node.file, node.line, `Column ${name} needs a dataType.`)
  return {
    name,
    dataType,
    sourceColumn: node.value === null ? (property(node, 'sourceColumn') ?? name) : null,
    expression: node.value,
    formatString: text(node, 'formatString'),
    sortByColumn: maybeUnquoted(property(node, 'sortByColumn')),
    summarizeBy: oneOf(node, 'summarizeBy', SUMMARIES, 'none'),
    isKey: flag(node, 'isKey'),
    isHidden: flag(node, 'isHidden'),
    description: node.description,
  }
}

function readMeasure(node: TmdlNode): Measure {
  if (!node.value) throw new TmdlError(node.file, node.line, `Measure ${nameOf(node)} has no expression.`)
  return {
    name: nameOf(node),
    expression: node.value,
    formatString: text(node, 'formatString'),
    displayFolder: text(node, 'displayFolder'),
    isHidden: flag(node, 'isHidden'),
    description: node.description,
  }
}

function readRelationship(node: TmdlNode): Relationship {
  const from = columnReference(node, 'fromColumn')
  const to = columnReference(node, 'toColumn')
  return {
    id: nameOf(node),
    fromTable: from.table,
    fromColumn: from.column,
    toTable: to.table,
    toColumn: to.column,
    fromCardinality: oneOf(node, 'fromCardinality', ['one', 'many'] as const, 'many'),
    toCardinality: oneOf(node, 'toCardinality', ['one', 'many'] as const, 'one'),
    crossFilter: property(node, 'crossFilteringBehavior') === 'bothDirections' ? 'both' : 'single',
    isActive: property(node, 'isActive') !== 'false',
  }
}

function columnReference(node: TmdlNode, keyword: string): { table: string; column: string } {
  const parts = /^('(?:[^']|'')*'|[^.']+)\.('(?:[^']|'')*'|.+)$/.exec(property(node, keyword) ?? '')
  if (!parts?.[1] || !parts[2]) throw new TmdlError(node.file, node.line, `${keyword} must be Table.Column.`)
  return { table: unquote(parts[1]), column: unquote(parts[2]) }
}

function readRole(node: TmdlNode): Role {
  const permissions = node.children.filter((child) => child.keyword === 'tablePermission')
  refuseHiddenObjects(node, permissions)
  return {
    name: nameOf(node),
    tablePermissions: permissions.map((child) => {
      if (!child.value) throw new TmdlError(child.file, child.line, `The permission on ${nameOf(child)} has no filter.`)
      return { table: nameOf(child), filter: child.value }
    }),
  }
}

/**
 * Object-level security hides tables and columns from a role. The engine does not enforce it, so it must not open the model:
 * readers would see what is hidden from them. `read` and `default` hide nothing.
 */
function refuseHiddenObjects(role: TmdlNode, permissions: TmdlNode[]): void {
  const refuse = (node: TmdlNode, what: string): never => {
    throw new TmdlError(
      node.file,
      node.line,
      `Role ${nameOf(role)} hides ${what}: object-level security is not supported.`,
    )
  }
  const hides = (setting: string | null): boolean => !['read', 'default'].includes((setting ?? 'default').toLowerCase())
  for (const permission of permissions) {
    if (hides(property(permission, 'metadataPermission'))) refuse(permission, `the table ${nameOf(permission)}`)
    for (const column of permission.children.filter((child) => child.keyword === 'columnPermission'))
      if (hides(column.value?.trim() ?? property(column, 'metadataPermission')))
        refuse(column, `the column ${nameOf(permission)}[${nameOf(column)}]`)
  }
  const rights = property(role, 'modelPermission')?.toLowerCase() ?? 'read'
  if (['none', 'refresh'].includes(rights)) refuse(role, 'the whole model')
}

function checkNames(model: SemanticModel, nodes: TmdlNode[]): void {
  const tables = new Map(model.tables.map((table) => [table.name, new Set(table.columns.map((column) => column.name))]))
  for (const node of nodes) {
    if (node.keyword === 'relationship') {
      for (const keyword of ['fromColumn', 'toColumn']) {
        const { table, column } = columnReference(node, keyword)
        if (!tables.get(table)?.has(column))
          throw new TmdlError(node.file, node.line, `There is no column ${table}[${column}].`)
      }
    }
    for (const child of node.keyword === 'role' ? node.children : []) {
      if (child.keyword === 'tablePermission' && !tables.has(nameOf(child)))
        throw new TmdlError(child.file, child.line, `There is no table ${nameOf(child)}.`)
    }
  }
}

function nameOf(node: TmdlNode): string {
  if (node.name === null) throw new TmdlError(node.file, node.line, `This ${node.keyword} has no name.`)
  return node.name
}

function property(node: TmdlNode, keyword: string): string | null {
  const found = node.children.find((child) => child.keyword === keyword)
  return found?.value?.trim() ?? null
}

/** A text property. Surrounding double quotes are removed. */
function text(node: TmdlNode, keyword: string): string | null {
  const value = property(node, keyword)
  return value && /^".*"$/s.test(value) ? value.slice(1, -1).replaceAll('""', '"') : value
}

function maybeUnquoted(value: string | null): string | null {
  return value === null ? null : unquote(value)
}

function flag(node: TmdlNode, keyword: string): boolean {
  const found = node.children.find((child) => child.keyword === keyword)
  return found !== undefined && found.value?.trim() !== 'false'
}

function oneOf<T extends string>(node: TmdlNode, keyword: string, allowed: readonly T[], otherwise: T): T {
  const value = property(node, keyword)
  if (value === null) return otherwise
  const found = allowed.find((one) => one === value)
  if (!found) throw new TmdlError(node.file, node.line, `${keyword} "${value}" is not one of ${allowed.join(', ')}.`)
  return found
}
