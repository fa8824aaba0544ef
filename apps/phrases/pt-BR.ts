// Every word of the portal in one language, fetched as one file. A feature adds one line here, in each language.
import audit from '#features/audit/phrases/pt-BR.ts'
import embedding from '#features/embedding/phrases/pt-BR.ts'
import workspaces from '#features/embedding/workspaces/phrases/pt-BR.ts'
import general from '#catalogue/phrases/general/pt-BR.ts'
import home from '#features/home/phrases/pt-BR.ts'
import jobs from '#features/jobs/phrases/pt-BR.ts'
import mails from '#features/mails/phrases/pt-BR.ts'
import profile from '#features/profile/phrases/pt-BR.ts'
import reports from '#features/reports/phrases/pt-BR.ts'
import reportAccess from '#features/reports/access/phrases/pt-BR.ts'
import reportGroups from '#features/reports/groups/phrases/pt-BR.ts'
import subgroups from '#features/reports/subgroups/phrases/pt-BR.ts'
import view from '#features/reports/view/phrases/pt-BR.ts'
import search from '#features/search/phrases/pt-BR.ts'
import sessions from '#features/sessions/phrases/pt-BR.ts'
import customFields from '#features/custom-fields/phrases/pt-BR.ts'
import shifts from '#features/shifts/phrases/pt-BR.ts'
import settings from '#features/settings/phrases/pt-BR.ts'
import status from '#features/status/phrases/pt-BR.ts'
import tags from '#features/tags/phrases/pt-BR.ts'
import partners from '#features/partners/phrases/pt-BR.ts'
import team from '#features/partners/team/phrases/pt-BR.ts'
import platformSettings from '#features/platform-settings/phrases/pt-BR.ts'
import changelog from '#features/changelog/phrases/pt-BR.ts'
import signIn from '#features/sign-in/phrases/pt-BR.ts'
import tenants from '#features/tenants/phrases/pt-BR.ts'
import themes from '#features/themes/phrases/pt-BR.ts'
import users from '#features/users/phrases/pt-BR.ts'
import userGroups from '#features/users/groups/phrases/pt-BR.ts'
import frame from '#platform/web/phrases/pt-BR.ts'

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
