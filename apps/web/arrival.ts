// Completes a sign-in: deletes what an earlier session left, stores the person, loads their permissions, and redirects them.
import type { QueryClient } from '@tanstack/react-query'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { loadConfig } from '#features/identity/sessions/web/session-config.ts'
import { keyOf } from '#platform/web/client/query-keys.ts'
import { showLanguage } from '#platform/web/language/language.ts'
import { landingPath } from '#platform/web/routing/safe-path.ts'
import type { Arrive } from '#platform/web/session/arrival.ts'
import type { Caches } from '#platform/web/session/caches.ts'

export type ArrivalGround = {
  caches: Caches
  answers: QueryClient
  go: (path: string) => void
  /** Loads the page anew. */
  load: (path: string) => void
  /** Prefetches the frame around every screen. */
  fetchFrame: () => void
  /** A page of embedded access. */
  isEmbedded: boolean
  origin: string
}

export function makeArrive({ caches, answers, go, load, fetchFrame, isEmbedded, origin }: ArrivalGround): Arrive {
  return async ({ user, candidates, pause = 0, notice }) => {
    const present = caches.user()
    // Several frames of one page share the storage: none empties it for the others while the person stays the same.
    const isShared = isEmbedded && (present === null || present.id === user.id)
    // The screens of another session are open: the page is loaded anew, so that nothing of that session stays on it.
    const isReplacing = present !== null && !isShared
    fetchFrame()
    if (!isShared) {
      const theme = caches.theme()
      caches.clear()
      answers.clear()
      // The theme belongs to the host and was just read; all other caches belonged to the earlier session.
      caches.writeTheme(theme)
    }
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
    if (notice !== undefined) caches.writeNotice(notice)
    // The next page may load another script: the stored session must be on disk before.
    await Promise.all([caches.settled(), wait(pause)])
    const path = landingPath(candidates, origin)
    if (isReplacing) load(path)
    else go(path)
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
