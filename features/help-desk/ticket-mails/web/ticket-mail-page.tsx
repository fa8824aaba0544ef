// One mail that arrived for a ticket: from whom, what became of it, its text as text, and the decision about it.
import { Anchor, Button, Group } from '@mantine/core'
import { IconCheck, IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { download, saveFile } from '#platform/web/client/download.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { type Fact, FactList, useFileNames } from '#platform/web/ui/fact-list.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone, toastFailure } from '#platform/web/ui/toasts.tsx'
import { acceptTicketMail, discardTicketMail, readOriginal, readTicketMail, retryTicketMail } from '../contract.ts'
import { MailStateBadge } from './ticket-mail-list.tsx'
import classes from './ticket-mail-page.module.css'

type Mail = ReceivedOf<typeof readTicketMail>

export function TicketMailPage() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { data: mail, error, refetch } = useCallQuery(readTicketMail, { id })
  // A job makes a follow-up of an accepted mail.
  useSpreadLiveEvent('ticket_changed', () => void refetch())
  if (error && !mail) return <FailedState failure={error} onRetry={() => void refetch()} />
  const title = mail ? mail.subject || t('helpDesk.ticketMails.subjectless') : '…'
  return (
    <>
      <PageHeader title={title} aside={mail && <MailStateBadge state={mail.state} />}>
        {mail ? <Decisions mail={mail} /> : null}
      </PageHeader>
      {mail ? <Sections mail={mail} /> : <FormSkeleton />}
    </>
  )
}

function Decisions({ mail: { id, can, sender } }: { mail: Mail }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const accept = useCallMutation(acceptTicketMail, { onDone: () => toastDone(t('helpDesk.ticketMails.accepted')) })
  const discard = useCallMutation(discardTicketMail, { onDone: () => toastDone(t('helpDesk.ticketMails.discarded')) })
  const retry = useCallMutation(retryTicketMail, { onDone: () => toastDone(t('helpDesk.ticketMails.retried')) })
  const title = t('helpDesk.ticketMails.accept')
  const ask = async () => {
    const text = t('helpDesk.ticketMails.acceptText', { sender })
    if (await confirm({ title, text })) accept.mutate({ id })
  }
  return (
    <Group gap="xs">
      {can.includes('discard') ? (
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={2} aria-hidden />}
          loading={discard.isPending}
          onClick={() => discard.mutate({ id })}
        >
          {t('helpDesk.ticketMails.discard')}
        </Button>
      ) : null}
      {can.includes('retry') ? (
        <Button
          leftSection={<IconRefresh size={16} stroke={2} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ id })}
        >
          {t('helpDesk.ticketMails.retry')}
        </Button>
      ) : null}
      {can.includes('accept') ? (
        <Button
          leftSection={<IconCheck size={16} stroke={2} aria-hidden />}
          loading={accept.isPending}
          onClick={() => void ask()}
        >
          {title}
        </Button>
      ) : null}
    </Group>
  )
}

function Sections({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  const { text } = mail
  return (
    <div className={classes.sections}>
      <FormSection title={t('helpDesk.ticketMails.facts')} text={t('helpDesk.ticketMails.factsText')}>
        <Facts mail={mail} />
      </FormSection>
      <FormSection
        title={t('helpDesk.ticketMails.words')}
        text={t(text === null ? 'helpDesk.ticketMails.noWords' : 'helpDesk.ticketMails.wordsText')}
      >
        {text === null ? null : <pre className={classes.text}>{text}</pre>}
        {mail.has_original ? <OriginalButton id={mail.id} /> : null}
      </FormSection>
    </div>
  )
}

function OriginalButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    try {
      saveFile(
        await download(readOriginal, { id }, { signal: new AbortController().signal, onProgress: () => undefined }),
      )
    } catch (error) {
      toastFailure(error instanceof Error ? error.message : undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      mt="md"
      leftSection={<IconDownload size={16} stroke={2} aria-hidden />}
      loading={isBusy}
      onClick={() => void load()}
    >
      {t('helpDesk.ticketMails.original')}
    </Button>
  )
}

function Facts({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const namesOf = useFileNames()
  const { sender, person, ticket, reason, received_at, files } = mail
  const facts: Fact[] = [
    [t('helpDesk.ticketMails.field.sender'), sender],
    [t('helpDesk.ticketMails.field.person'), person?.name ?? null],
    [
      t('helpDesk.ticketMails.field.ticket'),
      <Anchor key="ticket" renderRoot={(props) => <PathLink to={`/help_desk/${ticket.id}`} {...props} />}>
        {`#${ticket.number} ${ticket.name}`}
      </Anchor>,
    ],
    [t('helpDesk.ticketMails.field.received_at'), dateTime(received_at)],
    [t('helpDesk.ticketMails.field.reason'), reason && t(`helpDesk.ticketMails.reason.${reason}`)],
    [t('helpDesk.ticketMails.field.files'), namesOf(files)],
  ]
  return <FactList facts={facts} />
}
