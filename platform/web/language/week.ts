import { useMemo } from 'react'
import { useLanguage } from '#platform/web/language/language.ts'
import { type DayClock, makeDayClock, makeWeek, type Week } from '#platform/contract/week.ts'

/** Weekdays and hours in the reader's format. */
export function useWeek(): Week {
  const language = useLanguage()
  return useMemo(() => makeWeek(language), [language])
}

/** Times of day as the reader writes and reads them. */
export function useDayClock(): DayClock {
  const language = useLanguage()
  return useMemo(() => makeDayClock(language), [language])
}
