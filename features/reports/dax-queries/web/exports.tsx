export { DaxField } from './dax-field.tsx'
export { useDaxSchema } from './use-dax-schema.ts'
