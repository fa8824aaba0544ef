// The form of a new ticket. `?report=` in the URL selects the report of the ticket.
import { Button, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { IconReportAnalytics, IconX } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { usePhrases } from '#platform/web/pages/use-phrases.ts'
import { useGo, useGoBack } from '#platform/web/routing/path.tsx'
import { FormLayout, FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { RecordPicker } from '#platform/web/ui/record-picker.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { readMenu, selectReports } from '#features/home/shelves/contract.ts'
import { addTicket, ticketPriorities, type TicketPriority } from '../contract.ts'
import { type CapturedView, capturedViewOf } from '#features/reports/stage/web/exports.tsx'
import { KnownFault } from '#features/reports/faults/web/exports.tsx'
import { FilesField } from './help-desk-files-field.tsx'
import { useTicketFiles } from './help-desk-files.ts'
import { ticketPlace } from './help-desk-place.ts'
import { TicketViewField } from './ticket-view-field.tsx'

const blank = { name: '', text: '', priority: 'medium' as TicketPriority, report_id: null as string | null }

export function AddTicket() {
  const { t } = useTranslation()
  const nounPhrases = usePhrases(ticketPlace.phrasePrefix)
  const go = useGo()
  const goBack = useGoBack(ticketPlace.path)
  const { report }: { report?: unknown } = useSearch({ strict: false })
  const draft = useDraft({ ...blank, report_id: typeof report === 'string' ? report : null })
  const files = useTicketFiles()
  const [isEarly, setEarly] = useState(false)
  const [sendsView, setSendsView] = useState(true)
  const { values, set } = draft
  const captured = capturedViewOf(values.report_id)
  const submission = useSubmit(addTicket, {
    label: nounPhrases.field,
    values,
    onDone: ({ id, number }) => {
      toastDone(t('helpDesk.tickets.form.opened', { number }))
      go(`${ticketPlace.path}/${id}`, { replace: true })
    },
  })
  const { faults } = submission
  const send = () => {
    setEarly(files.isSending)
    if (files.isSending) return
    submission.submit({ ...values, view: captured && sendsView ? viewOf(captured) : null, attachments: files.ids })
  }
  const changed = [...draft.changed, ...(files.files.length > 0 ? ['attachments'] : [])]
  return (
    <>
      <PageHeader title={nounPhrases.add} />
      <FormLayout
        submission={submission}
        changed={changed.map(nounPhrases.field)}
        action={t('helpDesk.tickets.form.send')}
        onSubmit={send}
        onCancel={goBack}
      >
        <FormSection title={t('helpDesk.tickets.form.title')} text={t('helpDesk.tickets.form.purpose')}>
          <TextInput
            name="name"
            label={nounPhrases.field('name')}
            description={t('helpDesk.tickets.form.nameHelp')}
            error={faults['name']}
            maxLength={limits.subject}
            value={values.name}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a form that was just asked for begins at its first field
            autoFocus
            onChange={({ currentTarget: { value } }) => set({ name: value })}
          />
          <Textarea
            name="text"
            label={nounPhrases.field('text')}
            description={t('helpDesk.tickets.form.textHelp')}
            error={faults['text']}
            maxLength={limits.length}
            autosize
            minRows={5}
            maxRows={16}
            value={values.text}
            onChange={({ currentTarget: { value } }) => set({ text: value })}
            onPaste={({ clipboardData }) => files.add(clipboardData.files)}
          />
          <NativeSelect
            name="priority"
            label={nounPhrases.field('priority')}
            error={faults['priority']}
            maw="14rem"
            data={ticketPriorities.map((value) => ({ value, label: t(`helpDesk.tickets.priority.${value}`) }))}
            value={values.priority}
            onChange={({ currentTarget: { value } }) => set({ priority: value as TicketPriority })}
          />
          <ReportField
            value={values.report_id}
            error={faults['report_id']}
            onChange={(report_id) => set({ report_id })}
          />
          {values.report_id === null ? null : (
            <KnownFault reportId={values.report_id} action={t('helpDesk.tickets.fault.meToo')} />
          )}
          {captured === null ? null : (
            <TicketViewField
              captured={captured}
              sent={sendsView}
              onChange={setSendsView}
              onPicture={(picture) => files.add([picture])}
            />
          )}
          <FilesField
            label={<OptionalLabel>{nounPhrases.field('attachments')}</OptionalLabel>}
            ticketFiles={files}
            error={isEarly && files.isSending ? t('helpDesk.tickets.files.wait') : faults['attachments']}
          />
        </FormSection>
      </FormLayout>
    </>
  )
}

const viewOf = ({ page, pageName, filters, slicers, refreshedAt }: CapturedView) => ({
  page,
  page_name: pageName,
  filters,
  slicers,
  refreshed_at: refreshedAt,
})

type ReportFieldProps = {
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
}

function ReportField({ value, error, onChange }: ReportFieldProps) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<string | null>(null)
  const name = useReportName(picked === null ? value : null) ?? picked ?? '…'
  const label = <OptionalLabel>{t('helpDesk.tickets.field.report')}</OptionalLabel>
  if (value === null) {
    return (
      <RecordPicker
        call={selectReports}
        detail={({ group, subgroup }) => `${group} › ${subgroup}`}
        label={label}
        name="report_id"
        description={t('helpDesk.tickets.form.reportHelp')}
        placeholder={t('helpDesk.tickets.form.pickReport')}
        error={error}
        exclude={[]}
        onPick={(choice) => {
          setPicked(choice.label)
          onChange(choice.value)
        }}
      />
    )
  }
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Group gap="xs" mt={4} wrap="nowrap">
        <IconReportAnalytics size={18} stroke={1.6} aria-hidden />
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Button
          id="report_id"
          variant="subtle"
          color="gray"
          size="xs"
          px="0.5rem"
          aria-label={t('helpDesk.tickets.form.noReport', { name })}
          onClick={() => {
            setPicked(null)
            onChange(null)
          }}
        >
          <IconX size={14} aria-hidden />
        </Button>
      </Group>
      {error === undefined ? null : (
        <Text size="sm" c="var(--danger)">
          {error}
        </Text>
      )}
    </div>
  )
}

/** Loads the name of the report that the URL selects. */
function useReportName(id: string | null): string | undefined {
  const { data } = useCallQuery(readMenu, {}, { enabled: id !== null, freshFor: 60_000 })
  const reports = data?.groups.flatMap(({ subgroups }) => subgroups.flatMap((subgroup) => subgroup.reports))
  return reports?.find((report) => report.id === id)?.name
}
