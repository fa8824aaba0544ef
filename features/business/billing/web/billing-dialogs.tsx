// Issuing bills and voiding one.
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { billing } from '#catalogue/limits.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { now } from '#platform/web/clock.ts'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { issueBills, readBillingSummary, voidBill } from '../contract.ts'
import { thisMonth } from './billing-months.ts'

export type Draft = { client_id: string; reference_month: string }

type IssueDialogProps = {
  /** Null: closed. */
  drafts: readonly Draft[] | null
  onClose: () => void
  /** With the ids of the new bills; without it, `onClose` is called. */
  onIssued?: (ids: readonly string[]) => void
}

export function IssueDialog({ drafts, onClose, onIssued }: IssueDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      centered
      opened={drafts !== null}
      onClose={onClose}
      title={t('business.billing.issue.title', { count: drafts?.length ?? 0 })}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {drafts === null ? null : <IssueForm drafts={drafts} onClose={onClose} onIssued={onIssued ?? onClose} />}
    </Modal>
  )
}

const firstDue = () => dayIn('America/Sao_Paulo', new Date(now().getTime() + billing.dueDays * 86_400_000))

type IssueFormProps = { drafts: readonly Draft[]; onClose: () => void; onIssued: (ids: readonly string[]) => void }

function IssueForm({ drafts, onClose, onIssued }: IssueFormProps) {
  const { t } = useTranslation()
  const [due, setDue] = useState<string | null>(firstDue)
  const issue = useCallMutation(issueBills, { refreshes: [readBillingSummary], quiet: true })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const issued: string[] = []
    try {
      for (const asked of callsFor(drafts)) {
        issued.push(...(await issue.mutateAsync({ ...asked, date_due: due ?? '' })).issued)
      }
    } catch {
      // The form shows the failure.
      return
    }
    toastDone(t('business.billing.issue.done', { count: issued.length }))
    onIssued(issued)
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack>
        <Text>{t('business.billing.issue.text')}</Text>
        {drafts.some(({ reference_month }) => reference_month === thisMonth()) ? (
          <Alert variant="light" color="yellow" c="var(--ink)" icon={<IconClock aria-hidden />}>
            {t('business.billing.issue.running')}
          </Alert>
        ) : null}
        <DayField
          name="date_due"
          label={t('business.billing.field.date_due')}
          value={due}
          onChange={setDue}
          error={issue.error?.message}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('general.action.cancel')}
          </Button>
          <Button type="submit" loading={issue.isPending}>
            {t('business.billing.issue.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** One call for each month and hundred clients. */
function callsFor(drafts: readonly Draft[]): { reference_month: string; clients: string[] }[] {
  const months = Map.groupBy(drafts, ({ reference_month }) => reference_month)
  return [...months].flatMap(([reference_month, ofMonth]) => {
    const parts = Math.ceil(ofMonth.length / billing.billsPerCall)
    return Array.from({ length: parts }, (_, at) => ({
      reference_month,
      clients: ofMonth
        .slice(at * billing.billsPerCall, (at + 1) * billing.billsPerCall)
        .map(({ client_id }) => client_id),
    }))
  })
}

type VoidDialogProps = {
  /** Null: closed. */
  bill: { id: string; number: number | null } | null
  onClose: () => void
}

export function VoidDialog({ bill, onClose }: VoidDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      centered
      opened={bill !== null}
      onClose={onClose}
      title={t('business.billing.void.title', { number: bill?.number })}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {bill === null ? null : <VoidForm id={bill.id} onClose={onClose} />}
    </Modal>
  )
}

function VoidForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const submission = useSubmit(voidBill, {
    label: () => t('business.billing.field.reason'),
    refreshes: [readBillingSummary],
    values: { reason },
    onDone: () => {
      toastDone(t('business.billing.void.done'))
      onClose()
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submission.submit({ id, reason })
      }}
    >
      <Stack>
        <Text>{t('business.billing.void.text')}</Text>
        <Textarea
          name="reason"
          label={t('business.billing.field.reason')}
          autosize
          minRows={2}
          maxLength={300}
          value={reason}
          error={submission.faults['reason']}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('general.action.cancel')}
          </Button>
          <Button type="submit" color="red" loading={submission.busy}>
            {t('business.billing.void.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
