// What the server takes from a feature. Next: ../generated/server.ts (one for each line of features/list.ts), features.ts.
import type { ConstraintCodes } from '#platform/server/http/errors.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { Queue } from '#platform/server/jobs/queue.ts'
import type { Services } from './services.ts'

/** All that a feature may ask for; each names the part that it uses. */
export type Needs = Services & { putBack: Queue['putBack']; version: string }

export type ServerFeature = {
  /** Where its phrases are: `users.groups`. */
  feature: string
  routes: readonly Route[] | ((needs: Needs) => readonly Route[])
  /** The database constraints that it has error codes for. */
  constraints: ConstraintCodes
}
