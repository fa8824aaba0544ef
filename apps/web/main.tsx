// The portal's first script: opens the caches, loads the phrases, binds the client to the session, and renders. It contains no screen:
// features do (features.ts). Next: router.tsx, portal.tsx.
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/global.css'
import '#platform/web/theme/tokens.css'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { embeddedPaths, isEmbeddedPath } from '#catalogue/embedded-paths.ts'
import { type Language, languageOf } from '#catalogue/languages.ts'
import { makeRemoteReturn } from '#features/identity/remote-access/web/remote-return.ts'
import { makeSessionEnd } from '#features/identity/sessions/web/session-expiry.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { loginConfig } from '#features/identity/sign-in/contract.ts'
import { forgetEarlyCalls } from '#platform/web/client/early-answers.ts'
import { bindClient } from '#platform/web/client/client.ts'
import { keyOf } from '#platform/web/client/query-keys.ts'
import { makeAnswerCache } from '#platform/web/client/use-call.ts'
import { readLanguage, showLanguage, startLanguage } from '#platform/web/language/language.ts'
import { type Caches, makeCaches } from '#platform/web/session/caches.ts'
import { forgetOfflineCopy } from '#platform/web/session/forget-offline-copy.ts'
import { openVault, type Vault } from '#platform/web/session/vault.ts'
import { readNonce } from '#platform/web/theme/theme.ts'
import { applyTheme, activeTheme } from '#platform/web/theme/active-theme.ts'
import { toastFailure, toastNotice } from '#platform/web/ui/toasts.tsx'
import { makeArrive } from './arrival.ts'
import { rememberSignedIn, readHostConfig } from './early-start.ts'
import { contentId } from './frame/content.ts'
import { loadPhrases } from './phrases.ts'
import { Portal } from './portal.tsx'
import { fetchFrame, makeRouter, type PortalRouter } from './router.tsx'

// The scroll lock of dialogs writes a style of its own and reads its nonce from this global, a convention of bundlers.
Object.assign(globalThis, { __webpack_nonce__: readNonce() })

// Title and icon of the last visit; its colours were applied before the first paint.
applyTheme(activeTheme())

/** A page that another site may frame: it never reads or changes the session of the portal (decision 0011). */
const isEmbedded = isEmbeddedPath(location.pathname)

// The start is not awaited at top level: a lazily loaded file that imports a part of this file would wait for it without a limit.
void Promise.all([openedVault(), startLanguage(loadPhrases, languageOfHost)]).then(async ([vault]) => {
  const caches = makeCaches(vault, isEmbedded ? undefined : forgetEarlyCalls)
  // A frame of another site may have no storage for the language.
  if (isEmbedded && caches.user() !== null) await showLanguage(languageOf(caches.config()?.['language']))
  draw(vault, caches)
})

function openedVault(): Promise<Vault> {
  return isEmbedded ? openVault('vitrine-embedded', 'history') : openVault()
}

/** The answer of a first visit, so that its sign-in page does not ask again. */
let hostConfig: Awaited<ReturnType<typeof readHostConfig>> | null = null

async function languageOfHost(): Promise<Language> {
  hostConfig = await readHostConfig()
  return hostConfig.default_language
}

function draw(vault: Vault, caches: Caches): void {
  if (caches.user() !== null && !isEmbedded) fetchFrame()
  // The handling of a 401 shows its own sentence.
  const answers = makeAnswerCache((failure) => failure.http === 401 || toastFailure(failure.message, failure.trace))
  if (hostConfig !== null) answers.setQueryData(keyOf(loginConfig, {}), hostConfig)
  // The token of an embedded page leaves the history (E3).
  const go = (path: string, sentence?: string) => {
    const href = { href: path, replace: isEmbedded }
    void router.navigate(sentence === undefined ? href : { ...href, state: { message: sentence } })
  }
  const sessionEnd = makeSessionEnd({
    caches,
    path: () => router.history.location.href,
    go,
    leaveFor: (address) => location.assign(address),
    reload: () => location.reload(),
    forget: () => {
      answers.clear()
      if (!isEmbedded) forgetOfflineCopy()
    },
    notice: (what) => {
      if (what === 'updating') return toastNotice(i18next.t('identity.sessions.updating'))
      toastFailure(what === 'expired' ? i18next.t('identity.sessions.expired') : what.sentence)
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    askTerms: () => {
      const queryKey = keyOf(readConfig, {})
      if (answers.isFetching({ queryKey }) === 0) void answers.invalidateQueries({ queryKey })
    },
    comeBack: () => comeBack(),
    ...(isEmbedded && { endPage: embeddedPaths.ended }),
  })
  const router: PortalRouter = makeRouter({
    signedIn: () => caches.user() !== null,
    signOut: () => void sessionEnd.signOut(),
    isEmbedded,
    load: (href) => location.replace(href),
  })
  bindClient({
    token: () => caches.user()?.token ?? null,
    language: readLanguage,
    say: (what) => i18next.t(ownSentences[what]),
    refused: sessionEnd.refused,
  })
  startEachPageAtItsTop(router)
  router.subscribe('onResolved', vault.moved)
  if (!isEmbedded) router.subscribe('onResolved', () => rememberSignedIn(caches.user() !== null))
  vault.listen((name) => {
    // Another tab signed in or out.
    if (name === 'theme') return applyTheme(caches.theme())
    if (name !== null && name !== 'user') return
    if (name === null) {
      answers.clear()
      if (!isEmbedded) forgetEarlyCalls()
    }
    void router.invalidate()
  })
  const arrive = makeArrive({
    caches,
    answers,
    go,
    load: (path) => (isEmbedded ? location.replace(path) : location.assign(path)),
    fetchFrame: isEmbedded ? () => undefined : fetchFrame,
    isEmbedded,
    origin: location.origin,
  })
  const comeBack = makeRemoteReturn({
    caches,
    arrive,
    leave: (address) => location.assign(address),
  })
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Portal {...{ caches, answers, router, arrive }} />)
}

const ownSentences = {
  offline: 'general.page.offline',
  unavailable: 'frame.unavailable',
  failed: 'general.toast.failed',
} as const

/** Scrolls to the top and focuses the new page, unless the page has set the focus itself. */
function startEachPageAtItsTop(router: PortalRouter): void {
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    if (!pathChanged || !fromLocation) return
    window.scrollTo(0, 0)
    const content = document.getElementById(contentId)
    if (content !== null && !content.contains(document.activeElement)) content.focus({ preventScroll: true })
  })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Why the page is shown. */
    message?: string
  }
}
