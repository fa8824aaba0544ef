export { GroupFilter } from './group-filter.tsx'
export { GroupIcon } from './group-icon.tsx'
