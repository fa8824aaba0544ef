// Visuals of reports that a person pinned to their home page. A pin names a visual and no rows: the home page opens its report with the
// person's own embed token. Next: server/routes.ts, web/pinned-visuals.tsx.
import { z } from 'zod'
import { flag, id, text } from '#catalogue/fields.ts'
import { maxPins } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { added, done } from '#platform/contract/list.ts'

const screens = ['', '{id}/reports/view', '{id}/apps/view'] as const

export const listPins = call({
  method: 'GET',
  path: 'auth/pins/all',
  summary: 'The visuals that the caller pinned, in their order: only those whose report and page they may still open.',
  access: 'pin.keep',
  screens,
  does: 'read',
  // `app` is sent by phones and by the installed web app, which get only the reports that are offered there.
  input: z.object({ app: flag().optional() }),
  answers: z.array(
    z.object({
      id: id(),
      report_id: id(),
      report: z.string(),
      page: z.string(),
      visual: z.string(),
      /** The title of the visual when it was pinned. */
      title: z.string(),
      /** The type of the visual, as its service names it: `card`, `lineChart`. */
      kind: z.string(),
    }),
  ),
})

export const addPin = call({
  method: 'POST',
  path: 'auth/pins/add',
  summary: 'Pins a visual of a report that the caller may open, after the others. A pinned one stays as it is.',
  access: 'pin.keep',
  screens,
  does: 'write',
  audit: null, // a personal bookmark, like a favourite
  input: z.object({ reportId: id(), page: text(200), visual: text(200), title: text(200), kind: text(100) }),
  answers: added,
})

export const removePin = call({
  method: 'POST',
  path: 'auth/pins/delete',
  summary: 'Unpins a visual of the caller.',
  access: 'pin.keep',
  screens,
  does: 'write',
  audit: null, // a personal bookmark
  input: z.object({ id: id() }),
  answers: done,
})

export const orderPins = call({
  method: 'POST',
  path: 'auth/pins/order',
  summary: 'Puts the caller’s pins into the order of these ids; those that it does not name come after them.',
  access: 'pin.keep',
  screens,
  does: 'write',
  audit: null, // a personal bookmark
  input: z.object({ ids: z.array(id()).min(1).max(maxPins) }),
  answers: done,
})
