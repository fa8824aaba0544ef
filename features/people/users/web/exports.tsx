// Paths of the pages that add people, and the link that invites a person without a mail.
export { InvitationLink } from './user-invitation-link.tsx'
export { fromUnitsPath, importPath } from './user-place.ts'
