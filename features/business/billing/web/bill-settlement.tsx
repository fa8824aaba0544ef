// The payments and credit notes of an issued bill, and the dialogs that add them.
import { ActionIcon, Button, Group, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useMoney } from '#platform/web/language/money.ts'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { MoneyField } from '#platform/web/ui/money-field.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { OptionalSelect } from '#platform/web/ui/optional-select.tsx'
import { addPayment, type BillLine, billLines, creditBill, type readBill, removePayment } from '../contract.ts'

type Bill = ReceivedOf<typeof readBill>

export function Settlement({ bill }: { bill: Bill }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'payment' | 'credit' | null>(null)
  const settles = bill.can.includes('settle')
  const close = () => setDialog(null)
  return (
    <Stack mt="xl" maw="48rem">
      <Payments bill={bill} settles={settles} />
      {bill.credit_notes.length === 0 ? null : <CreditNotes bill={bill} />}
      {settles && bill.payment_state !== 'paid' ? (
        <Group>
          <Button onClick={() => setDialog('payment')}>{t('business.billing.payment.action')}</Button>
          <Button variant="default" onClick={() => setDialog('credit')}>
            {t('business.billing.credit.action')}
          </Button>
        </Group>
      ) : null}
      <PaymentDialog bill={dialog === 'payment' ? bill : null} onClose={close} />
      <CreditDialog bill={dialog === 'credit' ? bill : null} onClose={close} />
    </Stack>
  )
}

function Payments({ bill, settles }: { bill: Bill; settles: boolean }) {
  const { t } = useTranslation()
  const { day } = useFormats()
  const money = useMoney()
  const remove = useCallMutation(removePayment, {})
  return (
    <section aria-label={t('business.billing.payment.list')}>
      <Text component="h2" fw={600}>
        {t('business.billing.payment.list')}
      </Text>
      <Text>
        {t('business.billing.field.left')}: {money(bill.left ?? '0.00')}
      </Text>
      {bill.payments.length === 0 ? (
        <Text c="var(--ink-quiet)">{t('business.billing.payment.none')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={320}>
          <Table>
            <Table.Tbody>
              {bill.payments.map(({ id, paid_on, amount, note, noted_by }) => (
                <Table.Tr key={id}>
                  <Table.Td>{day(paid_on)}</Table.Td>
                  <Table.Td>{money(amount)}</Table.Td>
                  <Table.Td>{note ?? '–'}</Table.Td>
                  <Table.Td>
                    {t('business.billing.payment.noted_by')}: {noted_by}
                  </Table.Td>
                  <Table.Td>
                    {settles ? (
                      <ActionIcon
                        variant="subtle"
                        color="red"
                        aria-label={t('business.billing.payment.remove')}
                        loading={remove.isPending}
                        onClick={() =>
                          void remove.mutateAsync({ id }).then(
                            () => toastDone(t('business.billing.payment.removed')),
                            // The failure was shown already.
                            () => undefined,
                          )
                        }
                      >
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    ) : null}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  )
}

function CreditNotes({ bill }: { bill: Bill }) {
  const { t } = useTranslation()
  const { day } = useFormats()
  const money = useMoney()
  return (
    <section aria-label={t('business.billing.credit.list')}>
      <Text component="h2" fw={600}>
        {t('business.billing.credit.list')}
      </Text>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('business.billing.field.number')}</Table.Th>
              <Table.Th>{t('business.billing.field.date_of_issue')}</Table.Th>
              <Table.Th>{t('business.billing.bill.users')}</Table.Th>
              <Table.Th>{t('business.billing.bill.domains')}</Table.Th>
              <Table.Th>{t('business.billing.field.total')}</Table.Th>
              <Table.Th>{t('business.billing.field.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bill.credit_notes.map((note) => (
              <Table.Tr key={note.id}>
                <Table.Td>{note.number}</Table.Td>
                <Table.Td>{day(note.issued_on)}</Table.Td>
                <Table.Td>{money(note.users_amount)}</Table.Td>
                <Table.Td>{money(note.domains_amount)}</Table.Td>
                <Table.Td>{money(note.total)}</Table.Td>
                <Table.Td>{note.reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}

type PaymentDraft = { paid_on: string | null; amount: string; note: string }

type DialogProps = { bill: Bill | null; onClose: () => void }

function PaymentDialog({ bill, onClose }: DialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  return (
    <FormDialog
      record={bill}
      title={({ number }) => t('business.billing.payment.title', { number })}
      call={addPayment}
      initial={({ left, timezone }): PaymentDraft => ({
        paid_on: dayIn(timezone, now()),
        amount: left ?? '',
        note: '',
      })}
      inputOf={({ id }, { paid_on, ...values }) => ({ id, paid_on: paid_on ?? '', ...values })}
      label={(field) => t(`business.billing.field.${field as 'paid_on' | 'amount' | 'note'}`)}
      doneText={t('business.billing.payment.done')}
      action={t('business.billing.payment.action')}
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <>
          <Text>{t('business.billing.payment.text', { left: money(bill?.left ?? '0.00') })}</Text>
          <DayField
            name="paid_on"
            label={t('business.billing.field.paid_on')}
            value={values.paid_on}
            onChange={(paid_on) => set({ paid_on })}
            error={faults['paid_on']}
          />
          <MoneyField
            name="amount"
            label={t('business.billing.field.amount')}
            description={undefined}
            value={values.amount}
            onChange={(amount) => set({ amount: amount as string })}
            error={faults['amount']}
          />
          <TextInput
            name="note"
            label={t('business.billing.field.note')}
            maxLength={200}
            value={values.note}
            error={faults['note']}
            onChange={({ currentTarget: { value } }) => set({ note: value })}
          />
        </>
      )}
    </FormDialog>
  )
}

function CreditDialog({ bill, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <FormDialog
      record={bill}
      title={({ number }) => t('business.billing.credit.title', { number })}
      call={creditBill}
      initial={() => ({ amount: '', line: null as BillLine | null, reason: '' })}
      inputOf={({ id }, { line, ...values }) => ({ id, ...values, ...(line !== null && { line }) })}
      label={(field) => t(`business.billing.field.${field as 'amount' | 'line' | 'reason'}`)}
      doneText={t('business.billing.credit.done')}
      action={t('business.billing.credit.action')}
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <>
          <Text>{t('business.billing.credit.text')}</Text>
          <OptionalSelect
            name="line"
            label={t('business.billing.field.line')}
            placeholder={t('business.billing.credit.both')}
            data={billLines.map((value) => ({ value, label: t(`business.billing.bill.${value}`) }))}
            value={values.line}
            onChange={(line) => set({ line })}
          />
          <MoneyField
            name="amount"
            label={t('business.billing.field.amount')}
            description={undefined}
            value={values.amount}
            onChange={(amount) => set({ amount: amount as string })}
            error={faults['amount']}
          />
          <Textarea
            name="reason"
            label={t('business.billing.field.reason')}
            autosize
            minRows={2}
            maxLength={300}
            value={values.reason}
            error={faults['reason']}
            onChange={({ currentTarget: { value } }) => set({ reason: value })}
          />
        </>
      )}
    </FormDialog>
  )
}
