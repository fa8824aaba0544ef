// Adds and changes a report. Parts: report-source.tsx (workspace and report of the service), report-fields.tsx (name and display),
// report-rows.tsx (row-level security). Grants have another screen: ../access/web/access-form.tsx.
import { Anchor, Button } from '@mantine/core'
import { IconFileAnalytics, IconLockAccess } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { PathLink, useGo, useGoBack } from '#platform/web/routing/path.tsx'
import { FormLayout } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { addReport, readReport, updateReport } from '../contract.ts'
import { listReportGroups } from '#features/reports/groups/contract.ts'
import { FilterFields, type Filtering } from './report-filter-fields.tsx'
import { type Described, DisplayFieldsSection, type DisplayFields, TagFields, WhatFields } from './report-fields.tsx'
import { type Ignoring, IgnoreFields, RowsText, RowsSection } from './report-rows.tsx'
import { PresentSource, SourceFields, type Source } from './report-source.tsx'

const listPath = '/report'

type Addition = Source & { secured: boolean | null } & Described & DisplayFields & Filtering

const blank: Addition = {
  workspace_id: null,
  service_report_id: null,
  secured: null,
  name: '',
  names: {},
  description: '',
  subgroup_id: null,
  tags: [],
  cover: null,
  filters: [],
  show_page_navigation: true,
  show_filter_pane: false,
  show_hidden_pages: false,
  show_visual_headers: true,
  show_toolbar: true,
  show_last_update: true,
  show_on_app: true,
  show_on_catalog: false,
  catalog_description: '',
  catalog_descriptions: {},
  show_mobile_background: true,
  allow_comments: true,
  allow_edit: false,
  export: false,
  refresh_seconds: null,
  orientation: 'auto',
  recommended_resolution: '',
  hidden: false,
}

export function AddReport() {
  const { t } = useTranslation()
  const go = useGo()
  const label = useLabel()
  const goBack = useGoBack(listPath)
  const { values, set, changed } = useDraft(blank)
  const submission = useSubmit(addReport, {
    values,
    wireNames: { tags: 'tag_ids' },
    label,
    refreshes: [listReportGroups],
    onDone: ({ id }) => {
      toastDone()
      // Nobody may open it yet, so the next step is to grant access.
      go(`/report/${id}/access`, { replace: true })
    },
  })
  const { faults } = submission
  const { secured, tags, ...fields } = values
  return (
    <>
      <PageHeader title={t('reports.library.add')} />
      <FormLayout
        submission={submission}
        changed={changed.filter((field) => field !== 'secured').map(label)}
        action={t('general.action.add')}
        // A missing choice is null, which the contract refuses, so that the field shows that it is required.
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
        <FilterFields source={values} values={values} faults={faults} onChange={set} />
        <DisplayFieldsSection values={values} faults={faults} onChange={set} />
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
  return (
    <EditPage
      phrasePrefix="reports.library"
      path={listPath}
      refreshes={[listReportGroups]}
      wireNames={{ tags: 'tag_ids' }}
      wireOf={asWritten}
      read={readReport}
      update={updateReport}
      draftOf={editionOf}
      renderAside={({ group, subgroup }) => `${group} › ${subgroup}`}
      renderWays={(record) => <ReportLinks record={record} />}
    >
      {(record) => <EditFields record={record} />}
    </EditPage>
  )
}

type Edited = ReceivedOf<typeof readReport>

/** Links to related screens. */
function ReportLinks({ record: { id, can } }: { record: Edited }) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => <PathLink to={`/${id}/reports/view`} {...props} />}
        leftSection={<IconFileAnalytics size={16} stroke={1.8} aria-hidden />}
      >
        {t('general.action.open')}
      </Button>
      {can.includes('grant') ? (
        <Button
          variant="default"
          renderRoot={(props) => <PathLink to={`/report/${id}/access`} {...props} />}
          leftSection={<IconLockAccess size={16} stroke={1.8} aria-hidden />}
        >
          {t('reports.library.whoMayOpen')}
        </Button>
      ) : null}
    </>
  )
}

type Edition = Described & DisplayFields & Filtering & Ignoring

function EditFields({ record }: { record: Edited }) {
  const { t } = useTranslation()
  const { values, set, faults, isChanged, reload } = useForm()
  const fields = { values: values as Edition, faults, onChange: set }
  return (
    <>
      <PresentSource record={record} locked={isChanged} onChanged={reload} />
      <WhatFields {...fields} />
      <TagFields {...fields} />
      <FilterFields source={record} reportId={record.id} {...fields} />
      <DisplayFieldsSection {...fields} />
      <RowsSection>
        <RowsText secured={record.row_security} />
        {record.row_security ? (
          <IgnoreFields reportId={record.can.includes('grant') ? record.id : null} {...fields} />
        ) : null}
        {record.can.includes('grant') ? (
          <Anchor component={PathLink} to={`/report/${record.id}/access`} size="sm">
            {t('reports.library.rows.grants')}
          </Anchor>
        ) : null}
      </RowsSection>
    </>
  )
}

/** Converts the form into the call: tags are sent as ids, and an empty role as null. */
function asWritten({ tags, ignore_role, ...changes }: Partial<Edition>) {
  return {
    ...changes,
    ...(tags && { tag_ids: idsOf(tags) }),
    ...(ignore_role !== undefined && { ignore_role: ignore_role.trim() || null }),
  }
}

function editionOf(record: Edited): Edition {
  const fields = Object.keys(blank).filter((field) => field in record && !(field in sourceFields))
  const writtenFields = Object.fromEntries(
    fields.map((field) => [field, record[field as keyof Edited] ?? blank[field as keyof Addition]]),
  )
  const { ignore_row_security, ignore_role, cover } = record
  return {
    ...(writtenFields as Described & DisplayFields & Filtering),
    cover,
    ignore_row_security,
    ignore_role: ignore_role ?? '',
  }
}

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id)

const sourceFields = { workspace_id: true, service_report_id: true }

function useLabel() {
  const { t } = useTranslation()
  return (field: string) => t(`reports.library.field.${(field === 'tags' ? 'tag_ids' : field) as 'name'}`)
}
