// Reads one visual of a page: wells, sort order, filters, title, text, slicer mode. Unknown types are kept, so the viewer can name them.
// It draws nothing and reads no data. Next: read-field.ts, read-filters.ts, read-text.ts.
import { REFERENCE_LABELS } from '../contract/roles.ts'
import type { Position, Projection, Visual } from './definition.ts'
import { dig, entriesAt, listAt, numberAt, textAt } from './json.ts'
import { literalOf, propertyOf } from './literal.ts'
import { queryRefOf, readField } from './read-field.ts'
import { fieldOfQuery, readFilters, readQuery } from './read-filters.ts'
import { readParagraphs } from './read-text.ts'

/** Visual types without a title by default in Power BI. */
const UNTITLED = new Set(['card', 'cardVisual', 'multiRowCard', 'slicer', 'textbox', 'image', 'shape', 'actionButton'])
const SLICER_MODES: ReadonlyMap<string, Visual['slicerMode']> = new Map<string, Visual['slicerMode']>([
  ['Basic', 'list'],
  ['Dropdown', 'dropdown'],
  ['Between', 'between'],
  ['Before', 'between'],
  ['After', 'between'],
  ['Relative', 'relative'],
])

/** Reads a `visual.json`. Null if it contains no visual (a group only contains other visuals). */
export function readVisual(file: unknown, folderName: string): Visual | null {
  const visual = dig(file, 'visual')
  const type = textAt(visual, 'visualType')
  if (type === null) return null
  const container = dig(visual, 'visualContainerObjects')
  const title = propertyOf(container, 'title', 'text')
  const altText = propertyOf(container, 'general', 'altText')
  const wells = { ...readWells(visual), ...(type === 'cardVisual' ? readReferenceLabels(dig(visual, 'objects')) : {}) }
  return {
    name: textAt(file, 'name') ?? folderName,
    type,
    title: typeof title === 'string' && title !== '' ? title : null,
    showTitle: (propertyOf(container, 'title', 'show') ?? !UNTITLED.has(type)) === true,
    ...readSubtitle(container),
    position: readPosition(dig(file, 'position')),
    wells,
    ...readUnread(visual),
    sort: readSort(visual),
    filters: readFilters(dig(file, 'filterConfig')),
    text: type === 'textbox' ? readParagraphs(dig(visual, 'objects', 'general', 0, 'properties', 'paragraphs')) : null,
    slicerMode: isSlicer(type) ? readSlicerMode(visual) : null,
    ...(isSlicer(type) ? readSelection(visual) : {}),
    ...(propertyOf(dig(visual, 'objects'), 'categoryAxis', 'axisType') === 'Categorical'
      ? { isAxisOfNames: true }
      : {}),
    ...(type === 'kpi' ? readKpi(dig(visual, 'objects')) : {}),
    isHidden: dig(file, 'isHidden') === true,
    altText: typeof altText === 'string' ? altText : null,
  }
}

function readSubtitle(container: unknown): Pick<Visual, 'subtitle'> {
  const text = propertyOf(container, 'subTitle', 'text')
  const isShown = propertyOf(container, 'subTitle', 'show') === true
  return isShown && typeof text === 'string' && text !== '' ? { subtitle: text } : {}
}

function readKpi(objects: unknown): Pick<Visual, 'kpi'> {
  const kpi: NonNullable<Visual['kpi']> = {}
  if (propertyOf(objects, 'status', 'direction') === 'Negative') kpi.isLowGood = true
  if (propertyOf(objects, 'trendline', 'show') === false) kpi.hidesTrend = true
  if (propertyOf(objects, 'goals', 'showGoal') === false) kpi.hidesGoal = true
  if (propertyOf(objects, 'goals', 'showDistance') === false) kpi.hidesDistance = true
  return Object.keys(kpi).length > 0 ? { kpi } : {}
}

const isSlicer = (type: string): boolean => ['slicer', 'listSlicer', 'advancedSlicerVisual'].includes(type)

