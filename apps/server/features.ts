// The features of the server, from the registry that tools/generate-registries.ts writes.
import { nouns } from '#catalogue/access.ts'
import { plural } from '#catalogue/plural.ts'
import type { ConstraintCodes } from '#platform/server/http/errors.ts'
import type { FeatureRoutes } from '#platform/server/http/route.ts'
import { serverFeatures } from '../generated/server.ts'
import { nounPhrases } from './phrases.ts'
import type { FeatureServices } from './server-feature.ts'

export const featureRoutes = (needs: FeatureServices): FeatureRoutes[] =>
  serverFeatures.map(({ feature, routes }) => ({
    feature,
    routes: typeof routes === 'function' ? routes({ ...needs, nounPhrases }) : routes,
  }))

/** The unique index of names of every noun's table, which is called as the noun's plural. */
const nameConstraints: ConstraintCodes = Object.fromEntries(
  nouns.map((noun) => [`${plural(noun)}_name_key`, { code: `${noun}.name_taken`, field: 'name' } as const]),
)

export const constraints: ConstraintCodes = Object.assign(
  nameConstraints,
  ...serverFeatures.map(({ constraints }) => constraints),
)
