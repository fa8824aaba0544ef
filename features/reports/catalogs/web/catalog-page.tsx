// The catalog: cards of reports that a person may request, with the state of their request. Next: catalog-card.tsx, catalog-request.tsx;
// request-list.tsx is the list of requests for managers.
import { Button } from '@mantine/core'
import { IconBuildingStore, IconInbox } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListCount } from '#platform/web/ui/list-count.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { listCatalog } from '../contract.ts'
import { CatalogCard, CatalogSkeleton } from './catalog-card.tsx'
import classes from './catalog-card.module.css'
import type { CatalogReport } from './catalog-report.ts'
import { RequestDialog } from './catalog-request.tsx'

export function CatalogPage() {
  const { t } = useTranslation()
  const list = useList(listCatalog, 'page_catalog')
  const decides = useCan('access_request.decide')
  const { options, answer, change } = list
  // A granted report leaves the catalog.
  useSpreadLiveEvent('access_changed', () => list.retry())
  return (
    <>
      <PageHeader
        title={t('reports.catalogs.title')}
        text={t(decides ? 'reports.catalogs.purposeOfManager' : 'reports.catalogs.purpose')}
        aside={
          answer && <ListCount total={answer.total} counted={(count) => t('reports.catalogs.counted', { count })} />
        }
      >
        {decides ? <RequestsLink waiting={waitingIn(answer?.data ?? [])} /> : null}
      </PageHeader>
      <ListTools
        search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
        active={options.asked === undefined ? 0 : 1}
        filters={
          decides ? null : (
            <FilterChip
              label={t('reports.catalogs.filter.asked')}
              value={options.asked === undefined ? undefined : options.asked ? 'S' : 'N'}
              options={[
                { value: 'S' as const, label: t('reports.catalogs.filter.yes') },
                { value: 'N' as const, label: t('reports.catalogs.filter.no') },
              ]}
              onChange={(value) => change({ asked: value && value === 'S' })}
            />
          )
        }
      />
      <Cards list={list} />
      <PageBar page={options.page} size={options.size} total={answer?.total ?? 0} onChange={change} />
    </>
  )
}

const waitingIn = (reports: readonly CatalogReport[]) => reports.reduce((sum, { waiting }) => sum + (waiting ?? 0), 0)

function RequestsLink({ waiting }: { waiting: number }) {
  const { t } = useTranslation()
  return (
    <Button
      renderRoot={(props) => <PathLink to="/catalogs/requests" {...props} />}
      leftSection={<IconInbox size={16} stroke={1.8} aria-hidden />}
      variant={waiting > 0 ? 'filled' : 'default'}
    >
      {waiting > 0 ? t('reports.catalogs.waiting', { count: waiting }) : t('reports.catalogs.requests.title')}
    </Button>
  )
}

function Cards({ list: { answer, options, failure, retry } }: { list: List<typeof listCatalog> }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<CatalogReport | null>(null)
  const decides = useCan('access_request.decide')
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (!answer) return <CatalogSkeleton />
  if (answer.total === 0) {
    const none = t(decides ? 'reports.catalogs.emptyOfManager' : 'reports.catalogs.empty')
    const text =
      options.search === ''
        ? options.asked === undefined
          ? none
          : t('general.list.emptyFilters')
        : t('general.list.emptySearch', { search: options.search })
    return (
      <EmptyState
        title={t('general.list.empty')}
        text={text}
        icon={<IconBuildingStore size={22} stroke={1.6} aria-hidden />}
      >
        {decides && options.search === '' ? (
          <Button component={PathLink} to="/report">
            {t('reports.library.title')}
          </Button>
        ) : null}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={classes.grid}>
        {answer.data.map((report) => (
          <li key={report.id}>
            <CatalogCard report={report} onAsk={() => setAsking(report)} />
          </li>
        ))}
      </ul>
      <RequestDialog report={asking} onClose={() => setAsking(null)} />
    </>
  )
}
