import { Badge } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { maintenanceCalls } from '../contract.ts'
import { maintenancePlace } from './maintenance-place.ts'

type Row = RowOf<typeof maintenanceCalls.list>

export const MaintenanceList = () => (
  <ListPage {...recordList(maintenanceCalls, maintenancePlace)} icon={IconTool} columns={useColumns()} />
)

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return [
    { key: 'name', title: t('reports.maintenance.field.name'), sort: 'name', width: '28%', cell: ({ name }) => name },
    {
      key: 'starts_at',
      title: t('reports.maintenance.starts_at'),
      sort: 'starts_at',
      width: '13rem',
      cell: ({ starts_at }) =>
        starts_at === null ? (
          t('reports.maintenance.over')
        ) : starts_at <= now() ? (
          <Badge variant="light" color="yellow" tt="none">
            {t('reports.maintenance.now')}
          </Badge>
        ) : (
          dateTime(starts_at)
        ),
    },
    {
      key: 'ends_at',
      title: t('reports.maintenance.ends_at'),
      width: '11rem',
      labelled: true,
      cell: ({ ends_at }) => (ends_at === null ? null : dateTime(ends_at)),
    },
    {
      key: 'recurrence',
      title: t('reports.maintenance.field.recurrence'),
      width: '9rem',
      wideOnly: true,
      cell: ({ recurrence }) => t(`reports.maintenance.choice.recurrence.${recurrence}`),
    },
    {
      key: 'reports',
      title: t('reports.maintenance.reports'),
      wideOnly: true,
      cell: ({ reports, groups, report_ids, group_ids }) =>
        report_ids.length + group_ids.length === 0
          ? t('reports.maintenance.allReports')
          : [...groups, ...reports].map(({ name }) => name).join(', '),
    },
  ]
}
