// The report that a person opens, and the embed tokens of a business unit.
export { type FileContent, type FileReader, fileReadersOf, type FileRefusal, fileRefusals } from './export-readers.ts'
export { findReportToWrite, type ReportToWrite } from './export-readers-store.ts'
export { findToOpen, livingTokens } from './store.ts'
