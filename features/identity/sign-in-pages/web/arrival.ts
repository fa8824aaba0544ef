import { useSearch } from '@tanstack/react-router'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useArrive } from '#platform/web/session/arrival.ts'
import { useCaches } from '#platform/web/session/use-session.ts'
import type { openidCallback } from '#features/identity/openid/contract.ts'
import type { signInWithPasskey } from '#features/identity/mfa/contract.ts'

export type SignedIn = ReceivedOf<typeof signInWithPasskey>

/**
 * Passes the answer of a completed sign-in to the arrival, which opens the page in the redirect query, otherwise the person's landing page.
 */
export function useSignedIn(): (answer: SignedIn) => Promise<void> {
  const arrive = useArrive()
  const { redirect }: { redirect?: unknown } = useSearch({ strict: false })
  return ({ user, tenant_id, token, intended }) =>
    arrive({
      user: {
        token,
        id: user.id,
        email: user.email,
        tenant_id,
        parceiro_id: user.partner_id,
        perfil_usuario: user.profile,
        auth_type: user.auth_type,
      },
      candidates: [redirect, intended],
    })
}

type ProviderAnswer = ReceivedOf<typeof openidCallback>

/**
 * Passes the answer of a sign-in with an identity provider to the arrival. The person may belong to another host, where their session
 * begins.
 */
export function useProviderArrival(): (answer: ProviderAnswer) => Promise<void> {
  const arrive = useArrive()
  const caches = useCaches()
  return async (answer) => {
    const started = caches.takeSingleSignOn()
    if (answer.status === 'change') return location.assign(`//${answer.domain}/change/company/${answer.token}`)
    const { user, tenant_id, token, intended } = answer
    const { id, email, partner_id, profile, auth_type } = user
    const stored = { token, id, email, tenant_id, parceiro_id: partner_id, perfil_usuario: profile, auth_type }
    return arrive({ user: stored, candidates: [started?.redirect, intended] })
  }
}
