// The state of a task, its last runs as a strip, and the states of the rows of its answer, firing first.
import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { listRuns, listStates, type taskCalls, type TaskState } from '../contract.ts'
import classes from './task-states.module.css'

type Task = Pick<
  ReceivedOf<typeof taskCalls.read>,
  'id' | 'enabled' | 'row_key' | 'type' | 'state' | 'state_reason' | 'state_since'
>

const colours = {
  ok: 'green',
  pending: 'yellow',
  firing: 'red',
  recovering: 'teal',
  no_data: 'orange',
  error: 'orange',
  paused: 'gray',
} as const

export function StateBadge({ state }: { state: TaskState | 'paused' }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={colours[state]} miw="max-content">
      {t(`automation.tasks.stateNames.${state}`)}
    </Badge>
  )
}

/** The state of the whole task with its reason; nothing before its first run. */
export function TaskStates({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { enabled, state, state_reason: reason, state_since: since } = task
  if (state === null || reason === null || since === null) return null
  return (
    <section className={classes.section} aria-label={t('automation.tasks.rowStates.title')}>
      <div className={classes.now}>
        {enabled ? null : <StateBadge state="paused" />}
        <StateBadge state={state} />
        <Text size="sm">
          {t('automation.tasks.rowStates.since', {
            state: t(`automation.tasks.stateNames.${state}`),
            at: dateTime(since),
          })}
          {' · '}
          {t(`automation.tasks.stateReasons.${reason}`)}
        </Text>
      </div>
      <Strip id={task.id} />
      {task.type === 'list' && task.row_key.length > 0 ? <RowStates id={task.id} /> : null}
    </section>
  )
}

/** A mark for each of the last runs. A screen reader reads the instant and the state of each. */
function Strip({ id }: { id: string }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { data } = useCallQuery(listRuns, { task_id: id, size: 25 }, { keep: true })
  const marks = (data?.data ?? []).flatMap(({ id: run, created_at, task_state }) =>
    task_state === null ? [] : [{ run, created_at, task_state }],
  )
  if (marks.length === 0) return null
  return (
    <ol className={classes.strip} aria-label={t('automation.tasks.rowStates.strip')}>
      {marks.toReversed().map(({ run, created_at, task_state }) => {
        const text = t('automation.tasks.rowStates.at', {
          at: dateTime(created_at),
          state: t(`automation.tasks.stateNames.${task_state}`),
        })
        return (
          <li key={run} title={text} style={{ background: `var(--mantine-color-${colours[task_state]}-6)` }}>
            <span className={classes.hidden}>{text}</span>
          </li>
        )
      })}
    </ol>
  )
}

function RowStates({ id }: { id: string }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { data } = useCallQuery(listStates, { task_id: id, size: 50 }, { keep: true })
  if (!data) return null
  if (data.data.length === 0) return <Text c="dimmed">{t('automation.tasks.rowStates.empty')}</Text>
  return (
    <PlainTable
      label={t('automation.tasks.rowStates.rows')}
      columns={[
        t('automation.tasks.field.label'),
        t('automation.tasks.rowStates.title'),
        t('automation.tasks.field.since'),
        t('automation.tasks.field.reason'),
      ]}
    >
      {data.data.map(({ id: row, label, state, since, reason }) => (
        <tr key={row}>
          <th scope="row">{label ?? t('automation.tasks.rowStates.hidden')}</th>
          <td>
            <StateBadge state={state} />
          </td>
          <td>{dateTime(since)}</td>
          <td>{t(`automation.tasks.stateReasons.${reason}`)}</td>
        </tr>
      ))}
    </PlainTable>
  )
}
