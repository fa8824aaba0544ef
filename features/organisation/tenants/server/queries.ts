// For other features: which business units staff may enter, and which user limit is reached first.
export { clientLimitOf, isOpenTo } from './rules.ts'
