// What a person calls a field, for the sentences of refused input.
import { generalPhrases } from '#catalogue/phrases/general.ts'
import type { Language } from '#catalogue/languages.ts'

export function labelOf(_feature: string, field: string, _language: Language): string {
  return field in generalPhrases ? field : field
}
