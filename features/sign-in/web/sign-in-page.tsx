// The sign-in page: e-mail and password at the business unit of this host. It does not complete the sign-in: the answer is staged and
// passed to platform/web/session/arrival.ts. Next: sign-in-form.tsx, sign-in-frame.tsx.
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import { useArrive } from '#platform/web/session/arrival.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useHostTheme } from './sign-in-theme.ts'
import classes from './sign-in-page.module.css'

export function SignInPage() {
  const { t } = useTranslation()
  const { data: door, error } = useDoor()
  const arrive = useArrive()
  const { redirect }: { redirect?: unknown } = useSearch({ strict: false })
  return (
    <SignInFrame>
      <h1 className={classes.title}>{t('signIn.title')}</h1>
      {/* The line is reserved before its text loads, so nothing below it moves. */}
      <p className={classes.unit}>{door ? t('signIn.at', { unit: door.tenant.name }) : '\u00A0'}</p>
      <SignInForm
        standing={error?.passing ? error : null}
        onSignedIn={({ user, tenant_id, token, intended }) =>
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
            wishes: [redirect, intended],
          })
        }
      />
    </SignInFrame>
  )
}

/** What this host offers. An unknown host has a separate page. */
function useDoor() {
  const go = useGo()
  const asked = useHostTheme(Number.POSITIVE_INFINITY)
  const nobodys = isNobodys(asked.error)
  useEffect(() => {
    if (nobodys) go('/domain/notfound', { replace: true })
  }, [nobodys, go])
  return asked
}

function isNobodys(failure: CallFailure | null): boolean {
  return failure?.status === 'domain_notfound'
}
