// For other features: which business units staff may enter.
export { isOpenTo } from './rules.ts'
