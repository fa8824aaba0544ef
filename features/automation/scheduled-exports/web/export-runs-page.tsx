import { Button, Text } from '@mantine/core'
import { IconArrowLeft, IconFileExport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListRows, type RowsProps } from '#platform/web/pages/list-rows.tsx'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { useList } from '#platform/web/routing/use-list.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listExportRuns, scheduledExportCalls } from '../contract.ts'
import { exportPlace } from './export-place.ts'
import { RunButton } from './export-run.tsx'
import { ExportState } from './export-state.tsx'

/** The history of one export: what each run delivered, and to how many people it did not. */
export function ExportRunsPage() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { data, error, refetch } = useCallQuery(scheduledExportCalls.read, { id })
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  return (
    <>
      <PageHeader
        title={t('automation.scheduledExports.historyOf', { name: data.name })}
        text={t('automation.scheduledExports.runs.purpose')}
      >
        {data.can.includes('update') ? <RunButton id={id} /> : null}
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => <PathLink to={`${exportPlace.path}/${id}`} {...props} />}
        >
          {t('automation.scheduledExports.toExport')}
        </Button>
      </PageHeader>
      <Runs id={id} />
    </>
  )
}

function Runs({ id }: { id: string }) {
  const list = useList(listExportRuns, 'page_export_runs', { fixed: { export_id: id } })
  useRefreshWhile(list.answer?.data.some(({ state }) => state === 'waiting') === true, listExportRuns)
  return (
    <ListRows
      state={list}
      phrasePrefix="automation.scheduledExports.runs"
      icon={IconFileExport}
      pageKey="page_export_runs"
      rowPath={({ id: run }) => `${exportPlace.path}/runs/${run}`}
      lasting={['export_id']}
      columns={useColumns()}
      beginsAbove
    />
  )
}

function useColumns(): RowsProps<typeof listExportRuns>['columns'] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  return [
    {
      key: 'created_at',
      title: t('automation.scheduledExports.field.created_at'),
      sort: 'created_at',
      width: '11rem',
      cell: ({ created_at }) => dateTime(created_at),
    },
    {
      key: 'state',
      title: t('automation.scheduledExports.field.state'),
      cell: ({ state, problem }) => (
        <>
          <ExportState state={state} />
          {problem === null ? null : (
            <Text size="xs" c="dimmed" mt={2}>
              {t(`automation.scheduledExports.problems.${problem}`)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'receipts',
      title: t('automation.scheduledExports.runs.people'),
      labelled: true,
      cell: ({ outcomes }) =>
        outcomes.map(({ outcome, count }) => (
          <Text key={outcome} size="sm" {...(outcome !== 'told' && { c: 'dimmed' })}>
            {t('automation.scheduledExports.runs.reason', {
              shown: number(count),
              reason: t(`automation.scheduledExports.outcomes.${outcome}`),
            })}
          </Text>
        )),
    },
    {
      key: 'files',
      title: t('automation.scheduledExports.field.files'),
      width: '7rem',
      labelled: true,
      cell: ({ files }) => number(files),
    },
    {
      key: 'starter',
      title: t('automation.scheduledExports.field.starter'),
      labelled: true,
      cell: ({ starter, planned_at }) =>
        starter ??
        t(planned_at === null ? 'automation.scheduledExports.erasedPerson' : 'automation.scheduledExports.byItself'),
    },
  ]
}
