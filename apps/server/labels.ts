// What a person calls a field, for the sentences of refused input.
import { commonPhrases } from '#catalogue/phrases/common.ts'
import type { Language } from '#catalogue/languages.ts'

export function labelOf(_feature: string, field: string, _language: Language): string {
  return field in commonPhrases ? field : field
}
