// A report with its tools, for screens of other features.
export { OpenedReport } from './report-view-page.tsx'
export { exportReport } from './export-report.ts'
