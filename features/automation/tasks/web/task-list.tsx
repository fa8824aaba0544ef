import { Button, Group, Menu, Text } from '@mantine/core'
import { IconBellOff, IconChecklist, IconHistory, IconPlus, IconPower, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRefreshWhile, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { listedState, listedStates, taskCalls } from '../contract.ts'
import { TaskCondition } from './task-condition.tsx'
import { taskPlace } from './task-place.ts'
import { RunItem } from './task-run.tsx'
import { isOutOfNormal, useSilenceDialogs, WithheldBadge } from './task-silences.tsx'
import { TaskState } from './task-state.tsx'
import { StateBadge } from './task-states.tsx'

type Row = RowOf<typeof taskCalls.list>

export function TaskList() {
  const { t } = useTranslation()
  const { acknowledge, silence, dialogs } = useSilenceDialogs()
  return (
    <>
      <ListPage
        {...recordList(taskCalls, taskPlace)}
        icon={IconChecklist}
        columns={useColumns()}
        renderBegin={(list) => <Begin list={list} />}
        renderFilters={({ options, change }) => (
          <FilterChip
            label={t('automation.tasks.rowStates.title')}
            value={options.state}
            options={listedStates.map((value) => ({ value, label: t(`automation.tasks.stateNames.${value}`) }))}
            onChange={(state) => change({ state })}
          />
        )}
        renderActions={({ id, name, state, withheld, can, ...row }) => [
          ...(can.includes('update')
            ? [
                <RunItem key="run" task={{ id, ...row }} />,
                isOutOfNormal(state) && withheld !== 'acknowledged' ? (
                  <Menu.Item
                    key="acknowledge"
                    leftSection={<IconUserCheck size={16} aria-hidden />}
                    onClick={() => acknowledge({ id, state_id: null, name })}
                  >
                    {t('automation.tasks.silence.acknowledge')}
                  </Menu.Item>
                ) : null,
                <Menu.Item
                  key="silence"
                  leftSection={<IconBellOff size={16} aria-hidden />}
                  onClick={() => silence({ id, state_id: null, name })}
                >
                  {t('automation.tasks.silence.silence')}
                </Menu.Item>,
                <SwitchItem key="switch" row={{ id, ...row }} />,
              ]
            : []),
          <HistoryItem key="history" id={id} />,
        ]}
      />
      {dialogs}
    </>
  )
}

function Begin({ list: { answer } }: { list: List<typeof taskCalls.list> }) {
  const { t } = useTranslation()
  useRefreshWhile(answer?.data.some(({ last_state }) => last_state === 'waiting') === true, taskCalls.list)
  if (!useCan('task.add')) return null
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      renderRoot={(props) => <PathLink to={`${taskPlace.path}/add`} {...props} />}
    >
      {t('automation.tasks.add')}
    </Button>
  )
}

function SwitchItem({ row: { id, version, enabled } }: { row: Pick<Row, 'id' | 'version' | 'enabled'> }) {
  const { t } = useTranslation()
  const change = useCallMutation(taskCalls.update)
  return (
    <Menu.Item
      leftSection={<IconPower size={16} aria-hidden />}
      disabled={change.isPending}
      onClick={() => change.mutate({ id, version, enabled: !enabled })}
    >
      {enabled ? t('automation.tasks.switchOff') : t('automation.tasks.switchOn')}
    </Menu.Item>
  )
}

function HistoryItem({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Menu.Item component={PathLink} to={`/auto_actions/${id}/runs`} leftSection={<IconHistory size={16} aria-hidden />}>
      {t('automation.tasks.runs.title')}
    </Menu.Item>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return [
    { key: 'name', title: t('automation.tasks.field.name'), sort: 'name', width: '20%', cell: ({ name }) => name },
    {
      key: 'report',
      title: t('automation.tasks.field.report'),
      labelled: true,
      cell: ({ report, dataset_name }) => report ?? dataset_name ?? t('automation.tasks.reportRemoved'),
    },
    {
      key: 'operator',
      title: t('automation.tasks.condition'),
      width: '13rem',
      labelled: true,
      cell: (row) => <TaskCondition {...row} />,
    },
    {
      key: 'state',
      title: t('automation.tasks.rowStates.title'),
      sort: 'state',
      width: '10.5rem',
      labelled: true,
      cell: (row) => <State {...row} />,
    },
    {
      key: 'last_state',
      title: t('automation.tasks.field.last_state'),
      width: '12rem',
      sort: 'last_at',
      cell: ({ enabled, stopped, last_state, last_problem, last_at }) => (
        <>
          <TaskState state={stopped ? 'stopped' : enabled ? (last_state ?? 'never') : 'off'} />
          {enabled && last_problem !== null ? (
            <Text size="xs" c="dimmed" mt={2}>
              {t(`automation.tasks.problems.${last_problem}`)}
            </Text>
          ) : null}
          {last_at === null ? null : (
            <Text size="xs" c="dimmed" mt={2}>
              {dateTime(last_at)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'next_at',
      title: t('automation.tasks.field.next_at'),
      sort: 'next_at',
      width: '10rem',
      labelled: true,
      cell: ({ next_at }) => (next_at === null ? t('automation.tasks.noTriggers') : dateTime(next_at)),
    },
    { key: 'owner', title: t('automation.tasks.field.owner'), chosenOnly: true, cell: ({ owner }) => owner },
  ]
}

/** The state with the instant since which the task has it; a task that is switched off shows why. */
function State(row: Row) {
  const { enabled, stopped, state_since: since, withheld } = row
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return (
    <>
      <Group gap={4}>
        <StateBadge state={listedState(row)} />
        <WithheldBadge reason={withheld} />
      </Group>
      {enabled || stopped === null ? null : (
        <Text size="xs" c="dimmed" mt={2}>
          {t(`automation.tasks.problems.${stopped}`)}
        </Text>
      )}
      {enabled || stopped !== null ? null : (
        <Text size="xs" c="dimmed" mt={2}>
          {t('automation.tasks.rowStates.byPerson')}
        </Text>
      )}
      {!enabled || since === null ? null : (
        <Text size="xs" c="dimmed" mt={2}>
          {t('automation.tasks.rowStates.sinceOnly', { at: dateTime(since) })}
        </Text>
      )}
    </>
  )
}
