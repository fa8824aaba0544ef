import { useQueryClient } from '@tanstack/react-query'
import type { Language } from '#catalogue/languages.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { chooseLanguage } from '../contract.ts'

/** Stores the language of the person. The names of reports and groups come in the language that the server knows, so they are read again. */
export function useKeptLanguage(): (language: Language) => void {
  const answers = useQueryClient()
  const { mutate } = useCallMutation(chooseLanguage, { onDone: () => void answers.invalidateQueries() })
  return (language) => mutate({ language })
}
