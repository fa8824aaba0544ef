import type { FastifyInstance } from 'fastify'
import { asCaller, listOf } from './service-context.ts'
import type { ServiceContext } from './service-context.ts'

/** Capacity routes. The local service has no capacities, so the list is empty, and embedding is not metered. */
export function capacityRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.get(
    '/capacities',
    asCaller(context, () => listOf(context, [])),
  )
  app.get(
    '/availableFeatures',
    asCaller(context, () => ({
      '@odata.context': `${context.publicUrl}/v1.0/myorg/$metadata`,
      features: [{ name: 'embedTrial', state: 'Enabled', extendedState: 'Enabled', additionalInfo: { Usage: 0 } }],
    })),
  )
}
