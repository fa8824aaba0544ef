export { summaryQuery } from './store.ts'
