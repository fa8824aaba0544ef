// Search for the command palette (Ctrl K): everything that a person may open or manage. The browser finds screens itself. Lists have their
// own search. Next: server/store.ts (matching and ranking), server/rules.ts (permissions).
import { z } from 'zod'
import { id, text } from '#catalogue/fields.ts'
import { searchLength } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'

/** The kinds of results, in the order of display. */
export const kinds = [
  'report',
  'page',
  'external_report',
  'app',
  'playlist',
  'report_subgroup',
  'report_group',
  'tag',
  'task',
  'user',
  'user_group',
  'tenant',
] as const
export type Kind = (typeof kinds)[number]

/** Maximum results per kind, the best first. */
export const maxOfAKind = 5

/** Maximum ids in one call of `readKnown`. */
export const maxKnown = 8

const found = z.array(
  z.object({
    kind: z.enum(kinds),
    id: id(),
    name: z.string(),
    /** The page of a report, by its name at the service; `id` is then the id of the report. Null for any other result. */
    page: z.string().nullable(),
    /**
     * A text that distinguishes results with equal names. A report has its groups; a person has the e-mail, and before it the value of the
     * custom field that matched.
     */
    detail: z.string().nullable(),
  }),
)

export const searchEverything = call({
  method: 'GET',
  path: 'auth/search',
  summary:
    'Reports, their pages, groups, apps, playlists, alerts, tags, people and business units that contain every word; names that begin with them first.',
  access: 'portal.use',
  does: 'read',
  input: z.object({ search: text(searchLength) }),
  answers: found,
})

const idList = z.codec(z.string().max(maxKnown * 37), z.array(id()).min(1).max(maxKnown), {
  decode: (value) => value.split(','),
  encode: (ids) => ids.join(','),
})

export const readKnown = call({
  method: 'GET',
  path: 'auth/search/known',
  summary:
    'Current names of records that a person chose before; removed ones are left out. The browser stores only their ids.',
  access: 'portal.use',
  does: 'read',
  input: z.object({ ids: idList }),
  answers: found,
})
