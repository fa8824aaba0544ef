export { triggersPath } from './task-place.ts'
/** The choice of a report in a form. */
export { ReportField } from './task-report.tsx'
