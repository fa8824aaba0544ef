// The apps that a reader may open.
import { Skeleton } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listOpenableApps } from '../contract.ts'
import classes from './app-mark.module.css'
import { AppMark } from './app-mark.tsx'

export function AppShelfPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listOpenableApps, {})
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  const Icon = IconLayoutGrid
  return (
    <>
      <PageHeader title={t('reports.apps.title')} text={t('reports.apps.shelfText')} />
      {data?.data.length === 0 ? (
        <EmptyState
          title={t('general.list.none')}
          text={t('reports.apps.shelfEmpty')}
          icon={<Icon size={22} stroke={1.6} aria-hidden />}
        />
      ) : (
        <ul className={classes.grid} aria-busy={!data}>
          {data?.data.map(({ id, name, description, icon, color }) => (
            <li key={id}>
              <PathLink to={`/${id}/apps/view`} className={classes.card}>
                <AppMark icon={icon} color={color} />
                <span>
                  <span className={classes.name}>{name}</span>
                  {description === null ? null : <span className={classes.quiet}>{description}</span>}
                </span>
              </PathLink>
            </li>
          )) ?? [1, 2, 3].map((index) => <Skeleton key={index} component="li" height={74} radius="lg" />)}
        </ul>
      )}
    </>
  )
}
