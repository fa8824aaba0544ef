// The home page of staff outside of a business unit: the numbers of a partner's units, and for the platform those of its partners.
import { z } from 'zod'
import { id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'

const count = () => z.number().int().min(0)

/** The numbers of one unit, of one partner, or of all together. */
const figures = {
  /** Number of business units; 1 for an entry that is a unit. */
  units: count(),
  disabled: count(),
  /** People who count for the user limit. */
  people: count(),
  user_limit: count(),
  /** Mails and jobs that failed permanently. */
  failed_mails: count(),
  failed_jobs: count(),
  /** Reports that could not be opened, in the last seven days. */
  failed_views: count(),
  last_sign_in_at: instant().nullable(),
}

export const overviewEntry = z.object({ id: id(), name: z.string(), ...figures })

/** Maximum entries in one answer. Entries with failures come first; the lists of units and partners show the others. */
export const maxEntries = 50

export const readOverview = call({
  method: 'GET',
  path: 'auth/overview/get',
  summary:
    'Numbers for the home page of staff: of each business unit of a partner, or of each partner of the platform, and of all together.',
  access: 'overview.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    of: z.enum(['tenant', 'partner']),
    entries: z.array(overviewEntry).max(maxEntries),
    /** The totals also count what belongs to no unit, such as the mails of the partner itself. */
    total: z.object({ entries: count(), ...figures }),
  }),
})
