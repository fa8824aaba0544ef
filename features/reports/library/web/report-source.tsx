// The source of a report: a workspace, and a report that its service lists.
import { Alert, Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconSwitchHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogButtons } from '#platform/web/ui/dialog.tsx'
import { listWorkspaceReports } from '#features/sources/workspaces/contract.ts'
import { WorkspaceSelect } from '#features/sources/workspaces/web/exports.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { changeSource, type readReport } from '../contract.ts'

export type Source = { workspace_id: string | null; service_report_id: string | null }

/** What the service reports about the chosen report. It is displayed only: the server reads it from the service again. */
export type PickedReport = { name: string; secured: boolean }

type SourceFieldsProps = {
  value: Source
  faults: Readonly<Record<string, string>>
  /** Id of the published report whose source is chosen again; absent while a report is added. */
  present?: string | null
  onChange: (source: Source, picked: PickedReport | null) => void
}

export function SourceFields(props: SourceFieldsProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('reports.library.section.source')} text={t('reports.library.section.sourceText')}>
      <SourceSelects {...props} />
    </FormSection>
  )
}

function SourceSelects({ value, faults, present = null, onChange }: SourceFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <WorkspaceSelect
        label={t('reports.library.field.workspace_id')}
        placeholder={t('reports.library.source.pickWorkspace')}
        none={<NoWorkspace />}
        error={faults['workspace_id']}
        value={value.workspace_id}
        onChange={(workspace_id) => onChange({ workspace_id, service_report_id: null }, null)}
      />
      {value.workspace_id === null ? null : (
        <ReportSelect
          workspaceId={value.workspace_id}
          present={present}
          value={value.service_report_id}
          error={faults['service_report_id']}
          onPick={(service_report_id, picked) => onChange({ ...value, service_report_id }, picked)}
        />
      )}
    </>
  )
}

/** What a business unit without workspaces reads in place of a choice. */
export function NoWorkspace() {
  const { t } = useTranslation()
  return (
    <>
      {t('reports.library.source.noWorkspace')}{' '}
      <Anchor component={PathLink} to="/powerbi/workspace" inherit underline="always">
        {t('reports.library.source.pickWorkspace')}
      </Anchor>
    </>
  )
}

type ReportSelectProps = {
  workspaceId: string
  present: string | null
  value: string | null
  error: string | undefined
  onPick: (id: string | null, picked: PickedReport | null) => void
}

/** A choice of the reports of a workspace, read from the service. A failure of the service is shown here, with a retry. */
function ReportSelect({ workspaceId, present, value, error, onPick }: ReportSelectProps) {
  const { t } = useTranslation()
  const reportsQuery = useCallQuery(listWorkspaceReports, { id: workspaceId }, { freshFor: 30_000 })
  const reports = reportsQuery.data?.data ?? []
  const find = (id: string | null) => reports.find(({ service_report_id }) => service_report_id === id)
  if (reportsQuery.error) {
    return (
      <Alert color="red" variant="light" title={reportsQuery.error.message}>
        <Button
          variant="default"
          size="xs"
          loading={reportsQuery.isFetching}
          onClick={() => void reportsQuery.refetch()}
        >
          {t('general.action.retry')}
        </Button>
      </Alert>
    )
  }
  const publishedAs = find(value)?.published_as ?? null
  return (
    <>
      <Select
        id="service_report_id"
        name="service_report_id"
        label={t('reports.library.field.service_report_id')}
        description={t('reports.library.help.service_report_id')}
        placeholder={t(reportsQuery.isPending ? 'general.state.loading' : 'reports.library.source.pickReport')}
        error={error}
        data={reports.map(({ service_report_id, name }) => ({ value: service_report_id, label: name }))}
        renderOption={({ option }) => <ReportOption label={option.label} report={find(option.value)} />}
        value={value}
        onChange={(id) => {
          const found = find(id)
          // An unknown answer counts as secured, as the server decides.
          onPick(id, found ? { name: found.name, secured: found.identity_required !== false } : null)
        }}
        searchable
        allowDeselect={false}
        disabled={reportsQuery.isPending}
        nothingFoundMessage={t(reports.length === 0 ? 'reports.library.source.noReport' : 'general.list.empty')}
      />
      {publishedAs === null || publishedAs === present ? null : <PublishedAlready id={publishedAs} />}
    </>
  )
}

