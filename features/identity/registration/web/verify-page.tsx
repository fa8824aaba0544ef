// `/register/verify/{token}`: confirms a registration with the chosen password. Opening the page alone confirms nothing, because mail
// scanners open links.
import { Alert, Button, PasswordInput } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { useArrive } from '#platform/web/session/arrival.ts'
import {
  pageClasses as classes,
  SignInFrame,
  SignInNotice,
  useHostTheme,
} from '#features/identity/sign-in-pages/web/exports.tsx'
import { readRegisterForm, verifyRegistration } from '../contract.ts'

/** Refusals of the business unit that hold for the whole page. */
const refusing: ReadonlySet<string> = new Set(['ip_not_allowed', 'maitenance'])

export function VerifyPage() {
  const { t } = useTranslation()
  useHostTheme(Number.POSITIVE_INFINITY)
  const token = usePathPart('token')
  const arrive = useArrive()
  const go = useGo()
  // The registration form is refused where the link would be: the page says so before it asks for the password.
  const { error: formFailure } = useCallQuery(readRegisterForm, {})
  const refusal = formFailure !== null && refusing.has(formFailure.status) ? formFailure.message : null
  const [password, setPassword] = useState('')
  const [notice, setNotice] = useState<{ status: 'waiting' | 'joined'; message: string } | null>(null)
  const finish = (answer: ReceivedOf<typeof verifyRegistration>) => {
    if (answer.status === 'waiting' || answer.status === 'joined') return setNotice(answer)
    if (answer.status === 'redirect_two_factor') return go(answer.redirect)
    const { user, tenant_id, token: session, intended } = answer
    const { id, email, partner_id, profile, auth_type } = user
    const stored = { token: session, id, email, tenant_id, parceiro_id: partner_id, perfil_usuario: profile, auth_type }
    void arrive({ user: stored, candidates: [intended] })
  }
  const submission = useSubmit(verifyRegistration, {
    values: { password },
    label: () => t('identity.registration.field.password'),
    onDone: finish,
  })
  if (notice !== null) {
    const isWaiting = notice.status === 'waiting'
    return (
      <SignInFrame>
        <h1 className={classes.title}>{t(`identity.registration.verify.${notice.status}`)}</h1>
        <Alert
          mt="lg"
          color={isWaiting ? 'blue' : 'green'}
          variant="light"
          icon={isWaiting ? <IconHourglass aria-hidden /> : <IconCheck aria-hidden />}
        >
          {notice.message}
        </Alert>
        {isWaiting ? null : (
          <Button component={PathLink} to="/signin" size="md" mt="lg">
            {t('identity.signIn.toSignIn')}
          </Button>
        )}
      </SignInFrame>
    )
  }
  if (refusal !== null) {
    return (
      <SignInNotice title={t('identity.registration.verify.title')}>
        <p>{refusal}</p>
      </SignInNotice>
    )
  }
  return (
    <SignInFrame>
      <h1 className={classes.title}>{t('identity.registration.verify.title')}</h1>
      <p className={classes.help}>{t('identity.registration.verify.text')}</p>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submission.submit({ token, password })
        }}
      >
        {submission.refusal ? (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {submission.refusal.message}
          </Alert>
        ) : null}
        <PasswordInput
          name="password"
          label={t('identity.registration.field.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('identity.signIn.showPassword') }}
          size="md"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form and nothing else
          autoFocus
          error={submission.faults['password']}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" size="md" loading={submission.busy}>
          {t('identity.registration.verify.submit')}
        </Button>
        <Button component={PathLink} to="/signin" variant="subtle" size="md">
          {t('identity.signIn.toSignIn')}
        </Button>
      </form>
    </SignInFrame>
  )
}
