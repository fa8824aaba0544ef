// Grants of records to people and user groups, for the features that have such records.
export { type Grantees, setGrantees } from './store.ts'
