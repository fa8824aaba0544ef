// Every word of the portal in one language, fetched as one file. A feature adds one line here, in each language.
import audit from '#features/audit/phrases/en-US.ts'
import embedding from '#features/embedding/phrases/en-US.ts'
import workspaces from '#features/embedding/workspaces/phrases/en-US.ts'
import general from '#catalogue/phrases/general/en-US.ts'
import home from '#features/home/phrases/en-US.ts'
import jobs from '#features/jobs/phrases/en-US.ts'
import mails from '#features/mails/phrases/en-US.ts'
import profile from '#features/profile/phrases/en-US.ts'
import reports from '#features/reports/phrases/en-US.ts'
import reportAccess from '#features/reports/access/phrases/en-US.ts'
import reportGroups from '#features/reports/groups/phrases/en-US.ts'
import subgroups from '#features/reports/subgroups/phrases/en-US.ts'
import view from '#features/reports/view/phrases/en-US.ts'
import search from '#features/search/phrases/en-US.ts'
import sessions from '#features/sessions/phrases/en-US.ts'
import customFields from '#features/custom-fields/phrases/en-US.ts'
import shifts from '#features/shifts/phrases/en-US.ts'
import settings from '#features/settings/phrases/en-US.ts'
import status from '#features/status/phrases/en-US.ts'
import tags from '#features/tags/phrases/en-US.ts'
import partners from '#features/partners/phrases/en-US.ts'
import team from '#features/partners/team/phrases/en-US.ts'
import platformSettings from '#features/platform-settings/phrases/en-US.ts'
import changelog from '#features/changelog/phrases/en-US.ts'
import signIn from '#features/sign-in/phrases/en-US.ts'
import tenants from '#features/tenants/phrases/en-US.ts'
import themes from '#features/themes/phrases/en-US.ts'
import users from '#features/users/phrases/en-US.ts'
import userGroups from '#features/users/groups/phrases/en-US.ts'
import frame from '#platform/web/phrases/en-US.ts'

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
