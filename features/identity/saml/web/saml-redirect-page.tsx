import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { SignInNotice, useProviderArrival } from '#features/identity/sign-in-pages/web/exports.tsx'
import { samlCallback } from '../contract.ts'
import { ipAddressIn } from './saml-address.ts'

/** The statuses that have a sentence; every other status gets that of a failed sign-in. */
const knownStatuses = [
  'error_user_or_password',
  'not_found_companies',
  'user_disable',
  'blocked',
  'inactive',
  'domain_not_allowed',
  'horario_not_allowed',
  'error_azure_not_companies',
  'membership_added',
  'membership_waits',
  'finish_test',
  'maitenance',
  'ip_not_allowed',
  'limit',
  'client_limit',
  'throttled',
  'unavailable',
] as const

/** `/redirect`: the return from an identity provider, with the token of a session or the status of a refusal. */
export function SamlRedirectPage() {
  const { t } = useTranslation()
  const { token, status, address }: { token?: unknown; status?: unknown; address?: unknown } = useSearch({
    strict: false,
  })
  const [refusal, setRefusal] = useState<string | null>(null)
  const arrive = useProviderArrival()
  const hasRequested = useRef(false)
  useEffect(() => {
    // The token is valid once, and effects run twice in development.
    if (hasRequested.current || typeof token !== 'string') return
    hasRequested.current = true
    ask(samlCallback, { token })
      .then(arrive)
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        setRefusal(error.message)
      })
  })
  const phraseKey = knownStatuses.find((known) => known === status) ?? 'error'
  const sentence =
    refusal ??
    (typeof token === 'string' ? null : t(`identity.saml.status.${phraseKey}`, { address: ipAddressIn(address) }))
  if (sentence === null)
    return (
      <SignInNotice title={t('identity.saml.redirecting')} hasSignInLink={false}>
        {null}
      </SignInNotice>
    )
  return (
    <SignInNotice title={t('identity.saml.refused')}>
      <p role="alert">{sentence.replace(' ()', '')}</p>
      {phraseKey === 'ip_not_allowed' ? <p>{t('identity.signIn.address.advice')}</p> : null}
    </SignInNotice>
  )
}
