export { triggersPath } from './task-place.ts'
