// `/register`: the registration form. Where nobody may register, it redirects to `/`. The answer is the same for every e-mail.
import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertCircle, IconMailCheck } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '#catalogue/languages.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import { PhoneField } from '#platform/web/masks/phone-field.tsx'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { type CustomValues, withDistinctNames } from '#features/organisation/custom-fields/contract.ts'
import { ValueField } from '#features/organisation/custom-fields/web/exports.tsx'
import { Agreement } from '#features/organisation/user-terms/web/exports.tsx'
import {
  pageClasses as classes,
  SignInFrame,
  SignInNotice,
  useHostTheme,
} from '#features/identity/sign-in-pages/web/exports.tsx'
import { readRegisterForm, register, registerEnabled } from '../contract.ts'

export function RegisterPage() {
  const { t } = useTranslation()
  const go = useGo()
  useHostTheme(Number.POSITIVE_INFINITY)
  const { data: enabled, error } = useCallQuery(registerEnabled, {})
  const isRefused = error !== null || enabled?.status === false
  useEffect(() => {
    if (isRefused) go('/', { replace: true })
  }, [isRefused, go])
  const form = useCallQuery(readRegisterForm, {}, { enabled: enabled?.status === true })
  const [sent, setSent] = useState<string | null>(null)
  if (form.error) {
    return (
      <SignInNotice title={t('identity.registration.title')}>
        <p>{form.error.message}</p>
      </SignInNotice>
    )
  }
  return (
    <SignInFrame>
      <h1 className={classes.title}>{t('identity.registration.title')}</h1>
      <p className={classes.unit}>{form.data ? t('identity.signIn.at', { unit: form.data.unit }) : '\u00A0'}</p>
      {form.data && sent === null ? <RegisterForm form={form.data} onSent={setSent} /> : null}
      {sent === null ? null : <Sent message={sent} />}
    </SignInFrame>
  )
}

const Refusal = ({ children }: { children: ReactNode }) => (
  <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
    {children}
  </Alert>
)

type RegisterFormProps = { form: ReceivedOf<typeof readRegisterForm>; onSent: (message: string) => void }

const blank = { nome_usuario: '', email: '', phone: '', department: '', password: '', custom: {} as CustomValues }

function RegisterForm({ form, onSent }: RegisterFormProps) {
  const { t, i18n } = useTranslation()
  const [values, setValues] = useState(blank)
  const set = (part: Partial<typeof blank>) => setValues((before) => ({ ...before, ...part }))
  const fields = withDistinctNames(form.custom_fields, (name) => t('people.users.ofPartner', { name }))
  const label = (field: string) => {
    const custom = fields.find(({ id }) => field === `custom_fields.${id}`)
    return custom ? custom.name : t(`identity.registration.field.${field as 'email'}`)
  }
  const { custom, ...typed } = values
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set())
  const submission = useSubmit(register, {
    values: {
      ...typed,
      terms: agreed,
      ...Object.fromEntries(Object.entries(custom).map(([id, value]) => [`custom_fields.${id}`, value])),
    },
    label,
    wireNames: { name: 'nome_usuario' },
    onDone: ({ message }) => onSent(message),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const { nome_usuario: name, ...rest } = typed
    const terms = form.terms.filter(({ id }) => agreed.has(id)).map(({ id, version }) => ({ id, version }))
    submission.submit({ name, ...rest, language: languageOf(i18n.language), custom_fields: custom, terms })
  }
  const input = (field: keyof typeof typed) => ({
    name: field,
    size: 'md' as const,
    error: submission.faults[field],
    value: values[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [field]: currentTarget.value }),
  })
  return (
    <form className={classes.form} noValidate onSubmit={send}>
      {submission.refusal ? <Refusal>{submission.refusal.message}</Refusal> : null}
      {form.approval ? <p className={classes.quiet}>{t('identity.registration.approval')}</p> : null}
      <TextInput
        {...input('nome_usuario')}
        label={label('nome_usuario')}
        autoComplete="name"
        maxLength={120}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form and nothing else
        autoFocus
      />
      <TextInput
        {...input('email')}
        type="email"
        label={label('email')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PhoneField
        {...input('phone')}
        country={form.phone_country}
        label={<OptionalLabel>{label('phone')}</OptionalLabel>}
        autoComplete="tel"
        onChange={(phone) => set({ phone })}
      />
      <TextInput
        {...input('department')}
        label={<OptionalLabel>{label('department')}</OptionalLabel>}
        autoComplete="off"
        maxLength={80}
      />
      {fields.map((field) => (
        <ValueField
          key={field.id}
          field={field}
          value={custom[field.id] ?? null}
          error={submission.faults[`custom_fields.${field.id}`]}
          onChange={(value) => set({ custom: { ...custom, [field.id]: value } })}
        />
      ))}
      <PasswordInput
        {...input('password')}
        label={label('password')}
        description={t('identity.signIn.first.passwordHelp')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('identity.signIn.showPassword') }}
      />
      <Agreement terms={form.terms} agreed={agreed} error={submission.faults['terms']} onChange={setAgreed} />
      <Button type="submit" size="md" loading={submission.busy}>
        {t('identity.registration.submit')}
      </Button>
      <Button component={PathLink} to="/signin" variant="subtle" size="md">
        {t('identity.signIn.toSignIn')}
      </Button>
    </form>
  )
}

function Sent({ message }: { message: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      <Alert color="green" variant="light" icon={<IconMailCheck aria-hidden />} title={t('identity.registration.sent')}>
        {message}
      </Alert>
      <Button component={PathLink} to="/signin" variant="default" size="md">
        {t('identity.signIn.toSignIn')}
      </Button>
    </div>
  )
}
