// The server part of a feature. Next: ../generated/server.ts (one for each line of features/list.ts), features.ts.
import type { ConstraintCodes } from '#platform/server/http/errors.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { Queue } from '#platform/server/jobs/queue.ts'
import type { NounPhrases } from '#features/operations/audit/server/rules.ts'
import type { Services } from './services.ts'

/** The services that a feature may need. Each feature declares the ones it uses. */
export type FeatureServices = Services & { putBack: Queue['putBack']; enqueue: Queue['enqueue']; version: string }

export type ServerFeature = {
  /** The prefix of its phrases: `people.groups`. */
  feature: string
  routes: readonly Route[] | ((needs: FeatureServices & { nounPhrases: NounPhrases }) => readonly Route[])
  /** Error codes for its database constraints. */
  constraints: ConstraintCodes
}
