// The library of a reader: groups, their subgroups, and the reports in each.
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useOnApp } from '#platform/web/ui/use-on-app.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { GroupIcon } from '#features/reports/groups/web/exports.tsx'
import { readMenu } from '../contract.ts'
import classes from './home-shelf.module.css'
import { HomeSkeleton } from './home-skeleton.tsx'

export function LibraryPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(readMenu, useOnApp() ? { app: true } : {})
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={t('home.shelves.library.title')} text={t('home.shelves.library.text')} />
      {data ? null : <HomeSkeleton count={4} />}
      {data?.groups.length === 0 ? (
        <EmptyState title={t('home.shelves.empty.title')} text={t('home.shelves.empty.text')} />
      ) : null}
      {data?.groups.map((group) => (
        <section key={group.id} className={classes.shelf} aria-labelledby={group.id}>
          <h2 id={group.id} className={classes.title}>
            {group.icon === null ? null : <GroupIcon icon={group.icon} size={18} className={classes.groupIcon} />}
            {group.name}
          </h2>
          <ul className={classes.subjects}>
            {group.subgroups.map(({ id, name, reports }) => (
              <li key={id}>
                <PathLink to={`/${id}/reports`} className={classes.subject}>
                  <span className={classes.subjectName}>{name}</span>
                  <span className={classes.count}>{t('home.shelves.library.reports', { count: reports.length })}</span>
                  <IconChevronRight size={16} stroke={1.7} aria-hidden />
                </PathLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
