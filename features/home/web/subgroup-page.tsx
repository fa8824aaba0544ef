// The reports of one subgroup.
import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageSize } from '#catalogue/limits.ts'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listAllReports } from '../contract.ts'
import { HomeCard } from './home-card.tsx'
import classes from './home-shelf.module.css'
import { HomeSkeleton } from './home-skeleton.tsx'

export function SubgroupPage() {
  const id = usePathPart('id')
  return <Subgroup key={id} id={id} />
}

function Subgroup({ id }: { id: string }) {
  const { t } = useTranslation()
  const [part, setPart] = useState<{ page: number; size: PageSize }>({ page: 1, size: 100 })
  const { data, error, refetch } = useAsk(listAllReports, { subgroup_id: id, ...part }, { keep: true })
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
      <PageBar {...part} total={data?.total ?? 0} onChange={(next) => setPart({ ...part, page: 1, ...next })} />
    </>
  )
}
