import type { Draft } from '#platform/web/ui/use-draft.ts'
import type { ThemeValues } from '../contract.ts'

/** The props of each group of fields of the theme. */
export type ThemeFieldsProps = {
  draft: Draft<ThemeValues>
  inherited: ThemeValues
  faults: Readonly<Record<string, string>>
  effective: ThemeValues
}
