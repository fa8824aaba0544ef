// Adding a report and changing one. Parts: report-source.tsx (where it comes from), report-fields.tsx (what it is, how it looks),
// report-rows.tsx (who sees which rows). Who may open it is another screen: ../access/web/access-form.tsx.
import { Anchor, Button } from '@mantine/core'
import { IconFileAnalytics, IconLockAccess } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { PathLink, useGo, useGoBack, usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { addReport, readReport, updateReport } from '../contract.ts'
import { listReportGroups } from '../groups/contract.ts'
import { type Described, LookFields, type Looking, TagFields, WhatFields } from './report-fields.tsx'
import { type Ignoring, IgnoreFields, RowsText, RowsSection } from './report-rows.tsx'
import { PresentSource, SourceFields, type Source } from './report-source.tsx'

const listPath = '/report'

type Addition = Source & { secured: boolean | null } & Described & Looking

const blank: Addition = {
  workspace_id: null,
  service_report_id: null,
  secured: null,
  name: '',
  description: '',
  subgroup_id: null,
  tags: [],
  show_page_navigation: true,
  show_filter_pane: false,
  show_hidden_pages: false,
  show_visual_headers: true,
  show_toolbar: true,
  show_last_update: false,
  orientation: 'auto',
  recommended_resolution: '',
  allow_edit: false,
  hidden: false,
}

export function AddReport() {
  const { t } = useTranslation()
  const go = useGo()
  const label = useLabel()
  const goBack = useGoBack(listPath)
  const { values, set, changed } = useDraft(blank)
  const submission = useSubmit(addReport, {
    label,
    refreshes: [listReportGroups],
    onDone: ({ id }) => {
      toastDone()
      // Nobody sees it yet: who may is the next thing to say.
      go(`/report/${id}/access`, { replace: true })
    },
  })
  const { faults } = submission
  const { secured, tags, ...fields } = values
  return (
    <>
      <PageHeader title={t('reports.add')} />
      <FormLayout
        submission={submission}
        changed={changed.filter((field) => field !== 'secured').map(label)}
        action={t('general.action.add')}
        // What was not chosen is null, which no contract takes: the field says that it is required.
        onSubmit={() => submission.submit({ ...fields, tag_ids: idsOf(tags) } as never)}
        onCancel={goBack}
      >
        <SourceFields
          value={values}
          faults={faults}
          onChange={(source, picked) =>
            set({
              ...source,
              secured: picked?.secured ?? null,
              ...(picked && !values.name ? { name: picked.name } : {}),
            })
          }
        />
        <WhatFields values={values} faults={faults} onChange={set} />
        <TagFields values={values} faults={faults} onChange={set} />
        <LookFields values={values} faults={faults} onChange={set} />
        {secured === null ? null : (
          <RowsSection>
            <RowsText secured={secured} />
          </RowsSection>
        )}
      </FormLayout>
    </>
  )
}

export function EditReport() {
  const id = usePathPart('id')
  const { record, failure, reload, round } = useRecord(readReport, { id })
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={record?.name ?? '…'} aside={record && `${record.group} › ${record.subgroup}`}>
        {record ? <Ways record={record} /> : null}
      </PageHeader>
      {record ? <EditForm key={round} record={record} onReload={reload} /> : <FormSkeleton sections={4} />}
    </>
  )
}

type Edited = ReceivedOf<typeof readReport>

/** Where else a person wants to go from a report. */
function Ways({ record: { id, can } }: { record: Edited }) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => <PathLink to={`/${id}/reports/view`} {...props} />}
        leftSection={<IconFileAnalytics size={16} stroke={1.8} aria-hidden />}
      >
        {t('reports.read')}
      </Button>
      {can.includes('grant') ? (
        <Button
          variant="default"
          renderRoot={(props) => <PathLink to={`/report/${id}/access`} {...props} />}
          leftSection={<IconLockAccess size={16} stroke={1.8} aria-hidden />}
        >
          {t('reports.whoMayOpen')}
        </Button>
      ) : null}
    </>
  )
}

type Edition = Described & Looking & Ignoring

function EditForm({ record, onReload }: { record: Edited; onReload: () => void }) {
  const { t } = useTranslation()
  const label = useLabel()
  const goBack = useGoBack(listPath)
  const { id, version, can } = record
  const draft = useDraft<Edition>(editionOf(record))
  const onDone = () => {
    toastDone()
    goBack()
  }
  const submission = useSubmit(updateReport, { label, refreshes: [listReportGroups], onDone })
  const { faults } = submission
  const save = () => {
    const { subgroup_id, tags, ignore_role, ...changes } = draft.changes
    submission.submit({
      id,
      version,
      ...changes,
      ...(subgroup_id && { subgroup_id }),
      ...(tags && { tag_ids: idsOf(tags) }),
      ...(ignore_role !== undefined && { ignore_role: ignore_role.trim() || null }),
    })
  }
  return (
    <FormLayout
      submission={submission}
      changed={draft.changed.map(label)}
      action={t('general.action.save')}
      editable={can.includes('update')}
      onSubmit={save}
      onCancel={goBack}
      onReload={onReload}
    >
      <PresentSource record={record} locked={draft.changed.length > 0} onChanged={onReload} />
      <WhatFields values={draft.values} faults={faults} onChange={draft.set} />
      <TagFields values={draft.values} faults={faults} onChange={draft.set} />
      <LookFields values={draft.values} faults={faults} onChange={draft.set} />
      <RowsSection>
        <RowsText secured={record.row_security} />
        {record.row_security ? <IgnoreFields values={draft.values} faults={faults} onChange={draft.set} /> : null}
        {can.includes('grant') ? (
          <Anchor component={PathLink} to={`/report/${id}/access`} size="sm">
            {t('reports.rows.grants')}
          </Anchor>
        ) : null}
      </RowsSection>
    </FormLayout>
  )
}

function editionOf(record: Edited): Edition {
  const fields = Object.keys(blank).filter((field) => field in record && !(field in sourceFields))
  const kept = Object.fromEntries(fields.map((field) => [field, record[field as keyof Edited] ?? '']))
  const { ignore_row_security, ignore_role } = record
  return { ...(kept as Described & Looking), ignore_row_security, ignore_role: ignore_role ?? '' }
}

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id)

const sourceFields = { workspace_id: true, service_report_id: true }

function useLabel() {
  const { t } = useTranslation()
  return (field: string) => t(`reports.field.${(field === 'tags' ? 'tag_ids' : field) as 'name'}`)
}
