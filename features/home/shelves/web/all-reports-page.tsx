// All reports that a person may open, as searchable cards.
import { Checkbox, NativeSelect, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { useListChoice } from '#platform/web/pages/views/use-list-choice.ts'
import { useList } from '#platform/web/routing/use-list.ts'
import { useOnApp } from '#platform/web/ui/use-on-app.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { ListCount } from '#platform/web/ui/list-count.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ExternalShelf } from '#features/reports/external/web/exports.tsx'
import { listAllReports, listUsedTags } from '../contract.ts'
import { HomeCard } from './home-card.tsx'
import { HomeFolders } from './home-folders.tsx'
import { HomeTable } from './home-table.tsx'
import classes from './home-shelf.module.css'
import { HomeSkeleton } from './home-skeleton.tsx'

const sorts = ['name', 'group', 'created_at'] as const
const layouts = ['cards', 'list', 'folders'] as const
type Layout = (typeof layouts)[number]

export function AllReportsPage() {
  const { layout: kept, keep } = useListChoice('page_all_reports')
  return (
    <AllReports layout={layouts.find((each) => each === kept) ?? 'cards'} onLayout={(layout) => keep({ layout })} />
  )
}

type AllReportsProps = { layout: Layout; onLayout?: (layout: Layout) => void }

function AllReports({ layout, onLayout }: AllReportsProps) {
  const { t } = useTranslation()
  const isOnApp = useOnApp()
  const list = useList(listAllReports, 'page_all_reports', {
    // The layout with folders needs the order of the groups, because another order would split a folder.
    fixed: { ...(isOnApp && { app: true }), ...(layout === 'folders' && { sort: 'group' }) },
  })
  const mayKeep = useCan('report.favourite')
  const { options, answer, failure, retry, change } = list
  const { search, sort, page, size, favourite = false, tag_id: tag } = options
  return (
    <>
      <PageHeader
        title={t(favourite ? 'home.shelves.shelf.favourites' : 'home.shelves.all.title')}
        text={favourite ? undefined : t('home.shelves.all.text')}
        aside={answer && <ListCount total={answer.total} counted={(count) => t('home.shelves.counted', { count })} />}
      >
        {onLayout ? <LayoutChoice value={layout} onChange={onLayout} /> : null}
      </PageHeader>
      <ListTools
        search={<SearchBox value={search} onSearch={(value) => change({ search: value })} />}
        active={(tag ? 1 : 0) + (favourite ? 1 : 0)}
        filters={
          <>
            <NativeSelect
              aria-label={t('home.shelves.all.sort.label')}
              value={sort}
              onChange={({ currentTarget: { value } }) => change(orderBy(value))}
              data={sorts.map((value) => ({ value, label: t(`home.shelves.all.sort.${value}`) }))}
            />
            <TagFilter value={tag} onChange={(tag_id) => change({ tag_id })} />
            {mayKeep ? (
              <Checkbox
                label={t('home.shelves.all.onlyFavourites')}
                checked={favourite}
                wrapperProps={{ 'data-active': favourite || undefined }}
                onChange={({ currentTarget: { checked } }) => change({ favourite: checked || undefined })}
              />
            ) : null}
          </>
        }
      />
      {failure ? (
        <FailedState failure={failure} onRetry={retry} />
      ) : (
        <Wall layout={layout} data={answer} search={search} filtered={tag !== undefined || favourite} />
      )}
      {isOnApp || search !== '' || tag || favourite || page > 1 ? null : <ExternalShelf />}
      <PageBar page={page} size={size} total={answer?.total ?? 0} onChange={change} />
    </>
  )
}

/** All reports in a page of another site: without the frame of the portal. */
export function EmbeddedReportsPage() {
  return (
    <main className={classes.bare}>
      <AllReports layout="cards" />
    </main>
  )
}

/** The sort options of a column: dates sort newest first, names and groups from A. */
function orderBy(value: string) {
  const sort = sorts.find((each) => each === value) ?? 'name'
  return { sort, order: sort === 'created_at' ? 'desc' : 'asc' } as const
}

/** The choice between cards, folders and table. The server stores it for the person. */
function LayoutChoice({ value, onChange }: { value: Layout; onChange: (layout: Layout) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      aria-label={t('home.shelves.layout.label')}
      value={value}
      onChange={(chosen) => onChange(layouts.find((layout) => layout === chosen) ?? 'cards')}
      data={layouts.map((layout) => ({ value: layout, label: t(`home.shelves.layout.${layout}`) }))}
    />
  )
}

type TagFilterProps = { value: string | undefined; onChange: (tag: string | undefined) => void }

/** The filter by tag; absent if no report of the person has a tag. */
function TagFilter({ value, onChange }: TagFilterProps) {
  const { t } = useTranslation()
  const { data = [] } = useCallQuery(listUsedTags, {}, { freshFor: 60_000 })
  if (data.length === 0) return null
  const options = data.map(({ id, name }) => ({ value: id, label: name }))
  return <FilterChip label={t('home.shelves.all.tag')} value={value} options={options} onChange={onChange} />
}

type WallProps = {
  layout: Layout
  data: ReceivedOf<typeof listAllReports> | undefined
  search: string
  filtered: boolean
}

function Wall({ layout, data, search, filtered }: WallProps) {
  const { t } = useTranslation()
  if (!data) return <HomeSkeleton />
  if (data.data.length === 0) {
    const none = t(filtered ? 'general.list.emptyFilters' : 'home.shelves.empty.text')
    const text = search ? t('general.list.emptySearch', { search }) : none
    return <EmptyState title={t('general.list.empty')} text={text} />
  }
  if (layout === 'list') return <HomeTable reports={data.data} />
  if (layout === 'folders') return <HomeFolders reports={data.data} />
  return (
    <ul className={classes.grid}>
      {data.data.map((report) => (
        <li key={report.id}>
          <HomeCard report={report} />
        </li>
      ))}
    </ul>
  )
}
