// The state of a task, its last runs as a strip, and the states of the rows of its answer, firing first.
import { Badge, Button, Group, Menu, Text } from '@mantine/core'
import { IconBellOff, IconPlayerPause, IconPlayerPlay, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { CellNote, PlainTable } from '#platform/web/ui/plain-table.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { listRuns, type ListedState, listStates, resumeRow, type taskCalls } from '../contract.ts'
import { isOutOfNormal, Silences, useSilenceDialogs, WithheldBadge } from './task-silences.tsx'
import { stateColours } from './state-colours.ts'
import classes from './task-states.module.css'

type Task = Pick<
  ReceivedOf<typeof taskCalls.read>,
  'id' | 'name' | 'enabled' | 'row_key' | 'type' | 'state' | 'state_reason' | 'state_since' | 'withheld'
>

export function StateBadge({ state }: { state: ListedState }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={stateColours[state]} miw="max-content">
      {t(`automation.tasks.stateNames.${state}`)}
    </Badge>
  )
}

/** What a person can do about a state. `acknowledge`: null, there is nothing to acknowledge. */
type Acts = { acknowledge: (() => void) | null; silence: () => void }

type RowActions = (Acts & { pause: () => void }) | { resume: () => void }

/** The state of the whole task with its reason, its silences, and the states of its rows. A form shows it without the actions. */
export function TaskStates({ task, mayChange = false }: { task: Task; mayChange?: boolean }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const dialogs = useSilenceDialogs()
  const { mutate: resume } = useCallMutation(resumeRow)
  const { id, name, enabled, state, state_reason: reason, state_since: since, withheld } = task
  if (state === null || reason === null || since === null) {
    return mayChange ? (
      <section className={classes.section} aria-label={t('automation.tasks.rowStates.title')}>
        <StateActs acknowledge={null} silence={() => dialogs.silence({ id, state_id: null, name })} />
        <Silences taskId={id} mayChange />
        {dialogs.dialogs}
      </section>
    ) : null
  }
  return (
    <section className={classes.section} aria-label={t('automation.tasks.rowStates.title')}>
      <div className={classes.now}>
        {enabled ? null : <StateBadge state="paused" />}
        <StateBadge state={state} />
        <WithheldBadge reason={withheld} />
        <Text size="sm">
          {t('automation.tasks.rowStates.since', {
            state: t(`automation.tasks.stateNames.${state}`),
            at: dateTime(since),
          })}
          {' · '}
          {t(`automation.tasks.stateReasons.${reason}`)}
        </Text>
      </div>
      {mayChange ? (
        <StateActs
          acknowledge={
            isOutOfNormal(state) && withheld !== 'acknowledged'
              ? () => dialogs.acknowledge({ id, state_id: null, name })
              : null
          }
          silence={() => dialogs.silence({ id, state_id: null, name })}
        />
      ) : null}
      <Strip id={id} />
      {task.type === 'list' && task.row_key.length > 0 ? (
        <RowStates
          id={id}
          actsOf={
            mayChange
              ? ({ id: state_id, name: rowName, isOn, isPaused }) => {
                  const row = { id, state_id, name: rowName }
                  return isPaused
                    ? { resume: () => resume({ id: state_id }) }
                    : {
                        acknowledge: isOn ? () => dialogs.acknowledge(row) : null,
                        silence: () => dialogs.silence(row),
                        pause: () => dialogs.pause(row),
                      }
                }
              : null
          }
        />
      ) : null}
      <Silences taskId={id} mayChange={mayChange} />
      {mayChange ? dialogs.dialogs : null}
    </section>
  )
}

function StateActs({ acknowledge, silence }: Acts) {
  const { t } = useTranslation()
  return (
    <Group gap="sm">
      {acknowledge === null ? null : (
        <Button
          variant="default"
          leftSection={<IconUserCheck size={16} stroke={1.8} aria-hidden />}
          onClick={acknowledge}
        >
          {t('automation.tasks.silence.acknowledge')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconBellOff size={16} stroke={1.8} aria-hidden />} onClick={silence}>
        {t('automation.tasks.silence.silence')}
      </Button>
    </Group>
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
          <li key={run} title={text} style={{ background: `var(--mantine-color-${stateColours[task_state]}-6)` }}>
            <span className={classes.hidden}>{text}</span>
          </li>
        )
      })}
    </ol>
  )
}

type ShownRow = { id: string; name: string; isOn: boolean; isPaused: boolean }

/** `actsOf`: null, the rows have no actions. */
function RowStates({ id, actsOf }: { id: string; actsOf: ((row: ShownRow) => RowActions) | null }) {
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
        ...(actsOf === null ? [] : [t('general.action.more')]),
      ]}
    >
      {data.data.map(({ id: row, label, state, since, reason, withheld }) => {
        const name = label ?? t('automation.tasks.rowStates.hidden')
        return (
          <tr key={row}>
            <th scope="row">{name}</th>
            <td>
              <StateBadge state={state} /> <WithheldBadge reason={withheld} />
              <CellNote>{t(`automation.tasks.stateReasons.${reason}`)}</CellNote>
            </td>
            <td>{dateTime(since)}</td>
            {actsOf === null ? null : (
              <td>
                <RowActs
                  name={name}
                  actions={actsOf({
                    id: row,
                    name,
                    isOn: isOutOfNormal(state) && withheld !== 'acknowledged',
                    isPaused: state === 'paused',
                  })}
                />
              </td>
            )}
          </tr>
        )
      })}
    </PlainTable>
  )
}

function RowActs({ name, actions }: { name: string; actions: RowActions }) {
  const { t } = useTranslation()
  const item = (act: keyof typeof icons, onClick: () => void) => {
    const Icon = icons[act]
    return (
      <Menu.Item key={act} leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
        {t(`automation.tasks.silence.${act}`)}
      </Menu.Item>
    )
  }
  return (
    <RowMenu name={name}>
      {'resume' in actions
        ? [item('resume', actions.resume)]
        : [
            actions.acknowledge === null ? null : item('acknowledge', actions.acknowledge),
            item('silence', actions.silence),
            item('pause', actions.pause),
          ]}
    </RowMenu>
  )
}

const icons = {
  acknowledge: IconUserCheck,
  silence: IconBellOff,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
} as const
