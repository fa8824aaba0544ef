// Every word of the portal in one language, fetched as one file. A feature adds one line here, in each language.
import audit from '#features/audit/phrases/pt-PT.ts'
import embedding from '#features/embedding/phrases/pt-PT.ts'
import workspaces from '#features/embedding/workspaces/phrases/pt-PT.ts'
import general from '#catalogue/phrases/general/pt-PT.ts'
import home from '#features/home/phrases/pt-PT.ts'
import jobs from '#features/jobs/phrases/pt-PT.ts'
import mails from '#features/mails/phrases/pt-PT.ts'
import profile from '#features/profile/phrases/pt-PT.ts'
import reports from '#features/reports/phrases/pt-PT.ts'
import reportAccess from '#features/reports/access/phrases/pt-PT.ts'
import reportGroups from '#features/reports/groups/phrases/pt-PT.ts'
import subgroups from '#features/reports/subgroups/phrases/pt-PT.ts'
import view from '#features/reports/view/phrases/pt-PT.ts'
import search from '#features/search/phrases/pt-PT.ts'
import sessions from '#features/sessions/phrases/pt-PT.ts'
import customFields from '#features/custom-fields/phrases/pt-PT.ts'
import shifts from '#features/shifts/phrases/pt-PT.ts'
import settings from '#features/settings/phrases/pt-PT.ts'
import status from '#features/status/phrases/pt-PT.ts'
import tags from '#features/tags/phrases/pt-PT.ts'
import partners from '#features/partners/phrases/pt-PT.ts'
import team from '#features/partners/team/phrases/pt-PT.ts'
import platformSettings from '#features/platform-settings/phrases/pt-PT.ts'
import changelog from '#features/changelog/phrases/pt-PT.ts'
import signIn from '#features/sign-in/phrases/pt-PT.ts'
import tenants from '#features/tenants/phrases/pt-PT.ts'
import themes from '#features/themes/phrases/pt-PT.ts'
import users from '#features/users/phrases/pt-PT.ts'
import userGroups from '#features/users/groups/phrases/pt-PT.ts'
import frame from '#platform/web/phrases/pt-PT.ts'

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
