// The reports of one subgroup.
import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { useList } from '#platform/web/routing/use-list.ts'
import { useOnApp } from '#platform/web/ui/use-on-app.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { ListCount } from '#platform/web/ui/list-count.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listSubgroupReports } from '../contract.ts'
import { HomeCard } from './home-card.tsx'
import classes from './home-shelf.module.css'
import { HomeSkeleton } from './home-skeleton.tsx'

export function SubgroupPage() {
  const id = usePathPart('id')
  return <Subgroup key={id} id={id} />
}

function Subgroup({ id }: { id: string }) {
  const { t } = useTranslation()
  const {
    answer: data,
    options,
    failure,
    retry,
    change,
  } = useList(listSubgroupReports, 'page_subgroup', {
    fixed: useOnApp() ? { subgroup_id: id, app: true } : { subgroup_id: id },
  })
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  const [first] = data?.data ?? []
  return (
    <>
      <Anchor component={PathLink} to="/reports" size="sm">
        <IconArrowLeft size={14} stroke={1.8} aria-hidden /> {t('home.shelves.subgroup.back')}
      </Anchor>
      <PageHeader
        title={first?.subgroup ?? t('home.shelves.subgroup.title')}
        text={first?.group}
        aside={data && <ListCount total={data.total} counted={(count) => t('home.shelves.counted', { count })} />}
      />
      {data ? null : <HomeSkeleton />}
      {data?.total === 0 ? <EmptyState title={t('general.list.none')} text={t('home.shelves.empty.text')} /> : null}
      <ul className={classes.grid}>
        {data?.data.map((report) => (
          <li key={report.id}>
            <HomeCard report={report} />
          </li>
        ))}
      </ul>
      <PageBar page={options.page} size={options.size} total={data?.total ?? 0} onChange={change} />
    </>
  )
}
