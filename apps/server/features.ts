// The features of the server, from the registry that tools/generate-registries.ts writes.
import type { ConstraintCodes } from '#platform/server/http/errors.ts'
import type { FeatureRoutes } from '#platform/server/http/route.ts'
import { serverFeatures } from '../generated/server.ts'
import type { Needs } from './server-feature.ts'

export const featureRoutes = (needs: Needs): FeatureRoutes[] =>
  serverFeatures.map(({ feature, routes }) => ({
    feature,
    routes: typeof routes === 'function' ? routes(needs) : routes,
  }))

export const constraints: ConstraintCodes = Object.assign({}, ...serverFeatures.map(({ constraints }) => constraints))
