// Parts of screens for other nouns.
export { type StoredDraft, useKeptDraft } from './help-desk-draft.ts'
export { WaitingAnswer } from './help-desk-waiting.tsx'
export { NoteField } from './note-field.tsx'
export { PriorityLabel, StatusBadge } from './help-desk-badges.tsx'
