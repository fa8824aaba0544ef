// For other features: the terms before a report, and those of a registration.
export { Agreement } from './user-term-agreement.tsx'
export { UserTermDue as ReportTerms } from './user-term-due.tsx'
