// The reports that could not be opened in the last seven days, by business unit, for staff outside of a business unit.
import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSessionActions } from '#platform/web/session/session-actions.ts'
import { exportFailedReports, listFailedReports } from '../contract.ts'

type FailedReport = RowOf<typeof listFailedReports>

export function FailedReports() {
  const { t } = useTranslation()
  const { number, dateTime } = useFormats()
  return (
    <ListPage
      list={listFailedReports}
      file={exportFailedReports}
      phrasePrefix="reports.usage.failures"
      pageKey="page_failed_reports"
      icon={IconAlertTriangle}
      rowPath={({ unit_id }) => `/companies/${unit_id}`}
      columns={[
        {
          key: 'report',
          title: t('reports.usage.field.report'),
          sort: 'report',
          cell: reportName,
        },
        { key: 'unit', title: t('reports.usage.field.unit'), sort: 'unit', labelled: true, cell: ({ unit }) => unit },
        {
          key: 'failures',
          title: t('reports.usage.field.failures'),
          sort: 'failures',
          width: '7rem',
          align: 'end',
          labelled: true,
          cell: ({ failures }) => number(failures),
        },
        {
          key: 'readers',
          title: t('reports.usage.field.readers'),
          sort: 'readers',
          width: '7rem',
          align: 'end',
          labelled: true,
          cell: ({ readers }) => number(readers),
        },
        {
          key: 'last_failed_at',
          title: t('reports.usage.field.last_failed_at'),
          sort: 'last_failed_at',
          width: '10.5rem',
          labelled: true,
          cell: ({ last_failed_at: lastFailed }) => dateTime(lastFailed),
        },
        {
          key: 'known_since',
          title: t('reports.usage.field.known_since'),
          width: '10.5rem',
          labelled: true,
          cell: ({ known_since: knownSince }) =>
            knownSince === null ? t('reports.usage.failures.unknown') : dateTime(knownSince),
        },
        { key: 'enter', title: t('organisation.tenants.enterIt'), width: '8rem', cell: enterButton },
      ]}
    />
  )
}

const reportName = ({ report }: FailedReport) => report ?? <UnnamedReport />

/** The unit lets no staff enter, so that only its people see the names of its reports. */
function UnnamedReport() {
  const { t } = useTranslation()
  return (
    <Text span inherit c="var(--ink-quiet)">
      {t('reports.usage.failures.closed')}
    </Text>
  )
}

const enterButton = (row: FailedReport) => (row.may_enter ? <EnterReports row={row} /> : null)

/** Enters the unit at its reports, those that could not be opened first. */
function EnterReports({ row: { unit_id, unit } }: { row: FailedReport }) {
  const { t } = useTranslation()
  const { enterUnit } = useSessionActions()
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('reports.usage.failures.enter', { unit })}
      onClick={(event) => {
        // The row leads to the settings of the unit.
        event.stopPropagation()
        enterUnit({ id: unit_id, name: unit }, 'admin', '/analyze/reports?sort=failed&order=desc')
      }}
    >
      {t('organisation.tenants.enterIt')}
    </Button>
  )
}
