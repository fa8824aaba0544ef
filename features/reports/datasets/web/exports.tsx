export { RefreshScheduleLink } from './refresh-schedule-link.tsx'
