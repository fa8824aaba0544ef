// Parts of screens for other nouns.
export { Attachments, type LoadAttachment } from './help-desk-attachments.tsx'
export { FilesField } from './help-desk-files-field.tsx'
export { type SendAttachment, useTicketFiles } from './help-desk-files.ts'
export { type StoredDraft, useKeptDraft } from './help-desk-draft.ts'
export { WaitingAnswer } from './help-desk-waiting.tsx'
export { NoteField } from './note-field.tsx'
export { PriorityLabel, StatusBadge } from './help-desk-badges.tsx'
