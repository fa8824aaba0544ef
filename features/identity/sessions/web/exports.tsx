// Parts of the session for screens of other features.
export { tenantOf } from './session-config.ts'
export { useKeptLanguage } from './session-language.ts'
