export { CannedAnswerPicker } from './canned-answer-picker.tsx'
