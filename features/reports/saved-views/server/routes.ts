import { savedViews as limits, userReportFiltersBytes } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import * as calls from '../contract.ts'
import * as store from './store.ts'

const list = rows(
  calls.listSavedViews,
  ({ reportId }) => store.listQuery(reportId),
  (data) => ({ data }),
)

const read = rows(
  calls.readSavedView,
  ({ reportId, id }) => store.viewQuery(reportId, id),
  ([view]) => view ?? fail('call.not_found'),
)

const add = handle(calls.addSavedView, async ({ db, audit }, { reportId, ...view }) => {
  checkSize(view)
  const report = (await store.findReport(db, reportId)) ?? fail('report.missing')
  if (report.views >= limits.perReport) fail('saved_view.limit_reached')
  if (view.is_default) await store.clearDefault(db, reportId)
  const id = await store.add(db, reportId, view)
  await audit({
    target: { type: 'saved_view', id, name: view.name },
    after: { ...savedViewAnswer(view), report: report.name },
  })
  return { status: true as const, id }
})

const update = handle(calls.updateSavedView, async (context, { id, state, ...sent }) => {
  const { db, audit, unchanged } = context
  if (state) checkSize(state)
  const before = (await store.findOwn(db, id)) ?? fail('call.not_found')
  if (!(await store.findReport(db, before.report_id))) fail('call.not_found')
  const changed = { ...definedFields(sent), ...state }
  if (!differs(before, changed)) return unchanged({ status: true as const })
  if (sent.is_default) await store.clearDefault(db, before.report_id)
  await store.update(db, id, {
    ...definedFields(sent),
    ...(state && {
      page: state.page,
      filters: JSON.stringify(state.filters),
      slicers: JSON.stringify(state.slicers),
    }),
  })
  await audit({
    target: { type: 'saved_view', id, name: sent.name ?? before.name },
    before: savedViewAnswer(before),
    after: savedViewAnswer({ ...before, ...changed }),
  })
  return { status: true as const }
})

const remove = handle(calls.removeSavedView, async ({ db, audit }, { id }) => {
  const before = (await store.findOwn(db, id)) ?? fail('call.not_found')
  await store.remove(db, id)
  await audit({ target: { type: 'saved_view', id, name: before.name }, before: savedViewAnswer(before) })
  return { status: true as const }
})

/** The fields of a view for the audit trail. */
const savedViewAnswer = ({
  name,
  is_default,
  page,
  filters,
  slicers,
}: Record<'name' | 'is_default' | 'page' | 'filters' | 'slicers', unknown>) => ({
  name,
  is_default,
  page,
  filters,
  slicers,
})

function checkSize({ page, filters, slicers }: Record<'page' | 'filters' | 'slicers', unknown>): void {
  if (Buffer.byteLength(JSON.stringify({ page, filters, slicers })) > userReportFiltersBytes) fail('call.too_large')
}

export const routes: Route[] = [list, read, add, update, remove]
