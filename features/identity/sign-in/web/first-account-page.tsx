import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { toastDone, toastFailure } from '#platform/web/ui/toasts.tsx'
import { firstAccount } from '../contract.ts'
import { pageClasses as classes, SignInFrame } from '#features/identity/sign-in-pages/web/exports.tsx'

/** Creates the first account of the platform with the one-time link of a production start. */
export function FirstAccountPage() {
  const { t } = useTranslation()
  const token = usePathPart('token')
  const go = useGo()
  const form = useForm({ mode: 'uncontrolled', initialValues: { nome_usuario: '', email: '', password: '' } })
  const submit = form.onSubmit(async ({ nome_usuario: name, ...values }) => {
    try {
      await ask(firstAccount, { token, name, ...values })
      toastDone(t('identity.signIn.first.done'))
      go('/signin', { replace: true })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      form.setErrors(error.errors)
      if (Object.keys(error.errors).length === 0) toastFailure(error.message)
    }
  })
  return (
    <SignInFrame>
      <h1 className={classes.title}>{t('identity.signIn.first.title')}</h1>
      <p className={classes.help}>{t('identity.signIn.first.text')}</p>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          {...form.getInputProps('nome_usuario')}
          label={t('identity.signIn.first.name')}
          autoComplete="name"
          size="md"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form and nothing else
          autoFocus
        />
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label={t('identity.signIn.field.email')}
          autoComplete="username"
          size="md"
          required
        />
        <PasswordInput
          {...form.getInputProps('password')}
          label={t('identity.signIn.field.password')}
          description={t('identity.signIn.first.passwordHelp')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('identity.signIn.showPassword') }}
          size="md"
          required
        />
        <Button type="submit" size="md" loading={form.submitting}>
          {t('identity.signIn.first.submit')}
        </Button>
      </form>
    </SignInFrame>
  )
}
