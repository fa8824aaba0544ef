import { Alert, Button, PasswordInput, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewPasswordField, useOwnRules } from '#features/identity/passwords/web/exports.tsx'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { changePassword } from '../contract.ts'
import classes from './profile-page.module.css'

type ProfilePasswordProps = { email: string; changeable: boolean }

export function ProfilePassword({ email, changeable }: ProfilePasswordProps) {
  const { t } = useTranslation()
  // A new key after sending discards the form with the typed passwords.
  const [round, setRound] = useState(0)
  return (
    <FormSection title={t('people.profile.section.password')} text={t('people.profile.section.passwordText')}>
      {changeable ? (
        <PasswordForm key={round} email={email} onDone={() => setRound(round + 1)} />
      ) : (
        <Text>{t('people.profile.help.signedInElsewhere')}</Text>
      )}
    </FormSection>
  )
}

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const { t } = useTranslation()
  const policy = useOwnRules()
  const [values, setValues] = useState({ current_password: '', password: '' })
  const submission = useSubmit(changePassword, {
    values,
    label: (field) => t(`people.profile.field.${field as 'password'}`),
    onDone: () => {
      toastDone(t('people.profile.passwordChanged'))
      onDone()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    submission.submit(values)
  }
  const isEmpty = values.current_password === '' && values.password === ''
  return (
    <form className={classes.password} onSubmit={send} noValidate>
      {submission.refusal ? (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {submission.refusal.message}
        </Alert>
      ) : null}
      {/* This hidden input tells a password manager to which account the password belongs. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        name="current_password"
        label={t('people.profile.field.current_password')}
        error={submission.faults['current_password']}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('people.profile.showPassword') }}
        value={values.current_password}
        onChange={({ currentTarget: { value } }) => setValues({ ...values, current_password: value })}
      />
      <NewPasswordField
        name="password"
        label={t('people.profile.field.password')}
        error={submission.faults['password']}
        policy={policy}
        value={values.password}
        onChange={(password) => setValues({ ...values, password })}
      />
      <div>
        <Button type="submit" variant="default" disabled={isEmpty} loading={submission.busy}>
          {t('people.profile.changePassword')}
        </Button>
      </div>
    </form>
  )
}
