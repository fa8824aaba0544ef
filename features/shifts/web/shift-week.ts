import { useMemo } from 'react'
import { useLanguage } from '#platform/web/language/language.ts'
import { makeWeek, type Week } from '../contract.ts'

/** Weekdays and hours in the reader's format. */
export function useWeek(): Week {
  const language = useLanguage()
  return useMemo(() => makeWeek(language), [language])
}
