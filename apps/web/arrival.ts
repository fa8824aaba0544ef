// Completes a sign-in: deletes what an earlier session left, stores the person, loads their permissions, and redirects them.
import type { QueryClient } from '@tanstack/react-query'
import { readConfig } from '#features/sessions/contract.ts'
import { loadConfig } from '#features/sessions/web/session-config.ts'
import { keyOf } from '#platform/web/client/query-keys.ts'
import { showLanguage } from '#platform/web/language/language.ts'
import { landingPath } from '#platform/web/routing/safe-path.ts'
import type { Arrive } from '#platform/web/session/arrival.ts'
import type { Caches } from '#platform/web/session/caches.ts'

export type ArrivalGround = {
  caches: Caches
  answers: QueryClient
  go: (path: string) => void
  /** Prefetches the frame around every screen. */
  fetchFrame: () => void
  origin: string
}

export function makeArrive({ caches, answers, go, fetchFrame, origin }: ArrivalGround): Arrive {
  return async ({ user, wishes }) => {
    fetchFrame()
    const theme = caches.theme()
    caches.clear()
    answers.clear()
    // The theme belongs to the host and was just read; all other caches belonged to the earlier session.
    caches.writeTheme(theme)
    caches.writeUser(user)
    try {
      const config = await loadConfig(caches)
      answers.setQueryData(keyOf(readConfig, {}), config)
      await showLanguage(config.language)
    } catch (error) {
      caches.clear()
      throw error
    }
    caches.writeAfterLogin()
    // The next page may load another script: the stored session must be on disk before.
    await caches.settled()
    go(landingPath(wishes, origin))
  }
}
