// The verification of the sender's e-mail address: its state, and the input for the code. Until it is proven, the platform's server sends
// the mails.
import { Alert, Anchor, Button, Group, TextInput } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInbox } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { senderCode } from '#catalogue/limits.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { proveSender, sendSenderCode } from '../contract.ts'
import { type SenderDraft, type StoredSender, isSameSender } from './settings-sender-draft.ts'
import { SenderSteps } from './settings-sender-test.tsx'
import classes from './settings-page.module.css'

type SenderProofProps = {
  sender: SenderDraft
  stored: StoredSender | null
  platformSends: boolean
  onProven: () => void
}

export function SenderProof({ sender, stored, platformSends, onProven }: SenderProofProps) {
  const { t } = useTranslation()
  if (stored === null || !isSameSender(sender, stored)) {
    return <p className={classes.quiet}>{t('organisation.settings.sender.proof.saveFirst')}</p>
  }
  if (stored.proven) {
    return (
      <Alert color="teal" variant="light" icon={<IconCircleCheck aria-hidden />}>
        {t('organisation.settings.sender.proof.proven')}
      </Alert>
    )
  }
  const sentence = platformSends
    ? 'organisation.settings.sender.proof.unproven'
    : 'organisation.settings.sender.proof.unprovenWaits'
  return (
    <>
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        {t(sentence, { address: stored.email })}
      </Alert>
      <Proving email={stored.email} onProven={onProven} />
    </>
  )
}

function Proving({ email, onProven }: { email: string; onProven: () => void }) {
  const { t } = useTranslation()
  const sending = useCallMutation(sendSenderCode, { quiet: true })
  const sent = sending.data
  const isThere = sent !== undefined && (sent.status || sent.in_outbox)
  return (
    <div>
      <div aria-live="polite">
        {sent?.status ? (
          <p>
            {t('organisation.settings.sender.proof.codeSent', { address: sent.address, minutes: senderCode.minutes })}
          </p>
        ) : null}
        {sent?.status === false ? <Failed answer={sent} /> : null}
        {sending.error ? (
          <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
            {sending.error.message}
          </Alert>
        ) : null}
      </div>
      {isThere ? <CodeField onProven={onProven} /> : null}
      <Button
        mt="sm"
        variant={isThere ? 'subtle' : 'default'}
        loading={sending.isPending}
        onClick={() => sending.mutate({})}
      >
        {isThere
          ? t('organisation.settings.sender.proof.sendAgain')
          : t('organisation.settings.sender.proof.sendCode', { address: email })}
      </Button>
    </div>
  )
}

/** The alert after a code was not sent: the failed step of the server, and where the code can still be read. */
function Failed({ answer: { address, via, steps, code, in_outbox } }: { answer: ReceivedOf<typeof sendSenderCode> }) {
  const { t } = useTranslation()
  return (
    <>
      <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} mb="sm">
        {t(`organisation.settings.sender.proof.failed.${via}`, { address })}
      </Alert>
      <SenderSteps steps={steps} code={code} />
      {in_outbox ? (
        <Alert color="gray" variant="light" icon={<IconInbox aria-hidden />} mt="sm">
          {t('organisation.settings.sender.proof.inOutbox')}{' '}
          <Anchor component={PathLink} to="/mails" inherit underline="always">
            {t('organisation.settings.sender.proof.toOutbox')}
          </Anchor>
        </Alert>
      ) : null}
    </>
  )
}

/** The input for the code. It is inside the settings form, but Enter verifies the address instead of submitting the form. */
function CodeField({ onProven }: { onProven: () => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const done = () => {
    toastDone()
    onProven()
  }
  const proving = useCallMutation(proveSender, { quiet: true, onDone: done })
  const prove = () => proving.mutate({ code })
  return (
    <Group align="flex-end" gap="sm" mt="xs">
      <TextInput
        label={t('organisation.settings.sender.proof.codeLabel')}
        placeholder="0000 0000"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        error={proving.error ? (proving.error.errors['code'] ?? proving.error.message) : null}
        value={code}
        onChange={({ currentTarget: { value } }) => setCode(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          prove()
        }}
      />
      <Button loading={proving.isPending} disabled={!/^\s*\d{4} ?\d{4}\s*$/.test(code)} onClick={prove}>
        {t('organisation.settings.sender.proof.prove')}
      </Button>
    </Group>
  )
}
