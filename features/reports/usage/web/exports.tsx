// The numbers of usage, for screens of other features.
export { UsagePeriod } from './usage-filters.tsx'
export { UsageNumbers } from './usage-page.tsx'
