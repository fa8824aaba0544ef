// The arrival after a switch: the new session is at this host, or at another one, which the browser opens with the hand-over token.
import { useState } from 'react'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { delays } from '#catalogue/limits.ts'
import { useArrive } from '#platform/web/session/arrival.ts'
import type { StoredUser } from '#platform/web/session/caches.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import type { acceptHandOver, enterTenant } from '../contract.ts'

type LoginAnswer = ReceivedOf<typeof acceptHandOver>

/** Converts the person of a new session into the form that the browser stores. */
export const storedUserOf = ({ user, tenant_id, token }: LoginAnswer): StoredUser => ({
  token,
  id: user.id,
  email: user.email,
  tenant_id,
  parceiro_id: user.partner_id,
  perfil_usuario: user.profile,
  auth_type: user.auth_type,
})

/** The end of a remote access: the query of the hand-over back, and the key of the phrase that the next page shows. */
export const remoteEnded = { query: '?remote=ended', phrase: 'identity.remoteAccess.ended' } as const

/** The query of a hand-over to another host: the path that opens there. */
const pathInQuery = 'open'

/** Stores the new session, shows the modal of the switch for two seconds, then goes to the landing page (specification, section 4). */
export function useSwitchArrival() {
  const arrive = useArrive()
  const [isArriving, setArriving] = useState(false)
  const finish = async (answer: LoginAnswer, path?: string) => {
    setArriving(true)
    await arrive({
      user: storedUserOf(answer),
      candidates: [path ?? new URLSearchParams(location.search).get(pathInQuery), answer.intended],
      pause: delays.switchModal,
      ...(location.search === remoteEnded.query && { notice: remoteEnded.phrase }),
    })
  }
  return { isArriving, finish }
}

/** Follows the answer of a switch. */
export function useSwitch() {
  const { isArriving, finish } = useSwitchArrival()
  const go = useGo()
  const follow = (answer: ReceivedOf<typeof enterTenant>, path?: string) => {
    if (answer.status === 'success') return void finish(answer, path)
    if (answer.status === 'wait_authorization') return go(answer.redirect)
    location.assign(
      `//${answer.domain}/change/company/${answer.token}${path === undefined ? '' : `?${new URLSearchParams({ [pathInQuery]: path })}`}`,
    )
  }
  return { isArriving, follow }
}
