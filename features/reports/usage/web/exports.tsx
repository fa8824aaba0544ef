// The numbers of usage, for screens of other features.
export { UsageChart } from './usage-chart.tsx'
export { UsagePeriod } from './usage-filters.tsx'
export { UsageNumbers } from './usage-page.tsx'
