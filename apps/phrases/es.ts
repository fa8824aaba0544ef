// Every word of the portal in one language, fetched as one file. A feature adds one line here, in each language.
import audit from '#features/audit/phrases/es.ts'
import embedding from '#features/embedding/phrases/es.ts'
import workspaces from '#features/embedding/workspaces/phrases/es.ts'
import general from '#catalogue/phrases/general/es.ts'
import home from '#features/home/phrases/es.ts'
import jobs from '#features/jobs/phrases/es.ts'
import mails from '#features/mails/phrases/es.ts'
import profile from '#features/profile/phrases/es.ts'
import reports from '#features/reports/phrases/es.ts'
import reportAccess from '#features/reports/access/phrases/es.ts'
import reportGroups from '#features/reports/groups/phrases/es.ts'
import subgroups from '#features/reports/subgroups/phrases/es.ts'
import view from '#features/reports/view/phrases/es.ts'
import search from '#features/search/phrases/es.ts'
import sessions from '#features/sessions/phrases/es.ts'
import customFields from '#features/custom-fields/phrases/es.ts'
import shifts from '#features/shifts/phrases/es.ts'
import settings from '#features/settings/phrases/es.ts'
import status from '#features/status/phrases/es.ts'
import tags from '#features/tags/phrases/es.ts'
import partners from '#features/partners/phrases/es.ts'
import team from '#features/partners/team/phrases/es.ts'
import platformSettings from '#features/platform-settings/phrases/es.ts'
import changelog from '#features/changelog/phrases/es.ts'
import signIn from '#features/sign-in/phrases/es.ts'
import tenants from '#features/tenants/phrases/es.ts'
import themes from '#features/themes/phrases/es.ts'
import users from '#features/users/phrases/es.ts'
import userGroups from '#features/users/groups/phrases/es.ts'
import frame from '#platform/web/phrases/es.ts'

export default {
  audit,
  embedding: { ...embedding, workspaces },
  general,
  status,
  tenants,
  themes,
  frame,
  signIn,
  tags,
  partners: { ...partners, team },
  platformSettings,
  changelog,
  sessions,
  customFields,
  shifts,
  profile,
  search,
  settings,
  home,
  jobs,
  mails,
  reports: { ...reports, access: reportAccess, groups: reportGroups, subgroups, view },
  users: { ...users, groups: userGroups },
}
