import { Button, PasswordInput, TextInput, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { now } from '#platform/web/clock.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { checkInput } from '#platform/web/client/check-input.ts'
import { ask } from '#platform/web/client/client.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import { toastNotice } from '#platform/web/ui/toasts.tsx'
import { login } from '../contract.ts'
import {
  deviceFor,
  forgetNextEmail,
  keepDevice,
  pageClasses as classes,
  readNextEmail,
} from '#features/identity/sign-in-pages/web/exports.tsx'
import { useWait, type Wait } from './sign-in-wait.ts'

type SignInFormProps = {
  /** A failure that exists before the first attempt, for example an unreachable server. */
  standing: CallFailure | null
  /** True: the form displays the link to the page of a forgotten password. */
  offersForgot: boolean
  onSignedIn: (answer: Begun, email: string) => Promise<void>
}

export type Begun = Exclude<ReceivedOf<typeof login>, { status: 'user_change_password' }>

type Faults = { email?: string | undefined; password?: string | undefined }

export function SignInForm({ standing, offersForgot, onSignedIn }: SignInFormProps) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const { color_login_button } = useActiveTheme()
  const [faults, setFaults] = useState<Faults>({})
  const [knownEmail] = useState(readNextEmail)
  useEffect(forgetNextEmail, [])
  const { failure, until, busy, submit, forget } = useSubmit(onSignedIn)
  const wait = useWait(until)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email, password } = readForm(event.currentTarget)
    const wrong = checkInput(login, { email, password })
    const sentence = (field: 'email' | 'password') => {
      const fault = wrong[field]
      return fault && t(`general.field.${fault}`, { name: t(`identity.signIn.field.${field}`) })
    }
    const found = { email: sentence('email'), password: sentence('password') }
    setFaults(found)
    if (found.email ?? found.password) return focusFirst(form.current, found)
    void submit(email, password)
  }
  useEffect(() => {
    // After a refusal the password gets the focus.
    if (failure !== null) form.current?.querySelector<HTMLInputElement>('input[name="password"]')?.select()
  }, [failure])
  return (
    <form ref={form} className={classes.form} onSubmit={send} noValidate>
      <SignInRefusal failure={failure ?? standing} until={until} wait={wait} />
      <TextInput
        name="email"
        type="email"
        label={t('identity.signIn.field.email')}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        defaultValue={knownEmail}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form and nothing else
        autoFocus={knownEmail === ''}
        error={faults.email ?? failure?.errors['email']}
        // The wait applies to one account only: for another, the server decides again.
        onChange={until === null ? undefined : forget}
      />
      <PasswordInput
        name="password"
        label={t('identity.signIn.field.password')}
        autoComplete="current-password"
        size="md"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form and nothing else
        autoFocus={knownEmail !== ''}
        visibilityToggleButtonProps={{ 'aria-label': t('identity.signIn.showPassword') }}
        error={faults.password ?? failure?.errors['password']}
      />
      <Button
        type="submit"
        size="md"
        loading={busy}
        disabled={wait !== null}
        {...(color_login_button ? { color: color_login_button } : {})}
      >
        {t('identity.signIn.submit')}
      </Button>
      {offersForgot ? (
        <PathLink to="/forgot" className={classes.forgot}>
          {t('identity.signIn.forgot')}
        </PathLink>
      ) : null}
    </form>
  )
}

function useSubmit(onSignedIn: SignInFormProps['onSignedIn']) {
  const go = useGo()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [until, setUntil] = useState<number | null>(null)
  const forget = () => {
    setFailure(null)
    setUntil(null)
  }
  const submit = async (email: string, password: string) => {
    setBusy(true)
    forget()
    try {
      const answer = await ask(login, { email, password, device: await deviceFor(email) })
      if (answer.status === 'user_change_password') {
        toastNotice(answer.message)
        // The query is kept, because it contains the page to open after the sign-in.
        return go(`${answer.redirect}${window.location.search}`)
      }
      if (answer.status === 'success' && answer.device !== null) await keepDevice(email, answer.device)
      await onSignedIn(answer, email)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallFailure)) throw error
      if (error.status === 'domain_notfound') go('/domain/notfound')
      setFailure(error)
      if (error.http === 429 && error.retryAfter !== null) setUntil(now().getTime() + error.retryAfter * 1_000)
    }
  }
  return { busy, failure, until, submit, forget }
}

type RefusalProps = { failure: CallFailure | null; until: number | null; wait: Wait | null }

/** The sentence of a refusal, in a live region; a throttled person sees the time until the next attempt and whom to ask. */
function SignInRefusal({ failure, until, wait }: RefusalProps) {
  const isOver = until !== null && wait === null
  const { t } = useTranslation()
  const { number } = useFormats()
  const minutesOf = (minutes: number, unitDisplay: 'short' | 'long') =>
    number(minutes, { style: 'unit', unit: 'minute', unitDisplay })
  const secondsOf = (seconds: number) => number(seconds, { style: 'unit', unit: 'second', unitDisplay: 'short' })
  return (
    <>
      <div role="alert" className={classes.refusal}>
        {failure === null ? null : (
          <p className={classes.alert}>
            <IconAlertCircle size={18} stroke={1.8} aria-hidden />
            {wait === null ? (
              <span>{isOver ? t('identity.signIn.retryNow') : failure.message}</span>
            ) : (
              <span>
                {t('identity.signIn.throttled')}{' '}
                <span className={classes.countdown} aria-hidden>
                  {t('identity.signIn.retryIn', {
                    time: `${wait.minutes > 0 ? `${minutesOf(wait.minutes, 'short')} ` : ''}${secondsOf(wait.seconds)}`,
                  })}
                </span>{' '}
                {t('identity.signIn.whomToAsk')}
              </span>
            )}
          </p>
        )}
      </div>
      <VisuallyHidden aria-live="polite">
        {wait === null ? null : t('identity.signIn.retryIn', { time: minutesOf(wait.spoken, 'long') })}
      </VisuallyHidden>
    </>
  )
}

/** Reads the values from the inputs, because a password manager may fill them without events. */
function readForm(form: HTMLFormElement): { email: string; password: string } {
  const data = new FormData(form)
  const textOf = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { email: textOf('email'), password: textOf('password') }
}

function focusFirst(form: HTMLFormElement | null, { email }: Faults): void {
  form?.querySelector<HTMLInputElement>(`input[name="${email ? 'email' : 'password'}"]`)?.focus()
}
