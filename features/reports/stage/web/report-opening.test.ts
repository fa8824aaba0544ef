import { expect, it } from 'vitest'
import type { Opened } from '#features/reports/frame/web/exports.tsx'
import type { ReportState } from './report-state-outbox.ts'
import {
  type FirstState,
  type OpeningRequest,
  missingIn,
  emptyRequest,
  openingOf,
  type SavedView,
} from './report-opening.ts'

const basic = (table: string, column: string, ...values: string[]) => ({
  filterType: 1,
  target: { table, column },
  operator: 'In',
  values,
})

const last = { page: 'last', filters: [basic('Region', 'Name', 'Sul')], slicers: [{ visual: 's', state: { a: 1 } }] }
const own = { id: 'own', name: 'Minha', page: 'mine', filters: [basic('Product', 'Name', 'Bike')], slicers: [] }
const shared: SavedView = { ...own, id: 'shared', name: 'Sul', own: false, author: 'Ana' }

const report = (part: object = {}) =>
  ({ save_filters: true, saved: last, default_view: null, filters: [], pages: null, ...part }) as unknown as Opened
const open = (
  opened: Opened,
  request: Partial<OpeningRequest> = {},
  view?: SavedView,
  reset: { page: string | null } | null = null,
  displayedState: ReportState | null = null,
  firstState: FirstState | null = null,
) => openingOf(opened, { request: { ...emptyRequest, ...request }, view, firstState, reset, displayedState })

it('a report opens as its reader left it, or with their default view', () => {
  expect(open(report()).opened.saved).toEqual(last)
  expect(open(report({ saved: null })).opened.saved).toBeNull()
  const { opened, view } = open(report({ default_view: own }))
  expect(opened.saved).toMatchObject({ page: 'mine', filters: own.filters })
  expect(view).toMatchObject({ id: 'own', own: true })
  expect(opened.save_filters).toBe(true)
})

it('a page of the URL takes precedence over that of the state', () => {
  expect(open(report(), { page: 'p9' }).opened.saved).toEqual({ ...last, page: 'p9' })
})

it('a page that the reader may not open is left out', () => {
  const limited = report({ pages: ['mine'] })
  expect(open(limited, { page: 'p9' }).opened.saved?.page).toBeNull()
  expect(open(limited, { page: 'p9', view: 'shared' }, shared).opened.saved?.page).toBe('mine')
})

it('a view of a link is shown instead of the reader’s stored state, and does not overwrite it', () => {
  const { opened, view } = open(report({ default_view: own }), { view: 'shared' }, shared)
  expect(opened.saved).toMatchObject({ page: 'mine', filters: own.filters })
  expect(opened.save_filters).toBe(false)
  expect(view).toMatchObject({ id: 'shared', author: 'Ana' })
})

it('a removed view is reported, and the report opens without it', () => {
  const { opened, isViewMissing } = open(report(), { view: 'gone' })
  expect([opened.saved, isViewMissing]).toEqual([last, true])
})

it('filters of the URL replace the reader’s own, and those of a view on the same column', () => {
  const { opened } = open(report(), { filter: "Region/Name eq 'Norte'" })
  expect(opened.saved?.filters).toEqual([expect.objectContaining({ values: ['Norte'] })])
  expect(opened.save_filters).toBe(false)
  const both = open(report(), { view: 'shared', filter: "Product/Name eq 'Car' and Region/Name eq 'Sul'" }, shared)
  expect(both.opened.saved?.filters.map(({ values }) => values)).toEqual([['Car'], ['Sul']])
})

it('filters of the URL never replace those of the publisher', () => {
  const published = { filters: [{ table: 'Region', column: 'Name', operator: 'in', values: ['Sul'] }] }
  const opening = open(report(published), { filter: "Region/Name eq 'Norte'" })
  expect(opening.filters).toEqual([])
  expect(opening.decided).toHaveLength(1)
  expect(JSON.stringify(opening.opened.saved)).not.toContain('Norte')
})

it('a URL whose filters have a fault opens the report without them', () => {
  const { opened, fault } = open(report(), { filter: '%%%' })
  expect([opened.saved, fault?.code]).toEqual([last, 'unreadable'])
})

it('after a reset the report is as published, at the same page', () => {
  const { opened } = open(report({ default_view: own }), { filter: 'A/B eq 1' }, undefined, { page: 'p2' })
  expect(opened.saved).toEqual({ page: 'p2', filters: [], slicers: [] })
  expect(opened.save_filters).toBe(true)
})

it('a report that opens again keeps its state, also after a link, a default view and a reset', () => {
  const filters = [basic('Region', 'Name', 'Norte')]
  const displayedState = { reportId: 'r1', page: 'now', filters, slicers: [] }
  const now = { page: 'now', filters, slicers: [] }
  expect(open(report(), {}, undefined, null, displayedState).opened.saved).toEqual(now)
  expect(open(report({ default_view: own }), {}, undefined, null, displayedState).opened.saved).toEqual(now)
  expect(open(report(), {}, undefined, { page: 'p2' }, displayedState).opened.saved).toEqual(now)
  const linked = open(report(), { view: 'shared' }, shared, null, displayedState)
  expect(linked.opened).toMatchObject({ saved: now, save_filters: false })
  expect(linked.view).toMatchObject({ id: 'shared' })
})

it('a report that opens again leaves a page that the reader may no longer open', () => {
  const displayedState = { reportId: 'r1', page: 'gone', filters: [], slicers: [] }
  expect(open(report({ pages: ['mine'] }), {}, undefined, null, displayedState).opened.saved?.page).toBeNull()
})

it('finds the filters of the URL that the report did not apply', () => {
  const { filters } = open(report(), { filter: 'A/B eq 1 and C/D eq 2' })
  expect(missingIn(filters, [basic('A', 'B', '1')]).map(({ target }) => target.table)).toEqual(['C'])
})

it('a first state takes precedence over the reader’s own state, and does not overwrite it', () => {
  const first = { page: 'seen', filters: own.filters, slicers: [] }
  const { opened, view } = open(report({ default_view: own }), {}, undefined, null, null, first)
  expect(opened.saved).toEqual({ page: 'seen', filters: own.filters, slicers: [] })
  expect(opened.save_filters).toBe(false)
  expect(view).toBeNull()
  expect(open(report({ pages: ['mine'] }), {}, undefined, null, null, first).opened.saved?.page).toBeNull()
  expect(open(report(), {}, undefined, { page: 'p' }, null, first).opened.saved).toMatchObject({
    page: 'p',
    filters: [],
  })
})
