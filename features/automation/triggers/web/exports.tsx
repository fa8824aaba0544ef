/** The calendar in forms and lists of other nouns. */
export { blankSchedule, Frequency, ScheduleFields } from './schedule-fields.tsx'
