import type { FeatureRoutes } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { tag, tagCalls } from '../contract.ts'
import { reports } from './store.ts'

const { routes } = resource(tag, tagCalls, { table: 'tags', computed: { reports }, sorts: { reports } })

export const tagRoutes: FeatureRoutes = { feature: 'tags', routes }
