// Whether a person has a use of the model, and to whom it sends what it sends.
export { useAiUse } from './use-ai-use.ts'
