// Search over everything a person may open or manage, for the palette behind Ctrl K. Screens are found in the browser, by the words
// of its menu. Lists have a search of their own. Next: server/store.ts (what matches), server/rules.ts (who is shown what).
import { z } from 'zod'
import { id, text } from '#catalogue/fields.ts'
import { searchLength } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'

/** In the order they are shown. */
export const kinds = ['report', 'report_subgroup', 'report_group', 'tag', 'user', 'user_group', 'tenant'] as const
export type Kind = (typeof kinds)[number]

/** How many of a kind are answered, the best first. */
export const mostOfAKind = 5

/** How many recent choices may be asked for at once. */
export const mostKnown = 8

const found = z.array(
  z.object({
    kind: z.enum(kinds),
    id: id(),
    name: z.string(),
    /** What tells namesakes apart: the group of a report, the e-mail of a person, before it the custom field that matched. */
    detail: z.string().nullable(),
  }),
)

export const searchEverything = call({
  method: 'GET',
  path: 'auth/search',
  summary:
    'Reports, groups, tags, people and business units that contain every word; names that begin with them first.',
  access: 'session.use',
  does: 'read',
  input: z.object({ search: text(searchLength) }),
  answers: found,
})

const idList = z.codec(z.string().max(mostKnown * 37), z.array(id()).min(1).max(mostKnown), {
  decode: (value) => value.split(','),
  encode: (ids) => ids.join(','),
})

export const readKnown = call({
  method: 'GET',
  path: 'auth/search/known',
  summary: 'What is left of earlier choices, under their present names: a browser keeps ids alone.',
  access: 'session.use',
  does: 'read',
  input: z.object({ ids: idList }),
  answers: found,
})
