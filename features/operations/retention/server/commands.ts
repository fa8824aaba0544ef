// For other features: the deletion of the old records of one kind and business unit.
export { deleteOld } from './store.ts'
