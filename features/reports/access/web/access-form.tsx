// Who may open a report and which rows they see: the grants to be saved, and below them what each person sees at present. Next:
// access-grants.tsx (the list), ../../grant-fields/web/grant-fields.tsx (one grant), access-readers.tsx (what people see).
import { Alert, Button, Text } from '@mantine/core'
import { IconEyeOff, IconSettings, IconUserSearch } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { PathLink, useGo, useGoBack, usePathPart } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { LoadingBlock } from '#platform/web/ui/loading-block.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { PersonPicker } from '#features/people/grantees/web/exports.tsx'
import { ReportPreview } from '#features/reports/stage/web/exports.tsx'
import { listReaders, readAccess, updateAccess, withoutOthers } from '../contract.ts'
import { AccessCheck } from './access-check.tsx'
import { AccessGrants } from './access-grants.tsx'
import { NotifyChoice, type ShownGrant } from '#features/reports/grant-fields/web/exports.tsx'
import { AccessReaders } from './access-readers.tsx'

export function ReportAccess() {
  const { t } = useTranslation()
  const report_id = usePathPart('id')
  const { record, failure, reload, round } = useRecord(readAccess, { report_id })
  const { as }: { as?: unknown } = useSearch({ strict: false })
  const [isPreviewed, setPreviewed] = useState(as === 'reader')
  const go = useGo()
  // Nobody opens a preview as a third person in remote access.
  const mayPreview = useSession().remoteAccess === null
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  const closePreview = () => {
    setPreviewed(false)
    // The address asks for the preview no longer.
    if (as !== undefined) go(`/report/${report_id}/access`, { replace: true })
  }
  return (
    <>
      <PageHeader title={record ? t('reports.access.title', { name: record.name }) : '…'}>
        {mayPreview ? (
          <Button
            variant="default"
            onClick={() => setPreviewed(true)}
            leftSection={<IconUserSearch size={16} stroke={1.8} aria-hidden />}
          >
            {t('reports.library.seeAsReader')}
          </Button>
        ) : null}
        <Button
          variant="default"
          renderRoot={(props) => <PathLink to={`/report/${report_id}`} {...props} />}
          leftSection={<IconSettings size={16} stroke={1.8} aria-hidden />}
        >
          {t('reports.access.settings')}
        </Button>
      </PageHeader>
      {record ? <AccessForm key={round} record={record} onReload={reload} /> : <FormSkeleton />}
      {record && isPreviewed && mayPreview ? <FirstReaderPreview reportId={report_id} onClose={closePreview} /> : null}
    </>
  )
}

/** The report as the first of its readers sees it whom the person may represent. */
function FirstReaderPreview({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listReaders, { report_id: reportId })
  const reader = data?.data.find(({ outcome, may_preview }) => outcome === 'reads' && may_preview)
  if (reader) return <ReportPreview reportId={reportId} person={reader} drafts={null} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={t('reports.library.seeAsReader')}>
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data ? <Text>{t('reports.access.noReader')}</Text> : null}
      {data || error ? null : <LoadingBlock height={60} />}
    </Dialog>
  )
}

type Access = ReceivedOf<typeof readAccess>

/** The fields of a grant that are sent; names are for the screen only. */
const sentOf = ({ name: _, email: __, members: ___, ...grant }: ShownGrant) => ({
  ...withoutOthers(grant),
})

function AccessForm({ record, onReload }: { record: Access; onReload: () => void }) {
  const { t } = useTranslation()
  const goBack = useGoBack('/report')
  const { values, set, changed } = useDraft({ grants: record.grants })
  const submission = useSubmit(updateAccess, {
    values,
    label: (field) => t(`reports.access.field.${field as 'grants'}`),
    onDone: () => {
      toastDone()
      // The page stays open to show the effect on each reader.
      onReload()
    },
  })
  const { report_id, version, can } = record
  const [notifies, setNotifies] = useState(true)
  const [checked, setChecked] = useState<{ id: string; name: string } | null>(null)
  const [previewed, setPreviewed] = useState<{ id: string; name: string } | null>(null)
  // Nobody opens a preview as a third person in remote access.
  const mayPreview = useSession().remoteAccess === null
  const save = () => submission.submit({ report_id, version, grants: values.grants.map(sentOf), tell: notifies })
  return (
    <FormLayout
      submission={submission}
      changed={changed.map(() => t('reports.access.field.grants'))}
      action={t('general.action.save')}
      editable={can.includes('update')}
      onSubmit={save}
      onCancel={goBack}
      onReload={onReload}
    >
      <FormSection title={t('reports.access.section.who')} text={t('reports.access.section.whoText')}>
        <Rule record={record} />
        <AccessGrants
          report={record}
          grants={values.grants}
          marked={submission.attempt > 0}
          onPreview={mayPreview ? setPreviewed : null}
          onChange={(grants) => set({ grants })}
        />
        {/* Of a hidden report nobody is told. */}
        {record.hidden ? null : <NotifyChoice checked={notifies} onChange={setNotifies} />}
      </FormSection>
      <FormSection title={t('reports.access.section.readers')} text={t('reports.access.section.readersText')}>
        <PersonPicker
          label={t('reports.access.check.pick')}
          description={t('reports.access.check.pickText')}
          placeholder={t('reports.access.pick.personSearch')}
          exclude={[]}
          onPick={({ value, label }) => setChecked({ id: value, name: label })}
        />
        <AccessReaders
          reportId={report_id}
          secured={record.row_security}
          outdated={changed.length > 0}
          onCheck={setChecked}
        />
      </FormSection>
      {previewed ? (
        <ReportPreview
          reportId={report_id}
          person={previewed}
          drafts={values.grants.map(sentOf)}
          onClose={() => setPreviewed(null)}
        />
      ) : null}
      {checked ? (
        <AccessCheck
          reportId={report_id}
          person={checked}
          drafts={changed.length > 0 ? values.grants.map(sentOf) : null}
          onClose={() => setChecked(null)}
        />
      ) : null}
    </FormLayout>
  )
}

/** The rules that apply to everybody, independent of the grants. */
function Rule({ record: { row_security, ignore_row_security, ignore_role, hidden } }: { record: Access }) {
  const { t } = useTranslation()
  const sentences = [
    ...(hidden ? [t('reports.access.sees.hidden')] : []),
    ...(row_security ? [] : [t('reports.access.sees.open')]),
    ...(row_security && ignore_row_security ? [t('reports.access.sees.allIgnored', { role: ignore_role ?? '' })] : []),
  ]
  if (sentences.length === 0) return null
  return (
    <Alert color="amber" variant="light" c="var(--ink)" icon={<IconEyeOff aria-hidden />}>
      {sentences.join(' ')}
    </Alert>
  )
}
