// `/forgot`: asks for a mail with a link. The page says the same whether or not the address has an account. At a host without a mail server
// it says so before and after the request, and whom to ask.
import { Alert, Button, TextInput } from '@mantine/core'
import { IconAlertCircle, IconMailCheck, IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { pageClasses as classes, SignInFrame, useHostTheme } from '#features/identity/sign-in-pages/web/exports.tsx'
import { forgotPassword } from '../contract.ts'

export function ForgotPage() {
  const { t } = useTranslation()
  const { data: signIn } = useHostTheme(Number.POSITIVE_INFINITY)
  const [sentTo, setSentTo] = useState<SentMail | null>(null)
  return (
    <SignInFrame>
      <h1 className={classes.title}>{t('identity.passwords.forgot.title')}</h1>
      {signIn?.sends_mail === false ? <NoMail unit={signIn.tenant.name} sentTo={sentTo} /> : null}
      {sentTo === null ? (
        <AskForm isPromised={signIn?.sends_mail !== false} onSent={setSentTo} />
      ) : (
        <Sent {...sentTo} isPromised={signIn?.sends_mail !== false} onAnother={() => setSentTo(null)} />
      )}
    </SignInFrame>
  )
}

/** The result of a request. `message`: the people who get no mail, when the platform has no mail server. */
type SentMail = { email: string; message: string | undefined }

/** Instead of the promise of a link. In the demo world the mail of a request waits in the outbox. */
function NoMail({ unit, sentTo }: { unit: string; sentTo: SentMail | null }) {
  const { t } = useTranslation()
  return (
    <Alert
      my="lg"
      color="amber"
      variant="light"
      c="var(--ink)"
      role="note"
      aria-live="polite"
      icon={<IconMailOff aria-hidden />}
    >
      {t('identity.passwords.forgot.noMail')}{' '}
      {sentTo === null ? null : `${t('identity.passwords.forgot.kept', { email: sentTo.email })} `}
      {t('identity.passwords.forgot.noMailText', { unit })}
    </Alert>
  )
}

/** `isPromised`: a mail server of the host sends the link. */
function AskForm({ isPromised, onSent }: { isPromised: boolean; onSent: (sent: SentMail) => void }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const submission = useSubmit(forgotPassword, {
    values: { email },
    label: () => t('identity.signIn.field.email'),
    onDone: ({ message }) => onSent({ email: email.trim(), message }),
  })
  return (
    <>
      {isPromised ? <p className={classes.help}>{t('identity.passwords.forgot.text')}</p> : null}
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submission.submit({ email })
        }}
      >
        {submission.refusal ? (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {submission.refusal.message}
          </Alert>
        ) : null}
        <TextInput
          name="email"
          type="email"
          label={t('identity.signIn.field.email')}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form and nothing else
          autoFocus
          error={submission.faults['email']}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Button type="submit" size="md" loading={submission.busy}>
          {t('identity.passwords.forgot.submit')}
        </Button>
        <Button component={PathLink} to="/signin" variant="subtle" size="md">
          {t('identity.signIn.toSignIn')}
        </Button>
      </form>
    </>
  )
}

function Sent({ email, message, isPromised, onAnother }: SentMail & { isPromised: boolean; onAnother: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      {isPromised ? (
        <Alert mt="md" variant="light" icon={<IconMailCheck aria-hidden />} title={t('identity.passwords.forgot.sent')}>
          {t('identity.passwords.forgot.sentText', { email })}
        </Alert>
      ) : null}
      {message === undefined ? null : (
        <Alert color="yellow" variant="light" role="note" icon={<IconAlertCircle aria-hidden />}>
          {message}
        </Alert>
      )}
      <Button component={PathLink} to="/signin" variant="default" size="md">
        {t('identity.signIn.toSignIn')}
      </Button>
      <Button variant="subtle" size="md" onClick={onAnother}>
        {t('identity.passwords.forgot.another')}
      </Button>
    </div>
  )
}
