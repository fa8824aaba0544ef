// The report that a person opens, and the embed tokens of a business unit.
export { findToOpen, livingTokens } from './store.ts'
