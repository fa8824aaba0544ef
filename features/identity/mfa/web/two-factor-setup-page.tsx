// `/config/2fa/{token}`: a person whose business unit requires a second factor sets up an authenticator app during the sign-in.
import { Button, Skeleton, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import {
  keepDevice,
  pageClasses,
  SignInFrame,
  SignInNotice,
  useHostTheme,
  useSignedIn,
} from '#features/identity/sign-in-pages/web/exports.tsx'
import { setUpAtSignIn } from '../contract.ts'
import { AppSecret } from './two-factor-app-secret.tsx'
import { RecoveryCodes } from './two-factor-recovery-codes.tsx'
import classes from './two-factor.module.css'

type Answer = ReceivedOf<typeof setUpAtSignIn>
type Secret = Extract<Answer, { status: 'setup' }>
type Done = Extract<Answer, { status: 'success' }>

export function TwoFactorSetupPage() {
  const { t } = useTranslation()
  useHostTheme(Number.POSITIVE_INFINITY)
  const token = usePathPart('token')
  const finish = useSignedIn()
  const [done, setDone] = useState<Done | null>(null)
  const { secret, failure } = useSecret(token)
  if (failure !== null) {
    return (
      <SignInNotice title={t('identity.mfa.setup.title')}>
        <p>{failure.message}</p>
      </SignInNotice>
    )
  }
  return (
    <SignInFrame>
      <h1 className={pageClasses.title}>{t(done ? 'identity.mfa.recovery.title' : 'identity.mfa.setup.title')}</h1>
      {done ? (
        <div className={classes.steps}>
          <RecoveryCodes codes={done.recovery} />
          <Button size="md" onClick={() => void finish(done)}>
            {t('identity.mfa.recovery.kept')}
          </Button>
        </div>
      ) : (
        <>
          <p className={pageClasses.help}>{t('identity.mfa.setup.required')}</p>
          {secret ? <SetupForm token={token} secret={secret} onDone={setDone} /> : <Skeleton height={260} />}
        </>
      )}
    </SignInFrame>
  )
}

function useSecret(token: string) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  useEffect(() => {
    ask(setUpAtSignIn, { token })
      .then((answer) => (answer.status === 'setup' ? setSecret(answer) : undefined))
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        setFailure(error)
      })
  }, [token])
  return { secret, failure }
}

function SetupForm({ token, secret, onDone }: { token: string; secret: Secret; onDone: (done: Done) => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      const answer = await ask(setUpAtSignIn, { token, code })
      if (answer.status !== 'success') return
      if (answer.device !== null) await keepDevice(answer.user.email, answer.device)
      onDone(answer)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setFailure(error)
      input.current?.select()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={pageClasses.form} onSubmit={(event) => void send(event)} noValidate>
      <AppSecret secret={secret.secret} otpauth={secret.otpauth} />
      <TextInput
        ref={input}
        name="code"
        label={t('identity.mfa.setup.firstCode')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        size="md"
        classNames={{ input: classes.code }}
        error={failure && (failure.errors['code'] ?? failure.message)}
        value={code}
        onChange={({ currentTarget: { value } }) => setCode(value)}
      />
      <Button type="submit" size="md" loading={busy} disabled={code.trim() === ''}>
        {t('identity.mfa.setup.confirm')}
      </Button>
      {failure?.status === 'expired_token' ? (
        <Button component={PathLink} to="/signin" variant="default" size="md">
          {t('identity.signIn.toSignIn')}
        </Button>
      ) : null}
    </form>
  )
}
