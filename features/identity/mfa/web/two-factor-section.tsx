// The second factor and the passkeys of the own account, as a section of the profile page.
import { Alert, Badge, Button, Group, Modal, PasswordInput, Skeleton, TextInput } from '@mantine/core'
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery, useRefresh } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { toastDone, toastNotice } from '#platform/web/ui/toasts.tsx'
import {
  addPasskey,
  confirmTwoFactor,
  endTwoFactor,
  forgetBrowsers,
  readTwoFactor,
  removePasskey,
  renewRecoveryCodes,
  startPasskey,
  startTwoFactor,
} from '../contract.ts'
import { AppSecret } from './two-factor-app-secret.tsx'
import { canUsePasskeys, createPasskey } from './two-factor-passkey-browser.ts'
import { RecoveryCodes } from './two-factor-recovery-codes.tsx'
import classes from './two-factor.module.css'

type Own = ReceivedOf<typeof readTwoFactor>
type Passkey = Own['passkeys'][number]
/** The task of the open dialog. */
type Task = { kind: 'setUp' | 'renew' | 'forget' | 'off' | 'passkey' } | { kind: 'remove'; passkey: Passkey }

/** The authenticator app and the passkeys of the signed-in person. `email`: the name of their account. */
export function TwoFactorSection({ email }: { email: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(readTwoFactor, {})
  const [task, setTask] = useState<Task | null>(null)
  const refresh = useRefresh(readTwoFactor)
  const close = () => {
    setTask(null)
    refresh()
  }
  return (
    <FormSection title={t('identity.mfa.own.title')} text={t('identity.mfa.own.text')}>
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={96} /> : null}
      {data && !data.can.includes('update') ? (
        <p className={classes.quiet}>{t('identity.mfa.own.ofProvider')}</p>
      ) : null}
      {data?.can.includes('update') ? (
        <>
          <AppState own={data} onTask={setTask} />
          <Passkeys own={data} onTask={setTask} />
        </>
      ) : null}
      {task ? <TaskDialog task={task} email={email} onClose={close} /> : null}
    </FormSection>
  )
}

type PartProps = { own: Own; onTask: (task: Task) => void }

