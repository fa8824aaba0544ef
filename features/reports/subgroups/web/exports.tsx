export { SubgroupFilter, SubgroupSelect } from './subgroup-select.tsx'
