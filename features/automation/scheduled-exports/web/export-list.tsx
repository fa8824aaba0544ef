import { Menu, Text } from '@mantine/core'
import { IconFileExport, IconHistory, IconPower } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { Frequency } from '#features/automation/triggers/web/exports.tsx'
import { scheduledExportCalls } from '../contract.ts'
import { exportPlace } from './export-place.ts'
import { RunItem } from './export-run.tsx'
import { ExportState } from './export-state.tsx'

type Row = RowOf<typeof scheduledExportCalls.list>

export const ExportList = () => (
  <ListPage
    {...recordList(scheduledExportCalls, exportPlace)}
    icon={IconFileExport}
    columns={useColumns()}
    renderActions={(row) => [
      ...(row.can.includes('update') ? [<RunItem key="run" id={row.id} />, <SwitchItem key="switch" row={row} />] : []),
      <HistoryItem key="history" id={row.id} />,
    ]}
  />
)

function SwitchItem({ row: { id, version, enabled } }: { row: Row }) {
  const { t } = useTranslation()
  const change = useCallMutation(scheduledExportCalls.update)
  return (
    <Menu.Item
      leftSection={<IconPower size={16} aria-hidden />}
      disabled={change.isPending}
      onClick={() => change.mutate({ id, version, enabled: !enabled })}
    >
      {enabled ? t('automation.scheduledExports.switchOff') : t('automation.scheduledExports.switchOn')}
    </Menu.Item>
  )
}

function HistoryItem({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Menu.Item
      component={PathLink}
      to={`${exportPlace.path}/${id}/runs`}
      leftSection={<IconHistory size={16} aria-hidden />}
    >
      {t('automation.scheduledExports.runs.title')}
    </Menu.Item>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return [
    {
      key: 'name',
      title: t('automation.scheduledExports.field.name'),
      sort: 'name',
      width: '24%',
      cell: ({ name }) => name,
    },
    {
      key: 'report',
      title: t('automation.scheduledExports.field.report'),
      labelled: true,
      cell: ({ report, format }) => (
        <>
          {report ?? t('automation.scheduledExports.reportRemoved')}
          <Text size="xs" c="dimmed" mt={2}>
            {format}
          </Text>
        </>
      ),
    },
    {
      key: 'frequency',
      title: t('automation.scheduledExports.field.frequency'),
      labelled: true,
      cell: (row) => <Frequency {...row} />,
    },
    {
      key: 'last_state',
      title: t('automation.scheduledExports.field.last_state'),
      sort: 'last_at',
      width: '12rem',
      cell: (row) => <LastRun row={row} />,
    },
    {
      key: 'next_at',
      title: t('automation.scheduledExports.field.next_at'),
      sort: 'next_at',
      width: '10.5rem',
      labelled: true,
      cell: ({ next_at }) => (next_at === null ? t('automation.scheduledExports.noNext') : dateTime(next_at)),
    },
    {
      key: 'owner',
      title: t('automation.scheduledExports.field.owner'),
      chosenOnly: true,
      cell: ({ owner }) => owner,
    },
  ]
}

function LastRun({ row: { enabled, last_state, last_problem, last_at } }: { row: Row }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  useRefreshWhile(last_state === 'waiting', scheduledExportCalls.list)
  return (
    <>
      <ExportState state={enabled || last_state === 'waiting' ? (last_state ?? 'never') : 'off'} />
      {last_problem === null ? null : (
        <Text size="xs" c="dimmed" mt={2}>
          {t(`automation.scheduledExports.problems.${last_problem}`)}
        </Text>
      )}
      {last_at === null ? null : (
        <Text size="xs" c="dimmed" mt={2}>
          {dateTime(last_at)}
        </Text>
      )}
    </>
  )
}
