// For other pages: the link to the registration, and the registrations that wait for approval.
export { RegisterLink } from './registration-link.tsx'
export { WaitingRegistrations } from './waiting-registrations.tsx'
