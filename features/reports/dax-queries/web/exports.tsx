export { DaxField } from './dax-field.tsx'
export { type DaxNames, useDaxSchema } from './use-dax-schema.ts'
