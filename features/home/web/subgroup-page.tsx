// The reports of one subgroup.
import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listAllReports } from '../contract.ts'
import { HomeCard } from './home-card.tsx'
import classes from './home-shelf.module.css'
import { HomeSkeleton } from './home-skeleton.tsx'

export function SubgroupPage() {
  const { t } = useTranslation()
  const subgroup_id = usePathPart('id')
  const { data, error, refetch } = useAsk(listAllReports, { subgroup_id, size: 100 })
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  const [first] = data?.data ?? []
  return (
    <>
      <Anchor component={PathLink} to="/reports" size="sm">
        <IconArrowLeft size={14} stroke={1.8} aria-hidden /> {t('home.subgroup.back')}
      </Anchor>
      <PageHeader
        title={first?.subgroup ?? t('home.subgroup.title')}
        text={first?.group}
        aside={data && t('general.list.count', { count: data.total })}
      />
      {data ? null : <HomeSkeleton />}
      {data?.total === 0 ? <EmptyState title={t('general.list.empty')} text={t('home.empty.text')} /> : null}
      <ul className={classes.grid}>
        {data?.data.map((report) => (
          <li key={report.id}>
            <HomeCard report={report} />
          </li>
        ))}
      </ul>
    </>
  )
}
