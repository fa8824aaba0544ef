// The calendar of triggers, for other nouns that run at set times.
export { dueRuns, faultOf, nextRun, type Schedule } from './rules.ts'
