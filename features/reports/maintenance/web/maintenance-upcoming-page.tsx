import { Badge, Skeleton } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listUpcoming } from '../contract.ts'
import classes from './maintenance-upcoming.module.css'

export function MaintenanceUpcomingPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listUpcoming, {})
  const Icon = IconTool
  return (
    <>
      <PageHeader title={t('reports.maintenance.upcoming.title')} text={t('reports.maintenance.upcoming.text')} />
      {error && !data ? (
        <FailedState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton h={160} radius="md" />
      ) : data.data.length === 0 ? (
        <EmptyState
          title={t('general.list.none')}
          text={t('reports.maintenance.upcoming.empty')}
          icon={<Icon size={22} stroke={1.6} aria-hidden />}
        />
      ) : (
        <ul className={classes.windows}>
          {data.data.map((window) => (
            <Window key={`${window.id} ${window.starts_at.toISOString()}`} {...window} />
          ))}
        </ul>
      )}
    </>
  )
}

type WindowProps = { message: string; starts_at: Date; ends_at: Date; reports: string[]; now: boolean }

function Window({ message, starts_at, ends_at, reports, now }: WindowProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return (
    <li className={classes.window}>
      <p className={classes.when}>
        {dateTime(starts_at)} – {dateTime(ends_at)}{' '}
        {now ? (
          <Badge variant="light" color="yellow" tt="none">
            {t('reports.maintenance.now')}
          </Badge>
        ) : null}
      </p>
      <p className={classes.message}>{message}</p>
      <p className={classes.reports}>{reports.join(', ')}</p>
    </li>
  )
}
