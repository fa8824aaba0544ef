// The fields of a grant, for every form that gives one.
export { useBulkGrant } from './bulk-grant.tsx'
export {
  AccessGrantFields,
  asksForRole,
  type GrantFault,
  grantedReport,
  grantFault,
  RolesField,
} from './grant-fields.tsx'
export { usePageNames } from './grant-pages.ts'
export { blankReading, type Reading, type SecuredReport, type ShownGrant } from './grant-reading.ts'
export { type Grantee, soleRoleOf, useGrantRoles } from './grant-roles.ts'
export { NotifyChoice } from './notify-choice.tsx'
export { roleOfAllRows } from './role-parts.ts'
export { useRoleNames, usualRecognition } from './role-sentence.ts'