function AppState({ own: { enabled_at, recovery_left, required, trusted_browsers }, onTask }: PartProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  if (enabled_at === null) {
    return (
      <div className={classes.steps}>
        <Group gap="sm">
          <strong>{t('identity.mfa.own.app')}</strong>
          <Badge color="gray" variant="light">
            {t('identity.mfa.own.off')}
          </Badge>
        </Group>
        <div>
          <Button variant="default" onClick={() => onTask({ kind: 'setUp' })}>
            {t('identity.mfa.own.setUp')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className={classes.steps}>
      <div>
        <Group gap="sm">
          <strong>{t('identity.mfa.own.app')}</strong>
          <Badge color="teal" variant="light">
            {t('identity.mfa.own.on')}
          </Badge>
        </Group>
        <p className={classes.quiet}>
          {t('identity.mfa.own.since', { at: dateTime(enabled_at) })}{' '}
          {t('identity.mfa.own.left', { count: recovery_left })}
        </p>
        {trusted_browsers === 0 ? null : (
          <p className={classes.quiet}>{t('identity.mfa.own.trusted', { count: trusted_browsers })}</p>
        )}
      </div>
      <Group gap="sm">
        <Button variant="default" onClick={() => onTask({ kind: 'renew' })}>
          {t('identity.mfa.own.renew')}
        </Button>
        <Button variant="default" onClick={() => onTask({ kind: 'setUp' })}>
          {t('identity.mfa.own.replace')}
        </Button>
        {trusted_browsers === 0 ? null : (
          <Button variant="default" onClick={() => onTask({ kind: 'forget' })}>
            {t('identity.mfa.own.forget')}
          </Button>
        )}
        {required ? null : (
          <Button variant="default" onClick={() => onTask({ kind: 'off' })}>
            {t('identity.mfa.own.turnOff')}
          </Button>
        )}
      </Group>
      {required ? <p className={classes.quiet}>{t('identity.mfa.own.required')}</p> : null}
    </div>
  )
}

function Passkeys({ own: { passkeys }, onTask }: PartProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return (
    <div className={classes.steps}>
      <div>
        <strong>{t('identity.mfa.own.passkeys')}</strong>
        <p className={classes.quiet}>{t('identity.mfa.own.passkeysText', { host: location.hostname })}</p>
      </div>
      {passkeys.length > 0 ? (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <IconFingerprint size={20} stroke={1.6} aria-hidden />
              <div className={classes.words}>
                <p className={classes.name}>{passkey.name}</p>
                <p className={classes.quiet}>
                  {passkey.here ? null : `${passkey.host} · `}
                  {passkey.last_used_at === null
                    ? t('identity.mfa.own.neverUsed')
                    : t('identity.mfa.own.lastUsed', { at: dateTime(passkey.last_used_at) })}
                </p>
              </div>
              <Button
                size="xs"
                variant="default"
                aria-label={t('identity.mfa.own.removeOne', { name: passkey.name })}
                onClick={() => onTask({ kind: 'remove', passkey })}
              >
                {t('identity.mfa.own.remove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {canUsePasskeys() ? (
        <div>
          <Button variant="default" onClick={() => onTask({ kind: 'passkey' })}>
            {t('identity.mfa.own.addPasskey')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Content of the dialog after the password: a secret with its first code, or recovery codes. */
type DialogContent = { secret: ReceivedOf<typeof startTwoFactor> } | { recovery: readonly string[] }

function TaskDialog({ task, email, onClose }: { task: Task; email: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [content, setContent] = useState<DialogContent | null>(null)
  const title =
    content && 'recovery' in content ? 'identity.mfa.recovery.title' : (`identity.mfa.task.${task.kind}` as const)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(title)}
      // The codes are displayed only once: a click beside the dialog must not close it.
      closeOnClickOutside={content === null}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      <div className={classes.steps}>
        {content === null ? <PasswordStep task={task} email={email} onShow={setContent} onClose={onClose} /> : null}
        {content && 'secret' in content ? (
          <FirstCode secret={content.secret} onDone={(recovery) => setContent({ recovery })} />
        ) : null}
        {content && 'recovery' in content ? (
          <>
            <RecoveryCodes codes={content.recovery} />
            <Button onClick={onClose}>{t('identity.mfa.recovery.kept')}</Button>
          </>
        ) : null}
      </div>
    </Modal>
  )
}

type PasswordStepProps = { task: Task; email: string; onShow: (content: DialogContent) => void; onClose: () => void }

/** The first step of every change: the input of the password. */
function PasswordStep({ task, email, onShow, onClose }: PasswordStepProps) {
  const { t } = useTranslation()
  const [current_password, setPassword] = useState('')
  const [name, setName] = useState('')
  const isNew = task.kind === 'passkey'
  const work = useWork(async () => {
    if (task.kind === 'setUp') return onShow({ secret: await ask(startTwoFactor, { current_password }) })
    if (task.kind === 'renew') return onShow(await ask(renewRecoveryCodes, { current_password }))
    if (task.kind === 'forget') await ask(forgetBrowsers, { current_password })
    if (task.kind === 'off') await ask(endTwoFactor, { current_password })
    if (task.kind === 'remove') await ask(removePasskey, { id: task.passkey.id, current_password })
    if (task.kind === 'passkey') {
      const passkey = await createPasskey(await ask(startPasskey, { current_password }))
      if (passkey === null) return toastNotice(t('identity.mfa.own.notCreated'))
      await ask(addPasskey, { name, passkey })
    }
    toastDone()
    onClose()
  })
  return (
    <form className={classes.steps} onSubmit={work.submit} noValidate>
      <p className={classes.quiet}>
        {task.kind === 'remove'
          ? t('identity.mfa.taskText.remove', { name: task.passkey.name })
          : t(`identity.mfa.taskText.${task.kind}`, { host: location.hostname })}
      </p>
      <Refusal failure={work.failure} fields={['current_password', 'name']} />
      {isNew ? (
        <TextInput
          name="name"
          label={t('identity.mfa.own.passkeyName')}
          placeholder={t('identity.mfa.own.passkeyExample')}
          maxLength={60}
          error={work.failure?.errors['name']}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          data-autofocus
        />
      ) : null}
      {/* This hidden input tells a password manager to which account the password belongs. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        name="current_password"
        label={t('identity.mfa.own.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('identity.signIn.showPassword') }}
        error={work.failure?.errors['current_password']}
        value={current_password}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
        {...(isNew ? {} : { 'data-autofocus': true })}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('general.action.cancel')}
        </Button>
        <Button
          type="submit"
          loading={work.busy}
          disabled={current_password === '' || (isNew && name.trim() === '')}
          {...(task.kind === 'off' || task.kind === 'remove' ? { color: 'red' } : {})}
        >
          {t(`identity.mfa.do.${task.kind}`)}
        </Button>
      </Group>
    </form>
  )
}

type FirstCodeProps = { secret: ReceivedOf<typeof startTwoFactor>; onDone: (recovery: readonly string[]) => void }

function FirstCode({ secret: { token, secret, otpauth }, onDone }: FirstCodeProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const work = useWork(async () => onDone((await ask(confirmTwoFactor, { token, code })).recovery))
  return (
    <form className={classes.steps} onSubmit={work.submit} noValidate>
      <p className={classes.quiet}>{t('identity.mfa.setup.scan')}</p>
      <Refusal failure={work.failure} fields={['code']} />
      <AppSecret secret={secret} otpauth={otpauth} />
      <TextInput
        name="code"
        label={t('identity.mfa.setup.firstCode')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        classNames={{ input: classes.code }}
        error={work.failure?.errors['code']}
        value={code}
        onChange={({ currentTarget: { value } }) => setCode(value)}
        data-autofocus
      />
      <Button type="submit" loading={work.busy} disabled={code.trim() === ''}>
        {t('identity.mfa.setup.confirm')}
      </Button>
    </form>
  )
}

/** The sentence of a refusal that belongs to no input. */
function Refusal({ failure, fields }: { failure: CallFailure | null; fields: readonly string[] }): ReactNode {
  if (failure === null || fields.some((field) => failure.errors[field] !== undefined)) return null
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {failure.message}
    </Alert>
  )
}

function useWork(work: () => Promise<void> | void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const run = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return { busy, failure, submit }
}
