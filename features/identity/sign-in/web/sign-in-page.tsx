// The sign-in page: e-mail and password at the business unit of this host, or a passkey; then the second factor, if one is required. The
// page does not complete the sign-in: platform/web/session/arrival.ts stores the session. Next: sign-in-form.tsx.
import { useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import { RegisterLink } from '#features/identity/registration/web/exports.tsx'
import { OpenidButtons } from '#features/identity/openid/web/exports.tsx'
import { SamlButtons } from '#features/identity/saml/web/exports.tsx'
import { type CodeDue, CodeStep, PasskeySignIn } from '#features/identity/mfa/web/exports.tsx'
import { type Begun, SignInForm } from './sign-in-form.tsx'
import {
  pageClasses as classes,
  SignInFrame,
  useHostTheme,
  useSignedIn,
} from '#features/identity/sign-in-pages/web/exports.tsx'

export function SignInPage() {
  const { t } = useTranslation()
  const { data: door, error } = useSignInOptions()
  const go = useGo()
  const finish = useSignedIn()
  const { redirect }: { redirect?: unknown } = useSearch({ strict: false })
  const [due, setDue] = useState<{ email: string; step: CodeDue } | null>(null)
  const goOn = async (answer: Begun, email: string) => {
    if (answer.status === 'success') return finish(answer)
    if (answer.status === 'two_factor') return setDue({ email, step: answer })
    // The query is kept, because it contains the page to open after the sign-in.
    go(`${answer.redirect}${window.location.search}`)
  }
  if (due !== null) {
    return (
      <SignInFrame>
        <Suspense>
          <CodeStep {...due} onSignedIn={finish} onRestart={() => setDue(null)} />
        </Suspense>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame>
      <h1 className={classes.title}>{t('identity.signIn.title')}</h1>
      {/* The line is reserved before its text loads, so nothing below it moves. */}
      <p className={classes.unit}>{door ? t('identity.signIn.at', { unit: door.tenant.name }) : '\u00A0'}</p>
      <SignInForm standing={error?.passing ? error : null} offersForgot={door?.forgot === true} onSignedIn={goOn} />
      {/* These buttons appear only after the options of the host are loaded: a button that moves meanwhile would miss the click. */}
      {door || error ? (
        <>
          <PasskeySignIn onSignedIn={finish} />
          <OpenidButtons providers={door?.openid ?? []} redirect={typeof redirect === 'string' ? redirect : null} />
          <SamlButtons apps={door?.saml ?? []} redirect={typeof redirect === 'string' ? redirect : null} />
          {door?.register ? <RegisterLink /> : null}
          <p className={classes.more}>
            <PathLink to="/faq" className={classes.forgot}>
              {t('identity.signIn.toFaq')}
            </PathLink>
          </p>
        </>
      ) : null}
    </SignInFrame>
  )
}

/** Loads the sign-in options of this host. For an unknown host it opens the page of an unknown domain. */
function useSignInOptions() {
  const go = useGo()
  const loginConfigQuery = useHostTheme(Number.POSITIVE_INFINITY)
  const nobodys = isNobodys(loginConfigQuery.error)
  useEffect(() => {
    if (nobodys) go('/domain/notfound', { replace: true })
  }, [nobodys, go])
  return loginConfigQuery
}

function isNobodys(failure: CallFailure | null): boolean {
  return failure?.status === 'domain_notfound'
}
