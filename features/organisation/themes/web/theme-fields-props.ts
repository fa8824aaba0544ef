import type { Draft } from '#platform/web/ui/use-draft.ts'
import type { Worn } from '../contract.ts'

/** What each group of fields of the theme gets. */
export type ThemeFieldsProps = {
  draft: Draft<Worn>
  inherited: Worn
  faults: Readonly<Record<string, string>>
  effective: Worn
}
