// The theme of the host, applied with or without a session. The answer with the sign-in options contains it.
import { useEffect } from 'react'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCaches } from '#platform/web/session/use-session.ts'
import { applyTheme } from '#platform/web/theme/active-theme.ts'
import { loginConfig } from '#features/identity/sign-in/contract.ts'

/** Loads theme and sign-in options of the host, stores the theme for other tabs and applies it. @param freshFor milliseconds. */
export function useHostTheme(freshFor: number) {
  const caches = useCaches()
  const loginConfigQuery = useCallQuery(loginConfig, {}, { freshFor })
  const theme = loginConfigQuery.data?.theme
  useEffect(() => {
    if (!theme) return
    caches.writeTheme(theme)
    applyTheme(theme)
  }, [theme, caches])
  return loginConfigQuery
}
