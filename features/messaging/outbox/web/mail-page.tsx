import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { MailFrame } from '#platform/web/ui/mail-frame.tsx'
import { type Fact, FactList, useFileNames } from '#platform/web/ui/fact-list.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { readMail, retryMail } from '../contract.ts'
import { MailState } from './mail-list.tsx'
import classes from './mail-page.module.css'
import { WaitingNote } from './waiting-note.tsx'

type Mail = ReceivedOf<typeof readMail>

export function MailPage() {
  const id = usePathPart('id')
  const { data: mail, error, refetch } = useCallQuery(readMail, { id })
  if (error && !mail) return <FailedState failure={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={mail?.subject ?? '…'} aside={mail && <MailState state={mail.state} />}>
        {mail?.can.includes('retry') ? <RetryButton id={id} /> : null}
      </PageHeader>
      {mail ? <Sections mail={mail} /> : <FormSkeleton />}
    </>
  )
}

function RetryButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const retry = useCallMutation(retryMail, { onDone: () => toastDone() })
  return (
    <Button
      leftSection={<IconSend size={16} stroke={2} aria-hidden />}
      loading={retry.isPending}
      onClick={() => retry.mutate({ id })}
    >
      {t('messaging.outbox.sendAgain')}
    </Button>
  )
}

function Sections({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  return (
    <div className={classes.sections}>
      {mail.state === 'waiting' ? <WaitingNote /> : null}
      <FormSection
        title={t('messaging.outbox.facts')}
        text={t(mail.state === 'in_doubt' ? 'messaging.outbox.inDoubt' : 'messaging.outbox.factsText')}
      >
        <Facts mail={mail} />
      </FormSection>
      <FormSection
        title={t('messaging.outbox.words')}
        text={mail.body_html === null ? t('messaging.outbox.noWords') : ''}
      >
        {mail.body_html === null ? null : <MailBody html={mail.body_html} text={mail.body_text ?? ''} />}
      </FormSection>
    </div>
  )
}

function MailBody({ html, text }: { html: string; text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <MailFrame className={classes.mail} title={t('messaging.outbox.words')} html={html} />
      <details>
        <summary>{t('messaging.outbox.asText')}</summary>
        <pre className={classes.text}>{text}</pre>
      </details>
    </>
  )
}

function Facts({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const namesOf = useFileNames()
  const { to_name, to_address, tenant_name, created_at, sent_at, attempts, last_error, attachments } = mail
  const facts: Fact[] = [
    [t('messaging.outbox.field.to_address'), to_name === null ? to_address : `${to_name} (${to_address})`],
    [t('messaging.outbox.unit'), tenant_name],
    [t('messaging.outbox.field.created_at'), dateTime(created_at)],
    [t('messaging.outbox.sentAt'), sent_at && dateTime(sent_at)],
    [t('messaging.outbox.attempts'), number(attempts)],
    [t('messaging.outbox.attachments'), namesOf(attachments)],
    [t('messaging.outbox.error'), last_error],
  ]
  return <FactList facts={facts} />
}
