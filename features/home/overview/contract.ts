// The home page of staff outside of a business unit: the numbers of a partner's units, and for the platform those of its partners.
import { z } from 'zod'
import { flag, id, instant, line } from '#catalogue/fields.ts'
import { searchLength } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'

const count = () => z.number().int().min(0)

/** The numbers of one unit, of one partner, or of all together. */
const figures = {
  /** Number of business units; 1 for an entry that is a unit. */
  units: count(),
  disabled: count(),
  /** People who count for the user limit. */
  people: count(),
  /** Where a client's contract allows fewer people than its business units together, the limit of the contract. */
  user_limit: count(),
  /** Mails and jobs that failed permanently. */
  failed_mails: count(),
  failed_jobs: count(),
  /** Reports that could not be opened, in the last seven days. */
  failed_views: count(),
  last_sign_in_at: instant().nullable(),
}

export const overviewEntry = z.object({
  id: id(),
  name: z.string(),
  ...figures,
  /** The people of all units of the client and the limit of its contract, where they reach it before the limit of the unit; else null. */
  contract: z.object({ people: count(), user_limit: count() }).nullable(),
  /** S: the caller may enter the business unit now. N for a partner. */
  may_enter: flag(),
})

export const overviewSorts = ['failures', 'name', 'units', 'people', 'last_sign_in_at'] as const

/** Maximum entries in one answer. By default entries with failures come first; a search finds the others. */
export const maxEntries = 50

export const readOverview = call({
  method: 'GET',
  path: 'auth/overview/get',
  summary:
    'Numbers for the home page of staff: of each business unit of a partner, or of each partner of the platform, and of all together.',
  access: 'overview.read',
  does: 'read',
  input: z.object({
    /** Only entries whose name contains it; the totals stay those of all. */
    search: line(searchLength).default(''),
    sort: z.enum(overviewSorts).default('failures'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  answers: z.object({
    of: z.enum(['tenant', 'partner']),
    entries: z.array(overviewEntry).max(maxEntries),
    /** The totals also count what belongs to no unit, such as the mails of the partner itself. */
    total: z.object({
      entries: count(),
      ...figures,
      /** S: `user_limit` is lower than the limits of the units together, because of a contract. */
      limited_by_contract: flag(),
    }),
  }),
})
