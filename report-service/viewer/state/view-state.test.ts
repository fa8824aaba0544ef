import { describe, expect, it } from 'vitest'
import type { ReportFilter } from '../../report/definition.ts'
import { SAMPLE_REPORT } from '../testing/sample-report.ts'
import { captureState, restoreState, stateOfBookmark } from './bookmark-state.ts'
import { applyOperation, readFilter, readFilters } from './filters.ts'
import { pick, selectionFilters } from './selection.ts'
import {
  filtersOn,
  findPage,
  findVisual,
  highlightQuestionOf,
  initialState,
  interactionOf,
  questionOf,
  type ViewState,
} from './view-state.ts'

const target = (column: string) => ({ table: 'Sales', column })
const only = (column: string, ...values: string[]): ReportFilter => ({
  filterType: 1,
  target: target(column),
  operator: 'In',
  values,
})
const page = findPage(SAMPLE_REPORT, 'overview')
const visual = (name: string) => findVisual(page, name)
const initial = initialState(SAMPLE_REPORT)

function targetsOn(state: ViewState, name: string): unknown[] {
  const found = visual(name)
  return page && found ? filtersOn(state, page, found).map(({ target: on }) => on) : []
}

describe('filters that apply to a visual', () => {
  const picked = { page: 'overview', visual: 'byRegion', points: [[{ target: target('Region'), value: 'Sul' }]] }
  const state: ViewState = {
    ...initial,
    reportFilters: [only('Product', 'Bike'), { ...only('Year'), operator: 'All' } as ReportFilter],
    pageFilters: { overview: [only('Page', 'x')], 'ReportSection 2': [only('Other', 'x')] },
    slicers: { 'overview/regions': [only('Slicer', 'x')], 'ReportSection 2/regions': [only('Other', 'x')] },
    selection: picked,
  }

  it('are those of the report, its page, the slicers and the selection in another visual, without empty filters', () => {
    expect(targetsOn(state, 'total')).toEqual([target('Product'), target('Page'), target('Slicer'), target('Region')])
  })
  it('do not include those of the visual itself', () => {
    expect(targetsOn(state, 'byRegion')).not.toContainEqual(target('Region'))
    expect(targetsOn(state, 'regions')).not.toContainEqual(target('Slicer'))
  })
  it('respect disabled interactions between visuals', () => {
    if (!page) throw new Error('no page')
    const restricted = { ...page, interactions: [{ source: 'byRegion', target: 'total', type: 'NoFilter' as const }] }
    const total = visual('total')
    const units = visual('units')
    expect(total && filtersOn(state, restricted, total).map(({ target: on }) => on)).not.toContainEqual(
      target('Region'),
    )
    expect(units && filtersOn(state, restricted, units).map(({ target: on }) => on)).toContainEqual(target('Region'))
  })
  it('give equal questions for equal filters with different display settings', () => {
    const [total] = [visual('total')]
    if (!page || !total) throw new Error('no visual')
    const shown: ReportFilter = { ...only('Product', 'Bike'), $schema: 'x', displaySettings: { displayName: 'y' } }
    expect(questionOf({ ...initial, reportFilters: [shown] }, page, total)).toEqual(
      questionOf({ ...initial, reportFilters: [only('Product', 'Bike')] }, page, total),
    )
  })
})

describe('a selection in another visual', () => {
  const picked = { page: 'overview', visual: 'byRegion', points: [[{ target: target('Region'), value: 'Sul' }]] }
  const state: ViewState = { ...initial, pageFilters: { overview: [only('Page', 'x')] }, selection: picked }
  type Rules = NonNullable<typeof page>['interactions']
  const effectOn = (name: string, source = 'byRegion', interactions: Rules = [], clicksHighlight = true) => {
    const [from, to] = [visual(source), visual(name)]
    if (!page || !from || !to) throw new Error('no visual')
    return interactionOf({ ...page, interactions, clicksHighlight }, from, to)
  }
  const rule = (type: Rules[number]['type'], to: string) => [{ source: 'byRegion', target: to, type }]

  it.each(['share', 'byRegion'])('highlights its share in %s', (name) =>
    expect(effectOn(name, 'rows')).toBe('highlight'),
  )
  it.each(['total', 'rows', 'byYear', 'years'])('filters %s, which cannot show a share', (name) =>
    expect(effectOn(name)).toBe('filter'),
  )
  it('filters everything where the report says so', () => {
    expect(effectOn('share', 'byRegion', [], false)).toBe('filter')
  })
  it('does what the page says about the two visuals', () => {
    expect(effectOn('share', 'byRegion', rule('DataFilter', 'share'))).toBe('filter')
    expect(effectOn('share', 'byRegion', rule('NoFilter', 'share'))).toBe('none')
    expect(effectOn('share', 'byRegion', rule('HighlightFilter', 'share'), false)).toBe('highlight')
    expect(effectOn('total', 'byRegion', rule('HighlightFilter', 'total'))).toBe('filter')
    expect(effectOn('share', 'rows', rule('NoFilter', 'share'))).toBe('highlight')
  })
  it('of a slicer always filters', () => expect(effectOn('share', 'regions')).toBe('filter'))

  it('leaves the rows of a highlighted visual whole, and asks for the share beside them', () => {
    const share = visual('share')
    if (!page || !share) throw new Error('no visual')
    const withoutSelection = questionOf({ ...state, selection: null }, page, share)
    expect(questionOf(state, page, share)).toEqual(withoutSelection)
    const question = highlightQuestionOf(state, page, share)
    expect(question?.filters.map(({ target: on }) => on)).toEqual([target('Page'), target('Region')])
  })
  it('asks for no share where it filters, on the visual itself, and on another page', () => {
    const [total, byRegion, share] = [visual('total'), visual('byRegion'), visual('share')]
    if (!page || !total || !byRegion || !share) throw new Error('no visual')
    expect(highlightQuestionOf(state, page, total)).toBeNull()
    expect(highlightQuestionOf(state, page, byRegion)).toBeNull()
    const elsewhere = { ...state, selection: { ...picked, page: 'ReportSection 2' } }
    expect(highlightQuestionOf(elsewhere, page, share)).toBeNull()
  })
})

