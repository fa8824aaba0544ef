// Decisions about people for other nouns: the faults of a schedule, and the error codes of the table's constraints.
export { scheduleFaults } from './rules.ts'
export { constraints } from './table.ts'
