// The theme of the host, put on whether somebody is signed in or not: the server says it with what the sign-in page offers.
import { useEffect } from 'react'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { useCaches } from '#platform/web/session/use-session.ts'
import { wearTheme } from '#platform/web/theme/worn-theme.ts'
import { loginConfig } from '../contract.ts'

/** Asks what the host looks like and offers, keeps the theme for the other tabs and wears it. @param freshFor milliseconds. */
export function useHostTheme(freshFor: number) {
  const caches = useCaches()
  const asked = useAsk(loginConfig, {}, { freshFor })
  const theme = asked.data?.theme
  useEffect(() => {
    if (!theme) return
    caches.writeTheme(theme)
    wearTheme(theme)
  }, [theme, caches])
  return asked
}
