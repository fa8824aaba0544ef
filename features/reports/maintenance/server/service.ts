// For the viewer: whether a person may open a report that is in maintenance.
export { mayPass } from './rules.ts'
