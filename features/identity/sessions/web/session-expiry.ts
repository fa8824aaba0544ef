// Decides what a refused call means for the session (specification, section 4, Session expiry). The client calls this after every refusal
// of a call that needs a session; screens never handle a 401. Next: ../contract.ts (the calls), platform/web/client/client.ts (the caller).
import { delays } from '#catalogue/limits.ts'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { finishBeforeSignOut } from '#platform/web/session/before-sign-out.ts'
import type { Caches } from '#platform/web/session/caches.ts'
import { samlLogout } from '#features/identity/saml/contract.ts'
import { logLogoutEvent, logout, refreshToken } from '../contract.ts'

export type SessionDependencies = {
  caches: Caches
  /** The path of the present screen, including the query. */
  path: () => string
  /** Opens a path. `sentence`: the reason, for a page that displays it. */
  go: (path: string, sentence?: string) => void
  /** Leaves the portal for the address of an identity provider. */
  leaveFor: (address: string) => void
  reload: () => void
  /** Deletes cached answers of the session. */
  forget: () => void
  /** Displays a notice: `expired`, `updating`, or the sentence of the reason, such as a blocked account or the end of the working hours. */
  notice: (what: 'expired' | 'updating' | { sentence: string }) => void
  wait: (milliseconds: number) => Promise<void>
  /** The page after the end of a session; by default the sign-in page, which returns to the present path. */
  endPage?: string | undefined
  /** Loads the configuration again, which contains the mandatory terms to accept. */
  askTerms: () => void
  /** In remote access: returns to the person's own session. False when there is none. */
  comeBack: () => Promise<boolean>
}

export type SessionEnd = {
  /** Handles a refused call. Returns `again` when there is a new token, so that the client repeats the call. */
  refused: (failure: CallFailure, token: string | null) => Promise<'again' | 'failed'>
  signOut: () => Promise<void>
}

/** Statuses of an ended session that name no specific reason. */
const silent = new Set(['expired_token', 'unauthorized'])

/** The paths of the two pages in which a slideshow runs unattended. */
const playlistView = /^\/(?:[^/]+\/)?playlist\/view(?=$|[?#])/

export function makeSessionEnd(dependencies: SessionDependencies): SessionEnd {
  const { caches } = dependencies
  let renewal: Promise<'again' | 'failed'> | null = null

  const leave = (to: string, sentence?: string) => {
    caches.clear()
    dependencies.forget()
    dependencies.go(to, sentence)
  }
  const expire = (failure: CallFailure) => {
    const user = caches.user()
    if (user === null) return // The refusal of another call has signed the person out already.
    reportLogout(dependencies, failure)
    dependencies.notice(silent.has(failure.status) ? 'expired' : { sentence: failure.message })
    leave(dependencies.endPage ?? signInPath(dependencies.path()))
  }
  const renew = async (failure: CallFailure): Promise<'again' | 'failed'> => {
    try {
      caches.writeToken((await ask(refreshToken, {})).token)
    } catch {
      expire(failure)
      return 'failed'
    }
    dependencies.notice('updating')
    void dependencies.wait(delays.reloadAfterRefresh).then(dependencies.reload)
    await dependencies.wait(delays.retryAfterRefresh)
    return 'again'
  }
  return {
    refused: async (failure, token) => {
      const user = caches.user()
      if (user === null) return 'failed'
      // The refused token is an earlier one: a slideshow has renewed it, or another session has begun.
      if (failure.http === 401 && token !== user.token)
        return playlistView.test(dependencies.path()) ? 'again' : 'failed'
      if (failure.http === 403 && failure.status === 'ip_not_allowed') {
        if (dependencies.endPage === undefined) leave('/ip/notallowed', failure.message)
        else leave(dependencies.endPage)
      }
      if (failure.http === 403 && failure.key === 'terms_due') dependencies.askTerms()
      if (failure.http !== 401) return 'failed'
      if (failure.status === 'expired_token' && playlistView.test(dependencies.path())) {
        // Several calls may be refused at the same time: they share one renewal.
        renewal ??= renew(failure).finally(() => {
          renewal = null
        })
        return renewal
      }
      if (!(await dependencies.comeBack())) expire(failure)
      return 'failed'
    },
    signOut: async () => {
      await finishBeforeSignOut()
      // The session tells where its provider is, so the question comes before its end.
      const address = caches.user()?.auth_type === 'saml' ? await signOutAddress() : null
      // If the server does not answer, the person is signed out.
      await ask(logout, {}, { leaves: true }).catch(() => undefined)
      if (address === null) return leave('/signin')
      caches.clear()
      dependencies.forget()
      dependencies.leaveFor(address)
    },
  }
}

/** The address at which the identity provider ends its own session; null: it takes no sign-outs, or the server does not answer. */
const signOutAddress = () =>
  ask(samlLogout, {}, { leaves: true }).then(
    ({ redirect }) => redirect,
    () => null,
  )

/** Returns the path of the sign-in page, with a redirect to `path`; the start page needs no redirect. */
function signInPath(path: string): string {
  return path === '/' || path.startsWith('/signin') ? '/signin' : `/signin?redirect=${encodeURIComponent(path)}`
}

/** Reports the reason to the server with the old token; the result does not matter. */
function reportLogout({ caches, path }: SessionDependencies, failure: CallFailure): void {
  const user = caches.user()
  const logoutReport = {
    status: failure.http,
    origem: 'interceptor',
    message: failure.message.slice(0, 500),
    user_id: user?.id ?? null,
    email: user?.email ?? null,
    rota: path().slice(0, 500),
    tenant_id: user?.tenant_id ?? null,
    parceiro_id: user?.parceiro_id ?? null,
  }
  void ask(logLogoutEvent, logoutReport, { keepalive: true }).catch(() => undefined)
}
