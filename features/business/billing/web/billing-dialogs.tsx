// The dialogs that issue bills and void a bill.
import { Alert, Switch, Text, Textarea } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { billing } from '#catalogue/limits.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { DialogFormFrame, FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { issueBills, readBillingSummary, voidBill } from '../contract.ts'
import { thisMonth } from '#platform/web/language/months.ts'

export type Draft = { client_id: string; reference_month: string; sends: boolean; due_rule: boolean }

type IssueDialogProps = {
  /** The drafts to issue; null: the dialog is closed. */
  drafts: readonly Draft[] | null
  onClose: () => void
  /** Called with the ids of the new bills; without it, `onClose` is called. */
  onIssued?: (ids: readonly string[]) => void
}

export function IssueDialog({ drafts, onClose, onIssued }: IssueDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={drafts !== null}
      onClose={onClose}
      title={t('business.billing.issue.title', { count: drafts?.length ?? 0 })}
    >
      {drafts === null ? null : <IssueForm drafts={drafts} onClose={onClose} onIssued={onIssued ?? onClose} />}
    </Dialog>
  )
}

const firstDue = () => dayIn('America/Sao_Paulo', new Date(now().getTime() + billing.dueDays * 86_400_000))

type IssueFormProps = { drafts: readonly Draft[]; onClose: () => void; onIssued: (ids: readonly string[]) => void }

function IssueForm({ drafts, onClose, onIssued }: IssueFormProps) {
  const { t } = useTranslation()
  const allHaveRule = drafts.every(({ due_rule }) => due_rule)
  const [due, setDue] = useState<string | null>(() => (allHaveRule ? null : firstDue()))
  // Unless the person chooses, each client gets its bill as it is remembered.
  const [sends, setSends] = useState<boolean | null>(null)
  const issue = useCallMutation(issueBills, { refreshes: [readBillingSummary], quiet: true })
  const send = async () => {
    const issued: string[] = []
    try {
      for (const issueInput of callsFor(drafts)) {
        issued.push(
          ...(
            await issue.mutateAsync({
              ...issueInput,
              ...(due !== null && { date_due: due }),
              ...(sends !== null && { send: sends }),
            })
          ).issued,
        )
      }
    } catch {
      // The form shows the failure.
      return
    }
    toastDone(t('business.billing.issue.done', { count: issued.length }))
    onIssued(issued)
  }
  return (
    <DialogFormFrame
      // The failure is shown at the field.
      submission={{ refusal: null, busy: issue.isPending }}
      action={t('business.billing.issue.action')}
      onSubmit={() => void send()}
      onCancel={onClose}
    >
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
        {...(allHaveRule && { description: t('business.billing.issue.byRule') })}
        data-autofocus
      />
      <Switch
        name="send"
        label={t('business.billing.field.send')}
        description={t('business.billing.issue.sendText')}
        checked={sends ?? drafts.some((draft) => draft.sends)}
        onChange={({ currentTarget: { checked } }) => setSends(checked)}
      />
    </DialogFormFrame>
  )
}

/** One call for each month and hundred clients. */
function callsFor(drafts: readonly Draft[]): { reference_month: string; clients: string[] }[] {
  const months = Map.groupBy(drafts, ({ reference_month }) => reference_month)
  return [...months].flatMap(([reference_month, monthDrafts]) => {
    const parts = Math.ceil(monthDrafts.length / billing.billsPerCall)
    return Array.from({ length: parts }, (_, index) => ({
      reference_month,
      clients: monthDrafts
        .slice(index * billing.billsPerCall, (index + 1) * billing.billsPerCall)
        .map(({ client_id }) => client_id),
    }))
  })
}

type VoidDialogProps = {
  /** The bill to void; null: the dialog is closed. */
  bill: { id: string; number: number | null } | null
  onClose: () => void
}

export function VoidDialog({ bill, onClose }: VoidDialogProps) {
  const { t } = useTranslation()
  return (
    <FormDialog
      record={bill}
      title={({ number }) => t('business.billing.void.title', { number })}
      call={voidBill}
      initial={() => ({ reason: '' })}
      inputOf={({ id }, { reason }) => ({ id, reason })}
      label={() => t('business.billing.field.reason')}
      refreshes={[readBillingSummary]}
      doneText={t('business.billing.void.done')}
      action={t('business.billing.void.action')}
      color="red"
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <>
          <Text>{t('business.billing.void.text')}</Text>
          <Textarea
            name="reason"
            label={t('business.billing.field.reason')}
            autosize
            minRows={2}
            maxLength={300}
            value={values.reason}
            error={faults['reason']}
            onChange={({ currentTarget: { value } }) => set({ reason: value })}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}
