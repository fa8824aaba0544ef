import { useMemo } from 'react'
import { useLanguage } from '#platform/web/language/language.ts'
import { makeWeek, type Week } from '../contract.ts'

/** The days of the week and hours as the person at the screen reads them. */
export function useWeek(): Week {
  const language = useLanguage()
  return useMemo(() => makeWeek(language), [language])
}
