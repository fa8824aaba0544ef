// Named views of a report: page, filters and slicers that a person stored. A view decides how a report opens; the rows are always those of
// the person who opens it. Next: ../stage/web/report-opening.ts (the state a report opens with), server/routes.ts.
import { z } from 'zod'
import { flag, id, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { added, done } from '#platform/contract/list.ts'
import { savedFilters } from '#features/reports/view/contract.ts'

const screens = ['{id}/reports/view', '{id}/apps/view'] as const

export const viewNameLength = 60

/** The state of a view, with the same limits as the person's last filters. */
const state = {
  page: z.string().max(200).nullable(),
  filters: savedFilters.shape.filters.max(200),
  slicers: savedFilters.shape.slicers.max(200),
}

export const listSavedViews = call({
  method: 'GET',
  path: 'auth/saved_views/all',
  summary: 'The caller’s own views of a report, by name.',
  access: 'saved_view.keep',
  screens,
  does: 'read',
  input: z.object({ reportId: id() }),
  answers: z.object({ data: z.array(z.object({ id: id(), name: z.string(), is_default: flag() })) }),
})

export const readSavedView = call({
  method: 'GET',
  path: 'auth/saved_views/get',
  summary: 'One view, also of another person: a link carries its id. Only for people who may open the report.',
  access: 'saved_view.keep',
  screens,
  does: 'read',
  input: z.object({ reportId: id(), id: id() }),
  answers: savedFilters.extend({
    id: id(),
    name: z.string(),
    own: flag(),
    /** Name of the person who stored the view; null: a person who left the business unit. */
    author: z.string().nullable(),
  }),
})

export const addSavedView = call({
  method: 'POST',
  path: 'auth/saved_views/add',
  summary: 'Stores a view of a report under a name. Of the caller’s views of a report, at most one is the default.',
  access: 'saved_view.keep',
  screens,
  does: 'write',
  audit: 'saved_view.added',
  input: z.object({ reportId: id(), name: text(viewNameLength), is_default: flag(), ...state }),
  answers: added,
})

export const updateSavedView = call({
  method: 'PUT',
  path: 'auth/saved_views/update',
  summary: 'Renames a view of the caller, makes it the default or no longer, or replaces its state.',
  access: 'saved_view.keep',
  screens,
  does: 'write',
  audit: 'saved_view.updated',
  input: z.object({
    id: id(),
    name: text(viewNameLength).optional(),
    is_default: flag().optional(),
    state: z.object(state).optional(),
  }),
  answers: done,
})

export const removeSavedView = call({
  method: 'DELETE',
  path: 'auth/saved_views/delete',
  summary: 'Removes a view of the caller. Its links then open the report without it.',
  access: 'saved_view.keep',
  screens,
  does: 'write',
  audit: 'saved_view.removed',
  input: z.object({ id: id() }),
  answers: done,
})
