// For other features: the field of a new password, and the rules that it follows.
export { NewPasswordField, plainPolicy, type Policy, policyOf, useOwnRules } from './new-password-field.tsx'
