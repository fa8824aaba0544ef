import { type CustomKind, isChosen } from '../contract.ts'

/** The fault of a field's options: kinds with options need at least one, without duplicates. */
export function optionsFault({ kind, options }: { kind: CustomKind; options: readonly string[] }) {
  if (!isChosen(kind)) return null
  if (options.length === 0) return 'required' as const
  return new Set(options).size === options.length ? null : ('invalid' as const)
}
