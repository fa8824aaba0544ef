import { Badge, Menu } from '@mantine/core'
import { IconClockPlay, IconPlayerPlay, IconPower } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { makeDayClock } from '#platform/contract/week.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { runTrigger, triggerCalls } from '../contract.ts'
import { Frequency } from './schedule-fields.tsx'
import { triggerPlace } from './trigger-place.ts'

type Row = RowOf<typeof triggerCalls.list>

export const TriggerList = () => (
  <ListPage
    {...recordList(triggerCalls, triggerPlace)}
    icon={IconClockPlay}
    columns={useColumns()}
    renderActions={(row) =>
      row.can.includes('update') ? [<RunItem key="run" id={row.id} />, <SwitchItem key="switch" row={row} />] : []
    }
  />
)

function RunItem({ id }: { id: string }) {
  const { t } = useTranslation()
  const run = useCallMutation(runTrigger, {
    onDone: ({ tasks }) =>
      toastDone(
        tasks === 0
          ? t('automation.triggers.runNothing')
          : t('automation.triggers.runStarted', { shown: String(tasks) }),
      ),
  })
  return (
    <Menu.Item
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      disabled={run.isPending}
      onClick={() => run.mutate({ id })}
    >
      {t('automation.triggers.run')}
    </Menu.Item>
  )
}

function SwitchItem({ row: { id, version, enabled } }: { row: Row }) {
  const { t } = useTranslation()
  const change = useCallMutation(triggerCalls.update)
  return (
    <Menu.Item
      leftSection={<IconPower size={16} aria-hidden />}
      disabled={change.isPending}
      onClick={() => change.mutate({ id, version, enabled: !enabled })}
    >
      {enabled ? t('automation.triggers.switchOff') : t('automation.triggers.switchOn')}
    </Menu.Item>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const clock = makeDayClock(useLanguage())
  return [
    { key: 'name', title: t('automation.triggers.field.name'), sort: 'name', width: '22%', cell: ({ name }) => name },
    {
      key: 'frequency',
      title: t('automation.triggers.field.frequency'),
      cell: (row) => <Frequency {...row} />,
    },
    {
      key: 'times',
      title: t('automation.triggers.field.times'),
      labelled: true,
      cell: ({ times }) => times.map(clock.shown).join(', '),
    },
    {
      key: 'next_at',
      title: t('automation.triggers.field.next_at'),
      sort: 'next_at',
      width: '11rem',
      labelled: true,
      cell: (row) => <NextRun {...row} dateTime={dateTime} />,
    },
    {
      key: 'tasks',
      title: t('automation.triggers.field.tasks'),
      labelled: true,
      cell: ({ tasks }) => tasks.map(({ name }) => name).join(', ') || t('automation.triggers.noTasks'),
    },
  ]
}

function NextRun({ enabled, next_at, dateTime }: Row & { dateTime: (instant: Date) => string }) {
  const { t } = useTranslation()
  if (next_at !== null) return dateTime(next_at)
  return (
    <Badge variant="light" color="gray" tt="none" miw="max-content">
      {enabled ? t('automation.triggers.never') : t('automation.triggers.off')}
    </Badge>
  )
}
