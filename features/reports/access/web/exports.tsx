// The fields of a grant, for forms of other features.
export { AccessGrantFields, asksForRole, grantedReport, grantFault } from './access-grant-fields.tsx'
export { blankReading, type Reading } from './access-shown.ts'
export { useBulkGrant } from './access-bulk-grant.tsx'
