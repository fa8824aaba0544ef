// Components for other nouns: the link to the registration, and the registrations that wait for approval.
export { RegisterLink } from './registration-link.tsx'
export { WaitingRegistrations } from './waiting-registrations.tsx'
