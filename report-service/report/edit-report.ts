// Applies the changes of an editor to the files of a report. Pure: it reads and writes no file. What an operation does not name stays as
// its author wrote it. Next: edit-operations.ts, ../rest/save-report.ts.
import { EDITABLE_TYPES } from '../contract/editable-types.ts'
import type { Box, EditOperation, FieldsByRole } from './edit-operations.ts'
import type { Field } from './definition.ts'
import { dig, entriesAt, listAt, textAt } from './json.ts'
import type { ContainerFiles, PageFiles, ReportFiles } from './project-files.ts'
import { AGGREGATIONS, queryRefOf } from './read-field.ts'
import { readPosition } from './read-visual.ts'

/** An operation does not fit the report: it names a page or visual that is not there, or removes the last page. */
export class EditRefusal extends Error {}

export const applyOperations = (files: ReportFiles, operations: readonly EditOperation[]): ReportFiles =>
  operations.reduce(apply, files)

function apply(files: ReportFiles, operation: EditOperation): ReportFiles {
  const { page } = operation
  switch (operation.kind) {
    case 'addPage':
      return withPage(files, operation)
    case 'renamePage':
      return changePage(files, page, (found) => ({
        ...found,
        file: { ...record(found.file), displayName: operation.displayName },
      }))
    case 'removePage':
      return withoutPage(files, page)
    case 'addVisual':
      return changePage(files, page, (found) => withVisual(found, operation))
    case 'removeVisual':
      return changePage(files, page, (found) => {
        mustBe(found.containers.some((each) => nameOf(each) === operation.visual))
        return { ...found, containers: found.containers.filter((each) => nameOf(each) !== operation.visual) }
      })
    case 'title':
      return changeVisual(files, operation, (file) => withTitle(file, operation.title))
    case 'type':
      return changeVisual(files, operation, (file) => withType(file, operation.type))
    case 'fields':
      return changeVisual(files, operation, (file) => withFields(file, operation.fields))
    case 'place':
      return changeVisual(files, operation, (file, siblings) => {
        const { x, y } = groupOffset(file, siblings)
        const { box } = operation
        return { ...file, position: { ...record(dig(file, 'position')), ...box, x: box.x - x, y: box.y - y } }
      })
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
const nameOf = ({ file, folder }: PageFiles | ContainerFiles): string => textAt(file, 'name') ?? folder

function mustBe(holds: boolean): asserts holds {
  if (!holds) throw new EditRefusal('A change does not fit the report.')
}

function changePage(files: ReportFiles, name: string, change: (page: PageFiles) => PageFiles): ReportFiles {
  mustBe(files.pages.some((page) => nameOf(page) === name))
  return { ...files, pages: files.pages.map((page) => (nameOf(page) === name ? change(page) : page)) }
}

type Place = { page: string; visual: string }

function changeVisual(
  files: ReportFiles,
  { page, visual }: Place,
  change: (file: Record<string, unknown>, siblings: ContainerFiles[]) => Record<string, unknown>,
): ReportFiles {
  return changePage(files, page, (found) => {
    mustBe(found.containers.some((each) => nameOf(each) === visual && dig(each.file, 'visual') !== undefined))
    const containers = found.containers.map((each) =>
      nameOf(each) === visual ? { ...each, file: change(record(each.file), found.containers) } : each,
    )
    return { ...found, containers }
  })
}

/** Position of the groups around a visual. Its own position is relative to them. */
function groupOffset(file: unknown, containers: ContainerFiles[], depth = 8): { x: number; y: number } {
  const parent = textAt(file, 'parentGroupName')
  const group = containers.find((each) => parent !== null && nameOf(each) === parent)
  if (!group || depth === 0) return { x: 0, y: 0 }
  const outer = groupOffset(group.file, containers, depth - 1)
  const { x, y } = readPosition(dig(group.file, 'position'))
  return { x: outer.x + x, y: outer.y + y }
}

const literal = (value: string) => ({ expr: { Literal: { Value: value } } })

function withTitle(file: Record<string, unknown>, title: string): Record<string, unknown> {
  const visual = record(file['visual'])
  const container = record(visual['visualContainerObjects'])
  const [first, ...others] = listAt(container, 'title')
  const properties = {
    ...record(dig(first, 'properties')),
    show: literal(title === '' ? 'false' : 'true'),
    text: literal(`'${title.replaceAll("'", "''")}'`),
  }
  const changed = { ...container, title: [{ ...record(first), properties }, ...others] }
  return { ...file, visual: { ...visual, visualContainerObjects: changed } }
}

/** Roles whose fields take each other's place when the type changes. */
const ROLE_KINDS: readonly (readonly string[])[] = [
  ['Category', 'Rows', 'Group'],
  ['Series', 'Legend', 'Columns'],
  ['Y', 'Values', 'Y2', 'Data'],
]

/** Changes the type. Fields move to the roles of the new type, and none is lost: what has no role of its own joins the values. */
function withType(file: Record<string, unknown>, type: keyof typeof EDITABLE_TYPES): Record<string, unknown> {
  const visual = record(file['visual'])
  const query = record(visual['query'])
  const roles: readonly string[] = EDITABLE_TYPES[type]
  const state: Record<string, { projections: unknown[] }> = {}
  for (const [role, well] of entriesAt(query, 'queryState')) {
    const kind = ROLE_KINDS.find((each) => each.includes(role)) ?? []
    for (const projection of listAt(well, 'projections')) {
      const wanted = rolesFor(roles, role, kind, projection)
      state[wanted] = { projections: [...(state[wanted]?.projections ?? []), projection] }
    }
  }
  const { objects: _, ...rest } = visual
  return { ...file, visual: { ...rest, visualType: type, query: { ...query, queryState: state } } }
}

function rolesFor(roles: readonly string[], role: string, kind: readonly string[], projection: unknown): string {
  const isGroup =
    dig(projection, 'field', 'Column') !== undefined || dig(projection, 'field', 'HierarchyLevel') !== undefined
  // A table has one role for all; a chart does not group by its values.
  if (roles.length === 1) return roles[0] ?? role
  if (isGroup && role === 'Values') return 'Category'
  return [role, ...kind].find((each) => roles.includes(each)) ?? (isGroup ? 'Category' : 'Y')
}

function withFields(file: Record<string, unknown>, fields: FieldsByRole): Record<string, unknown> {
  const visual = record(file['visual'])
  const query = record(visual['query'])
  const known = new Map(
    entriesAt(query, 'queryState').flatMap(([, well]) =>
      listAt(well, 'projections').map((each) => [textAt(each, 'queryRef') ?? '', each] as const),
    ),
  )
  const state = Object.entries(fields).filter(([, list]) => list.length > 0)
  // A field that stays keeps the label that its author gave it.
  const projections = (list: Field[]) => list.map((field) => known.get(queryRefOf(field)) ?? projectionOf(field))
  const queryState = Object.fromEntries(state.map(([role, list]) => [role, { projections: projections(list) }]))
  // The order may name a field that is no longer there.
  return { ...file, visual: { ...visual, query: { queryState } } }
}

function projectionOf(field: Field): unknown {
  const source = { Expression: { SourceRef: { Entity: field.table } }, Property: field.name }
  const expression =
    field.kind === 'measure'
      ? { Measure: source }
      : field.kind === 'column'
        ? { Column: source }
        : { Aggregation: { Expression: { Column: source }, Function: AGGREGATIONS.indexOf(field.aggregation) } }
  return { field: expression, queryRef: queryRefOf(field), nativeQueryRef: field.name }
}

function withVisual(page: PageFiles, { visual: name, type, box }: EditOperation & { kind: 'addVisual' }): PageFiles {
  mustBe(page.containers.every((each) => nameOf(each) !== name && each.folder !== name))
  const tabOrder =
    1 + Math.max(0, ...page.containers.map((each) => Number(dig(each.file, 'position', 'tabOrder')) || 0))
  const position: Box & { z: number; tabOrder: number } = { ...box, z: tabOrder, tabOrder }
  const file = { $schema: VISUAL_SCHEMA, name, position, visual: { visualType: type, query: { queryState: {} } } }
  return { ...page, containers: [...page.containers, { folder: name, file, mobile: undefined }] }
}

const SCHEMAS = 'https://developer.microsoft.com/json-schemas/fabric/item/report/definition'
const VISUAL_SCHEMA = `${SCHEMAS}/visualContainer/2.1.0/schema.json`
const PAGE_SCHEMA = `${SCHEMAS}/page/2.0.0/schema.json`

function withPage(files: ReportFiles, { page: name, displayName }: EditOperation & { kind: 'addPage' }): ReportFiles {
  mustBe(files.pages.every((each) => nameOf(each) !== name && each.folder !== name))
  const file = { $schema: PAGE_SCHEMA, name, displayName, displayOption: 'FitToPage', height: 720, width: 1280 }
  const order = record(files.order)
  const named = listAt(order, 'pageOrder')
  const unnamed = files.pages.map(nameOf).filter((each) => !named.includes(each))
  return {
    ...files,
    order: { ...order, pageOrder: [...named, ...unnamed, name] },
    pages: [...files.pages, { folder: name, file, containers: [] }],
  }
}

function withoutPage(files: ReportFiles, name: string): ReportFiles {
  const pages = files.pages.filter((page) => nameOf(page) !== name)
  mustBe(pages.length === files.pages.length - 1)
  mustBe(pages.some((page) => textAt(page.file, 'visibility') !== 'HiddenInViewMode'))
  const order = record(files.order)
  const { activePageName, ...others } = order
  return {
    ...files,
    pages,
    order: {
      ...others,
      pageOrder: listAt(order, 'pageOrder').filter((each) => each !== name),
      ...(activePageName === name ? {} : { activePageName }),
    },
  }
}
