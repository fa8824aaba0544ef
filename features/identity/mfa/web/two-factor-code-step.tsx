// The second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code.
import { Anchor, Button, Checkbox, TextInput } from '@mantine/core'
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import { toastNotice } from '#platform/web/ui/toasts.tsx'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import type { login } from '#features/identity/sign-in/contract.ts'
import { keepDevice, pageClasses, type SignedIn } from '#features/identity/sign-in-pages/web/exports.tsx'
import { askPasskeyProof, proveSecondFactor } from '../contract.ts'
import { canUsePasskeys, signChallenge } from './two-factor-passkey-browser.ts'
import classes from './two-factor.module.css'

export type CodeDue = Extract<ReceivedOf<typeof login>, { status: 'two_factor' }>
type Method = CodeDue['methods'][number]

type CodeStepProps = {
  email: string
  step: CodeDue
  onSignedIn: (answer: SignedIn) => Promise<void>
  onRestart: () => void
}

export function CodeStep({ email, step, onSignedIn, onRestart }: CodeStepProps) {
  const { t } = useTranslation()
  const go = useGo()
  const { color_login_button } = useActiveTheme()
  const methods = step.methods.filter((method) => method !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState<Method>(methods[0] ?? 'totp')
  const [typed, setTyped] = useState('')
  const [trust, setTrust] = useState(false)
  const { busy, failure, isOver, run, forget } = useProof()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (failure !== null) input.current?.select()
  }, [failure])
  const finish = async (proof: object) => {
    const answer = await ask(proveSecondFactor, { ...proof, trust }, { token: step.token })
    if (answer.status === 'user_change_password') {
      toastNotice(answer.message)
      return go(`${answer.redirect}${window.location.search}`)
    }
    if (answer.device !== null) await keepDevice(email, answer.device)
    await onSignedIn(answer)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      if (method !== 'passkey') return finish(method === 'totp' ? { code: typed } : { recovery: typed.trim() })
      const passkey = await signChallenge(await ask(askPasskeyProof, {}, { token: step.token }))
      if (passkey !== null) await finish({ passkey })
    })
  }
  const choose = (other: Method) => {
    setMethod(other)
    setTyped('')
    forget()
  }
  return (
    <>
      <h1 className={pageClasses.title}>{t('identity.mfa.title')}</h1>
      <p className={pageClasses.help}>{t(`identity.mfa.ask.${method}`)}</p>
      <form className={pageClasses.form} onSubmit={send} noValidate>
        {method === 'passkey' ? null : (
          <CodeField key={method} ref={input} method={method} disabled={isOver} value={typed} onChange={setTyped} />
        )}
        {step.trust ? (
          <Checkbox
            label={t('identity.mfa.trust')}
            description={t('identity.mfa.trustText')}
            checked={trust}
            onChange={({ currentTarget: { checked } }) => setTrust(checked)}
          />
        ) : null}
        <div role="alert" className={pageClasses.quiet}>
          {failure === null ? null : (
            <p className={pageClasses.alert}>
              <IconAlertCircle size={18} stroke={1.8} aria-hidden />
              <span>{failure}</span>
            </p>
          )}
        </div>
        {isOver ? (
          <Button size="md" onClick={onRestart}>
            {t('identity.mfa.restart')}
          </Button>
        ) : (
          <Button
            type="submit"
            size="md"
            loading={busy}
            disabled={method !== 'passkey' && typed.trim() === ''}
            leftSection={method === 'passkey' ? <IconFingerprint size={18} aria-hidden /> : null}
            {...(color_login_button ? { color: color_login_button } : {})}
          >
            {t(`identity.mfa.submit.${method}`)}
          </Button>
        )}
      </form>
      <OtherWays
        methods={isOver ? [] : methods.filter((other) => other !== method)}
        onChoose={choose}
        onRestart={onRestart}
      />
    </>
  )
}

type CodeFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  method: Exclude<Method, 'passkey'>
  disabled: boolean
  value: string
  onChange: (typed: string) => void
}

function CodeField({ ref, method, disabled, value, onChange }: CodeFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      ref={ref}
      name={method === 'totp' ? 'code' : 'recovery'}
      label={t(`identity.mfa.label.${method}`)}
      autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
      inputMode={method === 'totp' ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      size="md"
      classNames={{ input: classes.code }}
      disabled={disabled}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form and nothing else
      autoFocus
    />
  )
}

type OtherWaysProps = { methods: readonly Method[]; onChoose: (method: Method) => void; onRestart: () => void }

/** The other methods, and the sign-in of another person. */
function OtherWays({ methods, onChoose, onRestart }: OtherWaysProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.others}>
      {methods.map((other) => (
        <li key={other}>
          <Anchor component="button" type="button" onClick={() => onChoose(other)}>
            {t(`identity.mfa.use.${other}`)}
          </Anchor>
        </li>
      ))}
      <li>
        <Anchor component="button" type="button" onClick={onRestart}>
          {t('identity.mfa.otherPerson')}
        </Anchor>
      </li>
    </ul>
  )
}

/** Runs one attempt at a time. `isOver`: the pending sign-in has ended and must begin again. */
function useProof() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setFailure(error.message)
      setOver(error.status === 'expired_token' || error.http === 429)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, isOver, run, forget: () => setFailure(null) }
}
