// The fields of a grant, for forms of other features.
export { AccessGrantFields, type GrantFault } from './access-grant-fields.tsx'
export { blankReading, type Reading } from './access-shown.ts'
