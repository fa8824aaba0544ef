// The theme of the host, applied with or without a session. The answer with the sign-in options contains it.
import { useEffect } from 'react'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import type { Caches } from '#platform/web/session/caches.ts'
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

/**
 * Reads and applies the theme of the host before the first screen of a session there, which would show the product's logo until then. Answers
 * the name of the business unit or portal; null if it cannot be read, which prevents no session.
 */
export async function readHostTheme(caches: Pick<Caches, 'writeTheme'>): Promise<string | null> {
  try {
    const { tenant, theme } = await ask(loginConfig, {})
    caches.writeTheme(theme)
    applyTheme(theme)
    return tenant.name
  } catch (error) {
    if (error instanceof CallFailure) return null
    throw error
  }
}
