// One run of a task: what happened, how many people were told, and each addressee with the reason.
import { Button, Text } from '@mantine/core'
import { IconArrowLeft, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { ListRows, type RowsProps } from '#platform/web/pages/list-rows.tsx'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { useList } from '#platform/web/routing/use-list.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FigureTile, FigureTiles } from '#platform/web/ui/figure-tile.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { listRecipients, readRun, recipientOutcomes } from '../contract.ts'
import { taskPlace } from './task-place.ts'
import { Missed, PausedRows } from './task-run-parts.tsx'
import { TaskState } from './task-state.tsx'
import { WithheldBadge } from './task-silences.tsx'
import { StateBadge } from './task-states.tsx'
import { formattedCell } from './task-value-format.ts'

type Run = ReceivedOf<typeof readRun>

export function TaskRunPage() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { data, error, refetch } = useCallQuery(readRun, { id })
  useRefreshWhile(data?.state === 'waiting' || data?.webhook === 'waiting', readRun)
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  return (
    <>
      <PageHeader title={t('automation.tasks.runs.of', { name: data.task })}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => <PathLink to={`${taskPlace.path}/${data.task_id}/runs`} {...props} />}
        >
          {t('automation.tasks.runs.back')}
        </Button>
      </PageHeader>
      <Outcomes {...data} />
      <Facts run={data} />
      <h2>{t('automation.tasks.runs.people')}</h2>
      {data.outcomes.length === 0 ? (
        <Text c="dimmed">{t('automation.tasks.runs.none')}</Text>
      ) : (
        <Recipients id={id} isOpen={data.state === 'waiting'} />
      )}
    </>
  )
}

/** The addressees, counted by what became of them. */
function Outcomes({ outcomes }: Pick<Run, 'outcomes'>) {
  const { t } = useTranslation()
  const { number } = useFormats()
  if (outcomes.length === 0) return null
  return (
    <FigureTiles>
      {outcomes.map(({ outcome, count }) => (
        <FigureTile key={outcome} name={t(`automation.tasks.outcomes.${outcome}`)} figure={number(count)} />
      ))}
    </FigureTiles>
  )
}

function Facts({ run }: { run: Run }) {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const language = useLanguage()
  const { state, problem, task_state, state_before, planned_at, created_at, ended_at, cause, starter, node, webhook } =
    run
  const { row_count, matched, value, queries, query_ms } = run
  const numeric = (figure: number | null) => (figure === null ? null : number(figure))
  const instant = (at: Date | null) => (at === null ? null : dateTime(at))
  const facts = {
    state: (
      <>
        <TaskState state={state} /> <WithheldBadge reason={run.withheld} />
        {problem === null ? null : (
          <Text size="xs" c="dimmed" mt={2}>
            {t(`automation.tasks.problems.${problem}`)}
          </Text>
        )}
        <Missed {...run} />
        <PausedRows {...run} />
      </>
    ),
    task_state: task_state === null ? null : <StateBadge state={task_state} />,
    state_before: state_before === null ? null : <TaskState state={state_before} />,
    planned_at: instant(planned_at),
    created_at: instant(created_at),
    ended_at: instant(ended_at),
    starter: starter ?? t(`automation.tasks.choice.cause.${cause}`),
    value: value === null ? null : formattedCell(value, language),
    row_count: numeric(row_count),
    matched: numeric(matched),
    queries: numeric(queries),
    query_ms: numeric(query_ms),
    webhook: webhook === null ? null : t(`automation.tasks.choice.webhook.${webhook}`),
    node,
  } as const
  const keys = Object.keys(facts) as (keyof typeof facts)[]
  return (
    <PlainTable
      label={t('automation.tasks.runs.facts')}
      columns={[t('automation.tasks.runs.facts'), t('automation.tasks.field.value')]}
    >
      {keys
        .filter((key) => facts[key] !== null)
        .map((key) => (
          <tr key={key}>
            <th scope="row">{t(`automation.tasks.field.${key}`)}</th>
            <td>{facts[key]}</td>
          </tr>
        ))}
    </PlainTable>
  )
}

function Recipients({ id, isOpen }: { id: string; isOpen: boolean }) {
  const { t } = useTranslation()
  const list = useList(listRecipients, 'page_task_recipients', { fixed: { run_id: id } })
  useRefreshWhile(isOpen, listRecipients)
  const { options, change } = list
  return (
    <>
      <ListTools
        search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
        filters={
          <FilterChip
            label={t('automation.tasks.field.outcome')}
            value={options.outcome}
            options={recipientOutcomes.map((value) => ({ value, label: t(`automation.tasks.outcomes.${value}`) }))}
            onChange={(outcome) => change({ outcome })}
          />
        }
        active={options.outcome === undefined ? 0 : 1}
      />
      <ListRows
        state={list}
        phrasePrefix="automation.tasks.runs"
        icon={IconUsers}
        pageKey="page_task_recipients"
        columns={useColumns()}
        lasting={['run_id']}
        nameOf={({ person }) => person ?? t('automation.tasks.erasedPerson')}
        beginsAbove
      />
    </>
  )
}

function useColumns(): RowsProps<typeof listRecipients>['columns'] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return [
    {
      key: 'person',
      title: t('automation.tasks.field.person'),
      sort: 'person',
      cell: ({ person, email }) => (
        <>
          {person ?? t('automation.tasks.erasedPerson')}
          {email === null ? null : (
            <Text size="xs" c="dimmed" mt={2}>
              {email}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'outcome',
      title: t('automation.tasks.field.outcome'),
      sort: 'outcome',
      cell: ({ outcome, problem }) => (
        <>
          {t(`automation.tasks.outcomes.${outcome}`)}
          {problem === null ? null : (
            <Text size="xs" c="dimmed" mt={2}>
              {t(`automation.tasks.problems.${problem}`)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'channels',
      title: t('automation.tasks.field.channels'),
      labelled: true,
      cell: ({ channels }) => channels.map((each) => t(`automation.tasks.choice.channels.${each}`)).join(', '),
    },
    {
      key: 'told_at',
      title: t('automation.tasks.field.told_at'),
      width: '11rem',
      labelled: true,
      cell: ({ told_at }) => (told_at === null ? null : dateTime(told_at)),
    },
  ]
}
