// The language of a signed-in person, for screens of other features.
export { useKeptLanguage } from './session-language.ts'
