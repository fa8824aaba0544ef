import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { SignInNotice, useProviderArrival } from '#features/identity/sign-in-pages/web/exports.tsx'
import { openidCallback } from '../contract.ts'

/** Reads the parameters that the provider added to the URL; null when it refused. */
function readReturned() {
  const query = new URLSearchParams(location.search)
  const code = query.get('code')
  const state = query.get('state')
  return code && state ? { code, state, iss: query.get('iss') } : null
}

/** `/ms_auth/redirect`: the return from an OpenID provider, with the code of a session or a refusal of the provider. */
export function OpenidRedirectPage() {
  const { t } = useTranslation()
  const [returned] = useState(readReturned)
  const [refusal, setRefusal] = useState(returned ? null : t('identity.openid.failed'))
  const arrive = useProviderArrival()
  const hasRequested = useRef(false)
  useEffect(() => {
    // The code is valid once, and effects run twice in development.
    if (hasRequested.current || !returned) return
    hasRequested.current = true
    // The code is removed from the URL and from the history of the browser.
    history.replaceState(history.state, '', location.pathname)
    ask(openidCallback, returned)
      .then(arrive)
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        setRefusal(error.message)
      })
  })
  if (refusal === null)
    return (
      <SignInNotice title={t('identity.openid.redirecting')} hasSignInLink={false}>
        {null}
      </SignInNotice>
    )
  return (
    <SignInNotice title={t('identity.openid.refused')}>
      <p role="alert">{refusal}</p>
    </SignInNotice>
  )
}
