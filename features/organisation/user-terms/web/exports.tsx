// Components for other nouns: the terms before a report, and the terms of a registration.
export { Agreement } from './user-term-agreement.tsx'
export { UserTermDue as ReportTerms } from './user-term-due.tsx'