const readSlicerMode = (visual: unknown): Visual['slicerMode'] =>
  SLICER_MODES.get(String(propertyOf(dig(visual, 'objects'), 'data', 'mode') ?? 'Basic')) ?? 'list'

function readSelection(visual: unknown): Pick<Visual, 'selection'> {
  const query = dig(visual, 'objects', 'general', 0, 'properties', 'filter', 'filter')
  const field = fieldOfQuery(query)
  return field ? { selection: [readQuery(field, query)] } : {}
}

/** Position on the canvas. Missing values are 0. */
export const readPosition = (position: unknown): Position => ({
  x: numberAt(position, 'x') ?? 0,
  y: numberAt(position, 'y') ?? 0,
  z: numberAt(position, 'z') ?? 0,
  width: numberAt(position, 'width') ?? 0,
  height: numberAt(position, 'height') ?? 0,
  tabOrder: numberAt(position, 'tabOrder') ?? 0,
})

function readWells(visual: unknown): Visual['wells'] {
  const wells = entriesAt(visual, 'query', 'queryState').map(([role, state]): [string, Projection[]] => {
    const projections = listAt(state, 'projections')
    // If any level is marked active, the hierarchy is drilled and only active levels group. Otherwise all levels group.
    const drilled = projections.some((projection) => dig(projection, 'active') === true)
    return [role, projections.flatMap((projection) => readProjection(projection, drilled))]
  })
  return Object.fromEntries(wells.filter(([role, well]) => well.length > 0 && role !== '__proto__'))
}

/** The small figures of a new card. Its formatting holds their fields, and their titles under the same id. A hidden title is empty. */
function readReferenceLabels(objects: unknown): Visual['wells'] {
  const titles = new Map(
    listAt(objects, 'referenceLabelTitle').map((entry) => [
      textAt(entry, 'selector', 'id'),
      literalOf(dig(entry, 'properties', 'show', 'expr')) === false
        ? ''
        : literalOf(dig(entry, 'properties', 'titleText', 'expr')),
    ]),
  )
  const labels = listAt(objects, 'referenceLabel').flatMap((entry): Projection[] => {
    const field = readField(dig(entry, 'properties', 'value', 'expr'))
    if (!field) return []
    const title = titles.get(textAt(entry, 'selector', 'id'))
    const displayName = typeof title === 'string' ? title : field.name
    return [{ field, queryRef: queryRefOf(field), displayName, active: true }]
  })
  return labels.length > 0 ? { [REFERENCE_LABELS]: labels } : {}
}

/** Fields of an unknown kind. The visual names them, because it would show other figures or no axis without them. */
function readUnread(visual: unknown): Pick<Visual, 'unread'> {
  const projections = entriesAt(visual, 'query', 'queryState').flatMap(([, state]) => listAt(state, 'projections'))
  const unread = projections
    .filter((projection) => readField(dig(projection, 'field')) === null)
    .map((projection) => nameIn(projection) ?? textAt(projection, 'queryRef') ?? '?')
  return unread.length > 0 ? { unread: [...new Set(unread)] } : {}
}

const nameIn = (projection: unknown): string | null =>
  textAt(projection, 'displayName') ?? textAt(projection, 'nativeQueryRef')

function readProjection(projection: unknown, drilled: boolean): Projection[] {
  const field = readField(dig(projection, 'field'))
  if (!field) return []
  const displayName = nameIn(projection) ?? field.name
  const queryRef = textAt(projection, 'queryRef') ?? queryRefOf(field)
  return [{ field, queryRef, displayName, active: !drilled || dig(projection, 'active') === true }]
}

function readSort(visual: unknown): Visual['sort'] {
  return listAt(visual, 'query', 'sortDefinition', 'sort').flatMap((entry) => {
    const field = readField(dig(entry, 'field'))
    const direction = textAt(entry, 'direction') === 'Ascending' ? ('asc' as const) : ('desc' as const)
    return field ? [{ queryRef: queryRefOf(field), direction }] : []
  })
}
