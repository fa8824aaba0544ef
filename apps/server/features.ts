// Every feature of the server: its routes, and the database constraints it has sentences for. One line each.
import type { Hosts } from '#platform/server/hosts.ts'
import type { ConstraintCodes } from '#platform/server/http/errors.ts'
import type { FeatureRoutes } from '#platform/server/http/route.ts'
import { sessionRoutes } from '#features/sessions/server/routes.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import { userGroupConstraints } from '#features/users/groups/server/table.ts'
import { userGroupRoutes } from '#features/users/groups/server/routes.ts'
import { signInRoutes } from '#features/sign-in/server/routes.ts'

export type Services = { hosts: Hosts }

export const featureRoutes = ({ hosts }: Services): FeatureRoutes[] => [
  signInRoutes(hosts),
  sessionRoutes(hosts),
  settingsRoutes,
  userGroupRoutes,
]

export const constraints: ConstraintCodes = {
  ...userGroupConstraints,
}
