// Every feature of the browser: its screens and its public screens. One line each.
import type { PublicEntry, ScreenEntry } from '#platform/web/routing/screen-entry.ts'
import { auditScreens } from '#features/audit/web/routes.ts'
import { accountScreens } from '#features/embedding/web/routes.ts'
import { workspaceScreens } from '#features/embedding/workspaces/web/routes.ts'
import { homeScreens } from '#features/home/web/routes.ts'
import { jobScreens } from '#features/jobs/web/routes.ts'
import { mailScreens } from '#features/mails/web/routes.ts'
import { profileScreens } from '#features/profile/web/routes.ts'
import { reportAccessScreens } from '#features/reports/access/web/routes.ts'
import { reportGroupScreens } from '#features/reports/groups/web/routes.ts'
import { reportViewScreens } from '#features/reports/view/web/routes.ts'
import { reportScreens } from '#features/reports/web/routes.ts'
import { customFieldScreens } from '#features/custom-fields/web/routes.ts'
import { shiftScreens } from '#features/shifts/web/routes.ts'
import { settingsScreens } from '#features/settings/web/routes.ts'
import { statusScreens } from '#features/status/web/routes.ts'
import { tagScreens } from '#features/tags/web/routes.ts'
import { partnerScreens } from '#features/partners/web/routes.ts'
import { teamScreens } from '#features/partners/team/web/routes.ts'
import { platformSettingsScreens } from '#features/platform-settings/web/routes.ts'
import { changelogScreens } from '#features/changelog/web/routes.ts'
import { signInScreens } from '#features/sign-in/web/routes.ts'
import { tenantScreens } from '#features/tenants/web/routes.ts'
import { themeScreens } from '#features/themes/web/routes.ts'
import { userScreens } from '#features/users/web/routes.ts'
import { userGroupScreens } from '#features/users/groups/web/routes.ts'

export const screens: readonly ScreenEntry[] = [
  ...reportScreens,
  // Before the screens of home: the specification's `reports` is the group page for managers, and the subgroups for a reader.
  ...reportGroupScreens,
  ...homeScreens,
  ...reportAccessScreens,
  ...reportViewScreens,
  ...userScreens,
  ...userGroupScreens,
  ...shiftScreens,
  ...customFieldScreens,
  ...tagScreens,
  ...partnerScreens,
  ...teamScreens,
  ...changelogScreens,
  ...tenantScreens,
  ...themeScreens,
  ...accountScreens,
  ...workspaceScreens,
  ...auditScreens,
  // Before the own account, which has the same path for readers.
  ...settingsScreens,
  ...mailScreens,
  ...platformSettingsScreens,
  ...jobScreens,
  ...statusScreens,
  ...profileScreens,
]

export const publicScreens: readonly PublicEntry[] = [...signInScreens]
