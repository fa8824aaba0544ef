// All features of the server: their routes, and the error codes of their database constraints. One line each.
import type { ConstraintCodes } from '#platform/server/http/errors.ts'
import type { Queue } from '#platform/server/jobs/queue.ts'
import type { FeatureRoutes } from '#platform/server/http/route.ts'
import { auditRoutes } from '#features/audit/server/routes.ts'
import { embeddingConstraints } from '#features/embedding/server/table.ts'
import { accountRoutes } from '#features/embedding/server/routes.ts'
import { workspaceRoutes } from '#features/embedding/workspaces/server/routes.ts'
import { homeRoutes } from '#features/home/server/routes.ts'
import { jobRoutes } from '#features/jobs/server/routes.ts'
import { mailRoutes } from '#features/mails/server/routes.ts'
import { listChoiceRoutes } from '#features/profile/lists/server/routes.ts'
import { profileRoutes } from '#features/profile/server/routes.ts'
import { reportAccessRoutes } from '#features/reports/access/server/routes.ts'
import { reportGroupRoutes } from '#features/reports/groups/server/routes.ts'
import { reportGroupConstraints } from '#features/reports/groups/server/table.ts'
import { subgroupRoutes } from '#features/reports/subgroups/server/routes.ts'
import { subgroupConstraints } from '#features/reports/subgroups/server/table.ts'
import { reportViewRoutes } from '#features/reports/view/server/routes.ts'
import { endTokensOf } from '#features/reports/view/server/service.ts'
import { reportRoutes } from '#features/reports/server/routes.ts'
import { reportConstraints } from '#features/reports/server/table.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { sessionRoutes } from '#features/sessions/server/routes.ts'
import { settingsConstraints } from '#features/settings/server/table.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import { tenantConstraints } from '#features/tenants/server/table.ts'
import { tenantRoutes } from '#features/tenants/server/routes.ts'
import { themeRoutes } from '#features/themes/server/routes.ts'
import { userGroupConstraints } from '#features/users/groups/server/table.ts'
import { userGroupRoutes } from '#features/users/groups/server/routes.ts'
import { userConstraints } from '#features/users/server/table.ts'
import { userRoutes } from '#features/users/server/routes.ts'
import { customFieldRoutes } from '#features/custom-fields/server/routes.ts'
import { customFieldConstraints } from '#features/custom-fields/server/table.ts'
import { shiftRoutes } from '#features/shifts/server/routes.ts'
import { shiftConstraints } from '#features/shifts/server/table.ts'
import { tagRoutes } from '#features/tags/server/routes.ts'
import { tagConstraints } from '#features/tags/server/table.ts'
import { partnerRoutes } from '#features/partners/server/routes.ts'
import { partnerConstraints } from '#features/partners/server/table.ts'
import { teamRoutes } from '#features/partners/team/server/routes.ts'
import { teamConstraints } from '#features/partners/team/server/table.ts'
import { platformSettingsRoutes } from '#features/platform-settings/server/routes.ts'
import { changelogRoutes } from '#features/changelog/server/routes.ts'
import { changelogConstraints } from '#features/changelog/server/table.ts'
import { signInRoutes } from '#features/sign-in/server/routes.ts'
import { statusRoutes } from '#features/status/server/routes.ts'
import type { Services } from './services.ts'

type Needs = Services & { putBack: Queue['putBack']; version: string }

export const featureRoutes = ({
  hosts,
  signInConnections,
  embedding,
  tokens,
  acrossTenants,
  mailing,
  showsMails,
  storage,
  putBack,
  version,
}: Needs): FeatureRoutes[] => [
  signInRoutes(hosts, signInConnections),
  sessionRoutes(hosts),
  settingsRoutes({ mailing, showsMails }),
  profileRoutes({ acrossTenants }),
  listChoiceRoutes,
  platformSettingsRoutes,
  partnerRoutes(hosts),
  teamRoutes,
  tenantRoutes(hosts),
  themeRoutes({ storage }),
  shiftRoutes,
  customFieldRoutes,
  userRoutes,
  tagRoutes,
  changelogRoutes,
  userGroupRoutes,
  accountRoutes({ embedding, endTokens: (account) => endTokensOf(acrossTenants, embedding, account) }),
  workspaceRoutes(embedding),
  reportGroupRoutes,
  subgroupRoutes,
  reportRoutes(embedding),
  reportAccessRoutes,
  reportViewRoutes({ tokens, hosts }),
  homeRoutes,
  mailRoutes({ mailing, showsMails }),
  jobRoutes({ acrossTenants, putBack }),
  statusRoutes({ acrossTenants, version }),
  auditRoutes,
  searchRoutes,
]

export const constraints: ConstraintCodes = {
  ...partnerConstraints,
  ...teamConstraints,
  ...tenantConstraints,
  ...settingsConstraints,
  ...shiftConstraints,
  ...customFieldConstraints,
  ...userConstraints,
  ...tagConstraints,
  ...changelogConstraints,
  ...userGroupConstraints,
  ...embeddingConstraints,
  ...reportGroupConstraints,
  ...subgroupConstraints,
  ...reportConstraints,
}
