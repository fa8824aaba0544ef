// For other features: why mails wait where there is no mail server.
export { WaitingNote } from './waiting-note.tsx'