/** Publishing it again is possible, and rarely meant. */
function PublishedAlready({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Alert color="amber" variant="light" c="var(--ink)" icon={<IconAlertTriangle aria-hidden />}>
      <output>{t('reports.library.source.again')}</output>{' '}
      <Anchor component={PathLink} to={`/report/${id}`} inherit underline="always">
        {t('reports.library.source.openPublished')}
      </Anchor>
    </Alert>
  )
}

type ServiceReport = ReceivedOf<typeof listWorkspaceReports>['data'][number]

function ReportOption({ label, report }: { label: string; report: ServiceReport | undefined }) {
  const { t } = useTranslation()
  const said = [
    report?.identity_required === false ? t('reports.library.open') : t('reports.library.secured'),
    ...(report?.published ? [t('reports.library.source.published')] : []),
  ]
  return (
    <div>
      {label}
      <Text size="xs" c="dimmed">
        {said.join(' · ')}
      </Text>
    </div>
  )
}

type PresentSourceProps = {
  record: ReceivedOf<typeof readReport>
  /** Whether the form has unsaved changes, which loading the record again would discard. */
  locked: boolean
  onChanged: () => void
}

/** The present source of a report: a person can read its properties again, or choose another source. */
export function PresentSource({ record, locked, onChanged }: PresentSourceProps) {
  const { t } = useTranslation()
  const [choosing, setChoosing] = useState(false)
  const formats = useFormats()
  const { id, version, workspace_id, service_report_id, workspace, pages_read_at, can } = record
  const change = useCallMutation(changeSource, {
    onDone: ({ row_security }) => {
      toastDone(
        t('reports.library.source.checked', {
          what: t(row_security ? 'reports.library.secured' : 'reports.library.open'),
        }),
      )
      setChoosing(false)
      onChanged()
    },
  })
  return (
    <FormSection title={t('reports.library.section.source')} text={t('reports.library.section.sourceText')}>
      <Text>{t('reports.library.source.at', { workspace })}</Text>
      <Text size="sm" c="dimmed">
        {pages_read_at === null
          ? t('reports.library.source.pagesUnread')
          : t('reports.library.source.pagesRead', { at: formats.dateTime(pages_read_at) })}
      </Text>
      {can.includes('update') ? (
        <Group gap="xs">
          <Button
            variant="default"
            disabled={locked}
            loading={change.isPending && !choosing}
            leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden />}
            onClick={() => change.mutate({ id, version, workspace_id, service_report_id })}
          >
            {t('reports.library.source.check')}
          </Button>
          <Button
            variant="default"
            disabled={locked}
            leftSection={<IconSwitchHorizontal size={16} stroke={1.8} aria-hidden />}
            onClick={() => setChoosing(true)}
          >
            {t('reports.library.source.change')}
          </Button>
        </Group>
      ) : null}
      {locked ? (
        <Text size="sm" c="dimmed">
          {t('reports.library.source.saveFirst')}
        </Text>
      ) : null}
      <Dialog
        opened={choosing}
        onClose={() => setChoosing(false)}
        title={t('reports.library.source.changeTitle', { name: record.name })}
      >
        <OtherSource
          id={id}
          present={{ workspace_id, service_report_id }}
          busy={change.isPending}
          onCancel={() => setChoosing(false)}
          onChoose={(source) => change.mutate({ id, version, ...source })}
        />
      </Dialog>
    </FormSection>
  )
}

type OtherSourceProps = {
  id: string
  present: Source
  busy: boolean
  onCancel: () => void
  onChoose: (source: { workspace_id: string; service_report_id: string }) => void
}

function OtherSource({ id, present, busy, onCancel, onChoose }: OtherSourceProps) {
  const { t } = useTranslation()
  const [{ workspace_id, service_report_id }, setSource] = useState(present)
  return (
    <Stack>
      <SourceSelects value={{ workspace_id, service_report_id }} faults={{}} present={id} onChange={setSource} />
      <DialogButtons
        action={t('general.action.save')}
        busy={busy}
        disabled={workspace_id === null || service_report_id === null}
        onCancel={onCancel}
        onAct={() => workspace_id && service_report_id && onChoose({ workspace_id, service_report_id })}
      />
    </Stack>
  )
}
