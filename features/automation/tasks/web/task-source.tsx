// What a task asks: a report, or a data set of a workspace without a report, for people who may list what the accounts reach.
import { Alert, Button, Input, SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { readDatasets } from '#features/sources/workspaces/contract.ts'
import { WorkspaceSelect } from '#features/sources/workspaces/web/exports.tsx'
import { ReportField } from './task-report.tsx'

const noDataset = { workspace_id: null, service_dataset_id: '', dataset_name: '' }

type TaskSourceProps = {
  /** The stored task; undefined while one is added. */
  task?:
    | {
        report: string | null
        report_id: string | null
        service_dataset_id: string | null
        dataset_name: string | null
      }
    | undefined
}

export function TaskSource({ task }: TaskSourceProps) {
  const { t } = useTranslation()
  const { values, set } = useForm()
  const mayAsk = useCan('workspace.read')
  const [kind, setKind] = useState(values['service_dataset_id'] ? 'dataset' : 'report')
  const isStored = Boolean(task?.service_dataset_id)
  const isReport = kind === 'report'
  return (
    <>
      {mayAsk || isStored ? (
        <Input.Wrapper label={t('automation.tasks.source.label')} labelElement="div">
          <div>
            <SegmentedControl
              aria-label={t('automation.tasks.source.label')}
              disabled={!mayAsk}
              value={kind}
              data={[
                { value: 'report', label: t('automation.tasks.source.report') },
                { value: 'dataset', label: t('automation.tasks.source.dataset') },
              ]}
              onChange={(chosen) => {
                setKind(chosen)
                set(chosen === 'report' ? noDataset : { report_id: null })
              }}
            />
          </div>
        </Input.Wrapper>
      ) : null}
      {isReport ? (
        <Field name="report_id">
          {(input) => (
            <ReportField {...input} known={task?.report ?? null} isRemoved={task?.report_id === null && !isStored} />
          )}
        </Field>
      ) : null}
      {!isReport && mayAsk ? (
        <>
          <Field name="workspace_id">{(input) => <WorkspaceField {...input} />}</Field>
          <Field name="service_dataset_id">{(input) => <DatasetField {...input} />}</Field>
        </>
      ) : null}
      {!isReport && !mayAsk ? <p>{task?.dataset_name}</p> : null}
    </>
  )
}

function WorkspaceField({ label, description, error, value }: FieldInput) {
  const { t } = useTranslation()
  const { set } = useForm()
  return (
    <WorkspaceSelect
      label={label}
      description={description}
      error={error}
      placeholder={t('automation.tasks.source.pickWorkspace')}
      value={typeof value === 'string' ? value : null}
      onChange={(workspace_id) => set({ ...noDataset, workspace_id })}
    />
  )
}

/** The data sets of the workspace, read from its service. One with roles cannot be chosen, and says why. */
function DatasetField({ name, description, error, value }: FieldInput) {
  const { t } = useTranslation()
  const { values, set } = useForm()
  const { workspace_id, dataset_name } = values
  const known = typeof dataset_name === 'string' ? dataset_name : ''
  const isAsked = typeof workspace_id === 'string'
  const input = { id: isAsked ? workspace_id : '' }
  const found = useCallQuery(readDatasets, input, { enabled: isAsked, freshFor: 30_000 })
  if (!isAsked) return null
  if (found.error)
    return (
      <Alert color="red" variant="light" title={found.error.message}>
        <Button variant="default" size="xs" loading={found.isFetching} onClick={() => void found.refetch()}>
          {t('general.action.retry')}
        </Button>
      </Alert>
    )
  const datasets = found.data?.data ?? []
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const isListed = chosen === null || datasets.some(({ service_dataset_id }) => service_dataset_id === chosen)
  return (
    <Select
      id={name}
      label={t('automation.tasks.field.service_dataset_id')}
      description={description}
      error={error}
      placeholder={t('automation.tasks.source.pickDataset')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('general.list.empty')}
      data={[
        ...(isListed ? [] : [{ value: chosen, label: known }]),
        ...datasets.map(({ service_dataset_id, name: dataset, identity_required }) => ({
          value: service_dataset_id,
          label: identity_required ? t('automation.tasks.source.secured', { name: dataset }) : dataset,
          disabled: identity_required === true,
        })),
      ]}
      value={chosen}
      onChange={(service_dataset_id, option) => {
        if (service_dataset_id !== null && option !== null) set({ service_dataset_id, dataset_name: option.label })
      }}
    />
  )
}
