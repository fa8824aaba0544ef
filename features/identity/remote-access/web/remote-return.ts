// The return from remote access when the server refuses its session, because the person, an administrator or its time limit ended it. The
// refused token returns the requester to their own session once.
import type { ReceivedOf } from '#platform/contract/call.ts'
import { ask } from '#platform/web/client/client.ts'
import type { Arrive } from '#platform/web/session/arrival.ts'
import type { Caches } from '#platform/web/session/caches.ts'
import { remoteEnded, storedUserOf } from '#features/identity/unit-switch/web/exports.tsx'
import { endRemoteAccess } from '../contract.ts'

export type RemoteReturnDependencies = {
  caches: Caches
  arrive: Arrive
  /** Opens a URL of another host. */
  leave: (url: string) => void
}

/** Returns whether the return has begun; false outside of remote access, and when the requester's own session has ended as well. */
export function makeRemoteReturn({ caches, arrive, leave }: RemoteReturnDependencies): () => Promise<boolean> {
  let returning: Promise<boolean> | null = null
  const comeBack = async () => {
    let answer: ReceivedOf<typeof endRemoteAccess>
    try {
      answer = await ask(endRemoteAccess, {}, { leaves: true })
    } catch {
      return false
    }
    if (answer.status === 'success') {
      await arrive({ user: storedUserOf(answer), candidates: [answer.intended], notice: remoteEnded.phrase })
    } else {
      caches.clear()
      leave(`//${answer.domain}/change/company/${answer.token}${remoteEnded.query}`)
    }
    return true
  }
  return () => {
    if (!caches.config()?.['remote_access']) return Promise.resolve(false)
    // Several calls may be refused at the same time: they share one return.
    returning ??= comeBack().finally(() => {
      returning = null
    })
    return returning
  }
}
