import { Button, Text } from '@mantine/core'
import { IconArrowLeft, IconChecklist } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { ListRows, type RowsProps } from '#platform/web/pages/list-rows.tsx'
import { ListOwnTools } from '#platform/web/pages/views/list-own-tools.tsx'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { useList } from '#platform/web/routing/use-list.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { exportRuns, listRuns, taskCalls } from '../contract.ts'
import { formattedCell } from './task-value-format.ts'
import { taskPlace } from './task-place.ts'
import { RunButton } from './task-run.tsx'
import { Missed, PausedRows, Told } from './task-run-parts.tsx'
import { TaskState } from './task-state.tsx'
import { WithheldBadge } from './task-silences.tsx'
import { TaskStates } from './task-states.tsx'

/** The history of one task: the result of each run and its notifications. */
export function TaskRunsPage() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { data, error, refetch } = useCallQuery(taskCalls.read, { id })
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  const mayChange = data.can.includes('update')
  return (
    <>
      <PageHeader
        title={t('automation.tasks.historyOf', { name: data.name })}
        text={t('automation.tasks.runs.purpose')}
      >
        {mayChange ? <RunButton task={data} /> : null}
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => <PathLink to={`${taskPlace.path}/${id}`} {...props} />}
        >
          {t('automation.tasks.toTask')}
        </Button>
      </PageHeader>
      <TaskStates task={data} mayChange={mayChange} />
      <Runs id={id} />
    </>
  )
}

type Columns = RowsProps<typeof listRuns>['columns']

function Runs({ id }: { id: string }) {
  const list = useList(listRuns, 'page_task_runs', { fixed: { task_id: id } })
  useRefreshWhile(
    list.answer?.data.some(({ state, webhook }) => state === 'waiting' || webhook === 'waiting') === true,
    listRuns,
  )
  const columns = useColumns()
  return (
    <>
      <ListTools
        search={<SearchBox value={list.options.search} onSearch={(search) => list.change({ search })} />}
        active={0}
        own={<ListOwnTools list={list} pageKey="page_task_runs" columns={columns} file={exportRuns} />}
      />
      <ListRows
        state={list}
        phrasePrefix="automation.tasks.runs"
        icon={IconChecklist}
        pageKey="page_task_runs"
        rowPath={({ id: run }) => `${taskPlace.path}/runs/${run}`}
        lasting={['task_id']}
        columns={columns}
        beginsAbove
      />
    </>
  )
}

function useColumns(): Columns {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const language = useLanguage()
  return [
    {
      key: 'created_at',
      title: t('automation.tasks.field.created_at'),
      sort: 'created_at',
      width: '11rem',
      cell: ({ created_at }) => dateTime(created_at),
    },
    {
      key: 'state',
      title: t('automation.tasks.field.state'),
      cell: ({ state, problem, withheld, ...run }) => (
        <>
          <TaskState state={state} /> <WithheldBadge reason={withheld} />
          <Missed {...run} />
          <PausedRows {...run} />
          {problem === null ? null : (
            <Text size="xs" c="dimmed" mt={2}>
              {t(`automation.tasks.problems.${problem}`)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'value',
      title: t('automation.tasks.field.value'),
      labelled: true,
      cell: ({ value }) => (value === null ? null : formattedCell(value, language)),
    },
    {
      key: 'matched',
      title: t('automation.tasks.field.matched'),
      width: '8rem',
      labelled: true,
      cell: ({ matched }) => (matched === null ? null : number(matched)),
    },
    {
      key: 'receipts',
      title: t('automation.tasks.field.receipts'),
      labelled: true,
      cell: (run) => <Told {...run} />,
    },
    {
      key: 'webhook',
      title: t('automation.tasks.field.webhook'),
      chosenOnly: true,
      cell: ({ webhook }) => (webhook === null ? null : t(`automation.tasks.choice.webhook.${webhook}`)),
    },
    {
      key: 'planned_at',
      title: t('automation.tasks.field.planned_at'),
      chosenOnly: true,
      cell: ({ planned_at }) => (planned_at === null ? null : dateTime(planned_at)),
    },
    {
      key: 'state_before',
      title: t('automation.tasks.field.state_before'),
      chosenOnly: true,
      cell: ({ state_before }) => (state_before === null ? null : t(`automation.tasks.states.${state_before}`)),
    },
    { key: 'node', title: t('automation.tasks.field.node'), chosenOnly: true, cell: ({ node }) => node },
    {
      key: 'queries',
      title: t('automation.tasks.field.queries'),
      chosenOnly: true,
      cell: ({ queries }) => (queries === null ? null : number(queries)),
    },
    {
      key: 'query_ms',
      title: t('automation.tasks.field.query_ms'),
      chosenOnly: true,
      cell: ({ query_ms }) => (query_ms === null ? null : number(query_ms)),
    },
    {
      key: 'cause',
      title: t('automation.tasks.field.starter'),
      labelled: true,
      cell: ({ cause, starter }) => starter ?? t(`automation.tasks.choice.cause.${cause}`),
    },
  ]
}
