// One run of a task: what happened, how many people were told, and each addressee with the reason.
import { Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { ListRows } from '#platform/web/pages/list-rows.tsx'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { useList } from '#platform/web/routing/use-list.ts'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { listRecipients, readRun, type RecipientOutcome, recipientOutcomes, type RunProblem } from '../contract.ts'
import {
  RecipientTools,
  RunHeader,
  RunOutcomes,
  RunPage,
  RunPeople,
  type RunWords,
  useRecipientColumns,
} from './run-page.tsx'
import { taskPlace } from './task-place.ts'
import { Missed, PausedRows } from './task-run-parts.tsx'
import { TaskState } from './task-state.tsx'
import { WithheldBadge } from './task-silences.tsx'
import { StateBadge } from './task-states.tsx'
import { formattedCell } from './task-value-format.ts'

type Run = ReceivedOf<typeof readRun>

function useWords(): RunWords<RecipientOutcome, RunProblem> {
  const { t } = useTranslation()
  return {
    outcome: (outcome) => t(`automation.tasks.outcomes.${outcome}`),
    problem: (problem) => t(`automation.tasks.problems.${problem}`),
    field: {
      person: t('automation.tasks.field.person'),
      outcome: t('automation.tasks.field.outcome'),
      told_at: t('automation.tasks.field.told_at'),
    },
    erasedPerson: t('automation.tasks.erasedPerson'),
    people: t('automation.tasks.runs.people'),
    none: t('automation.tasks.runs.none'),
  }
}

export function TaskRunPage() {
  const { t } = useTranslation()
  const words = useWords()
  const id = usePathPart('id')
  const query = useCallQuery(readRun, { id })
  useRefreshWhile(query.data?.state === 'waiting' || query.data?.webhook === 'waiting', readRun)
  return (
    <RunPage query={query}>
      {(run) => (
        <>
          <RunHeader
            title={t('automation.tasks.runs.of', { name: run.task })}
            back={{ path: `${taskPlace.path}/${run.task_id}/runs`, text: t('automation.tasks.runs.back') }}
          />
          <RunOutcomes outcomes={run.outcomes} words={words} />
          <Facts run={run} />
          <RunPeople outcomes={run.outcomes} words={words}>
            <Recipients id={id} isOpen={run.state === 'waiting'} />
          </RunPeople>
        </>
      )}
    </RunPage>
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

type Channel = 'portal' | 'email'

function Recipients({ id, isOpen }: { id: string; isOpen: boolean }) {
  const { t } = useTranslation()
  const words = useWords()
  const list = useList(listRecipients, 'page_task_recipients', { fixed: { run_id: id } })
  useRefreshWhile(isOpen, listRecipients)
  const columns = useRecipientColumns(words, {
    key: 'channels',
    title: t('automation.tasks.field.channels'),
    labelled: true,
    cell: ({ channels }: { channels: Channel[] }) =>
      channels.map((each) => t(`automation.tasks.choice.channels.${each}`)).join(', '),
  })
  return (
    <>
      <RecipientTools options={list.options} change={list.change} outcomes={recipientOutcomes} words={words} />
      <ListRows
        state={list}
        phrasePrefix="automation.tasks.runs"
        icon={IconUsers}
        pageKey="page_task_recipients"
        columns={columns}
        lasting={['run_id']}
        nameOf={({ person }) => person ?? words.erasedPerson}
        beginsAbove
      />
    </>
  )
}
