// For forms of other features: a choice of several reports, and the column of a filter.
export { ColumnFields, FilterFrame, columnChoices } from './report-column-fields.tsx'
export { type NamedReport, ReportsSelect } from './report-select.tsx'
