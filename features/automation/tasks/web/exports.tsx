export { triggersPath } from './task-place.ts'
/** The choice of a report in a form. */
export { ReportField } from './task-report.tsx'
/** The page of one run. */
export {
  RecipientTools,
  RunHeader,
  RunOutcomes,
  RunPage,
  RunPeople,
  type RunWords,
  useRecipientColumns,
} from './run-page.tsx'