describe('selecting data points', () => {
  const at = { page: 'p', visual: 'v' }
  const south = [{ target: target('Region'), value: 'Sul' }]
  const north = [{ target: target('Region'), value: 'Norte' }]
  it('replaces, adds, removes and clears points', () => {
    const one = pick(null, at, south, false)
    expect(pick(one, at, north, false)?.points).toEqual([north])
    const both = pick(one, at, north, true)
    expect(both?.points).toEqual([south, north])
    expect(pick(both, at, south, true)?.points).toEqual([north])
    expect(pick(both, at, south, false)?.points).toEqual([south])
    expect(pick(one, at, south, false)).toBeNull()
    expect(pick(one, { page: 'p', visual: 'w' }, south, true)?.points).toEqual([south])
  })
  it('creates a list filter for one column and a tuple filter for several', () => {
    expect(selectionFilters([south, north])).toMatchObject([{ filterType: 1, values: ['Sul', 'Norte'] }])
    const pair = [...south, { target: target('Year'), value: null }]
    expect(selectionFilters([pair])).toMatchObject([
      { filterType: 6, target: [target('Region'), target('Year')], values: [[{ value: 'Sul' }, { value: null }]] },
    ])
    expect(selectionFilters([])).toEqual([])
  })
})

describe('filters of the host', () => {
  it('are parsed with `$schema` or `schemaUrl`, and dates lose their time zone', () => {
    expect(
      readFilter({
        schemaUrl: 'http://powerbi.com/product/schema#basic',
        target: target('a'),
        operator: 'In',
        values: [1],
      }),
    ).toMatchObject({ filterType: 1, $schema: 'http://powerbi.com/product/schema#basic' })
    const since = {
      filterType: 0,
      target: target('d'),
      logicalOperator: 'And',
      conditions: [{ operator: 'GreaterThan', value: new Date(Date.UTC(2013, 0, 2)) }],
    }
    expect(readFilter(since)).toMatchObject({ conditions: [{ value: '2013-01-02T00:00:00' }] })
  })
  it.each([
    [{ filterType: 9, target: [] }],
    [{ filterType: 1, target: { table: 'T' }, operator: 'In', values: [] }],
    [{ filterType: 1, target: target('a'), operator: 'Like', values: [] }],
    [{ filterType: 1, target: target('a'), operator: 'In', values: [{}] }],
    [{ filterType: 0, target: target('a'), conditions: [{ operator: 'Evil' }] }],
    [{ filterType: 6, target: [target('a')], operator: 'In', values: [['x']] }],
    [null],
  ])('are refused: %j', (filter) => expect(readFilters([filter])).toBeNull())

  it('support the operations remove all, replace all, add, and replace by column', () => {
    const present = [only('a', '1'), only('b', '1')]
    expect(applyOperation(present, 0, [])).toEqual([])
    expect(applyOperation(present, 1, [only('c', '1')])).toEqual([only('c', '1')])
    expect(applyOperation(present, 2, [only('a', '2')])).toHaveLength(3)
    expect(applyOperation(present, 3, [only('a', '2')])).toEqual([only('b', '1'), only('a', '2')])
    expect(applyOperation(present, 7, [])).toBeNull()
  })
})

describe('bookmarks', () => {
  it('apply their page, filters and slicers, and keep the report’s other filters', () => {
    const report = { ...SAMPLE_REPORT, filters: [only('Hidden', 'x'), ...SAMPLE_REPORT.filters] }
    const [bookmark] = report.bookmarks
    if (!bookmark) throw new Error('no bookmark')
    const state = stateOfBookmark(report, bookmark)
    expect(state.reportFilters.map(({ target: on }) => on)).toEqual([target('Hidden'), target('Product')])
    expect(state.slicers).toHaveProperty(['overview/regions'])
  })
  it('are restored unchanged from their text, including accents', () => {
    const state = {
      ...initial,
      page: 'ReportSection 2',
      reportFilters: [only('Product', 'Bicicleta é ação')],
      slicers: { 'overview/regions': [only('Region', 'Sul')] },
    }
    const back = restoreState(SAMPLE_REPORT, captureState(SAMPLE_REPORT, state, true))
    expect(back).toMatchObject({
      page: 'ReportSection 2',
      reportFilters: [{ values: ['Bicicleta é ação'] }],
      slicers: { 'overview/regions': [{ values: ['Sul'] }] },
    })
  })
  it('of the active page do not change the other pages', () => {
    const state = {
      ...initial,
      slicers: { 'overview/regions': [only('Region', 'Sul')], 'ReportSection 2/x': [only('Region', 'Sul')] },
    }
    const back = restoreState(SAMPLE_REPORT, captureState(SAMPLE_REPORT, state, false))
    expect(Object.keys(back?.slicers ?? {})).toEqual(['overview/regions'])
  })
  it.each(['', 'x', '{}', btoa('{"version":1}'), btoa('{"version":1,"state":{"reportFilters":[{"filterType":9}]}}')])(
    'refuse the invalid state %s',
    (text) => {
      expect(restoreState(SAMPLE_REPORT, text)).toBeNull()
    },
  )
})
