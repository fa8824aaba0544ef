// `/new/password/{token}`: sets a password with a link from a mail, or from a sign-in whose password must change. The sign-in page follows.
import { Alert, Button, PasswordInput, Skeleton } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import {
  keepNextEmail,
  pageClasses as classes,
  SignInFrame,
  useHostTheme,
} from '#features/identity/sign-in-pages/web/exports.tsx'
import { readPasswordRules, setPassword } from '../contract.ts'
import { NewPasswordField, policyOf } from './new-password-field.tsx'

export function NewPasswordPage() {
  const { t } = useTranslation()
  const token = usePathPart('token')
  useHostTheme(Number.POSITIVE_INFINITY)
  const { data, error } = useCallQuery(readPasswordRules, { token }, { freshFor: Number.POSITIVE_INFINITY })
  return (
    <SignInFrame>
      <h1 className={classes.title}>{t(error ? 'identity.passwords.set.lost' : 'identity.passwords.set.title')}</h1>
      {error ? <LinkLost message={error.message} /> : null}
      {!error && !data ? <Skeleton height={260} mt="lg" /> : null}
      {data ? <SetForm token={token} email={data.email} policy={policyOf(data)} /> : null}
    </SignInFrame>
  )
}

function LinkLost({ message }: { message: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      <p className={classes.help} role="alert">
        {message}
      </p>
      <Button component={PathLink} to="/forgot" size="md">
        {t('identity.passwords.set.askAgain')}
      </Button>
      <Button component={PathLink} to="/signin" variant="subtle" size="md">
        {t('identity.signIn.toSignIn')}
      </Button>
    </div>
  )
}

type SetFormProps = { token: string; email: string; policy: ReturnType<typeof policyOf> }

function SetForm({ token, email, policy }: SetFormProps) {
  const { t } = useTranslation()
  const { values, set, submission, fault, send } = useSetForm(token, email)
  return (
    <>
      <p className={classes.help}>{t('identity.passwords.set.text', { email })}</p>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {submission.refusal ? (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {submission.refusal.message}
          </Alert>
        ) : null}
        {/* This hidden input tells a password manager to which account the password belongs. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          name="password"
          label={t('identity.passwords.set.password')}
          size="md"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form and nothing else
          autoFocus
          error={submission.faults['password']}
          policy={policy}
          value={values.password}
          onChange={(password) => set({ ...values, password })}
        />
        <PasswordInput
          name="repeat"
          label={t('identity.passwords.set.repeat')}
          size="md"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('identity.signIn.showPassword') }}
          error={fault}
          value={values.repeat}
          onChange={({ currentTarget }) => set({ ...values, repeat: currentTarget.value })}
        />
        <Button type="submit" size="md" loading={submission.busy}>
          {t('identity.passwords.set.submit')}
        </Button>
      </form>
    </>
  )
}

function useSetForm(token: string, email: string) {
  const { t } = useTranslation()
  const go = useGo()
  const [values, set] = useState({ password: '', repeat: '' })
  const [differs, setDiffers] = useState(false)
  const submission = useSubmit(setPassword, {
    values,
    label: () => t('identity.passwords.set.password'),
    onDone: () => {
      toastDone(t('identity.passwords.set.done'))
      keepNextEmail(email)
      go(`/signin${window.location.search}`, { replace: true })
    },
  })
  const send = () => {
    setDiffers(values.password !== values.repeat)
    if (values.password === values.repeat) submission.submit({ token, password: values.password })
  }
  const stillDiffers = differs && values.password !== values.repeat
  return { values, set, submission, send, fault: stillDiffers ? t('identity.passwords.set.differs') : undefined }
}
