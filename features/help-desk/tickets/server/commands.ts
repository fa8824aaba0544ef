// Changes of tickets by other nouns.
export { followStaff, tellStaff } from './handed.ts'
export { followedKind, tellStaffKind } from './job-kinds.ts'
export {
  addAnswer,
  type AnswerContext,
  attachmentKind,
  checkedFile,
  checkUploadBudget,
  type FromMail,
  readFile,
  upload as uploadFile,
} from './service.ts'
export type { UploadedFiles } from './store.ts'
