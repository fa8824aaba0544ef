// Every feature of the server: its routes, and the database constraints it has sentences for. One line each.
import type { ConstraintCodes } from '#platform/server/http/errors.ts'
import type { FeatureRoutes } from '#platform/server/http/route.ts'
import { embeddingConstraints } from '#features/embedding/server/table.ts'
import { accountRoutes } from '#features/embedding/server/routes.ts'
import { workspaceRoutes } from '#features/embedding/workspaces/server/routes.ts'
import { homeRoutes } from '#features/home/server/routes.ts'
import { reportViewRoutes } from '#features/reports/view/server/routes.ts'
import { sessionRoutes } from '#features/sessions/server/routes.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import { userGroupConstraints } from '#features/users/groups/server/table.ts'
import { userGroupRoutes } from '#features/users/groups/server/routes.ts'
import { userConstraints } from '#features/users/server/table.ts'
import { userRoutes } from '#features/users/server/routes.ts'
import { signInRoutes } from '#features/sign-in/server/routes.ts'
import type { Services } from './services.ts'

export const featureRoutes = ({ hosts, embedding, tokens }: Services): FeatureRoutes[] => [
  signInRoutes(hosts),
  sessionRoutes(hosts),
  settingsRoutes,
  userRoutes,
  userGroupRoutes,
  accountRoutes(embedding),
  workspaceRoutes(embedding),
  reportViewRoutes(tokens),
  homeRoutes,
]

export const constraints: ConstraintCodes = {
  ...userConstraints,
  ...userGroupConstraints,
  ...embeddingConstraints,
}
