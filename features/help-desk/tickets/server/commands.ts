// Changes of tickets by other nouns.
export { followStaff, tellStaff } from './handed.ts'
export { followedKind, tellStaffKind } from './job-kinds.ts'
export { addAnswer, type AnswerContext, upload as uploadFile } from './service.ts'
