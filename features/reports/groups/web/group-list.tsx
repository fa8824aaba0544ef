// Groups with their subgroups as one outline, in the order of the readers' menu. A dialog asks for names. Next: group-outline.tsx (one
// group), group-dialog.tsx, subgroup-dialog.tsx.
import { Button } from '@mantine/core'
import { IconFolders, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { ListCount } from '#platform/web/ui/list-count.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { listReportGroups } from '../contract.ts'
import { GroupDialog } from './group-dialog.tsx'
import { GroupOutline, OutlineSkeleton } from './group-outline.tsx'

export function ReportGroupList() {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const list = useList(listReportGroups, 'page_group_report')
  const { options, change, answer } = list
  const add = <AddButton onClick={() => setAdding(true)} />
  return (
    <>
      <PageHeader
        title={t('reports.groups.title')}
        aside={answer && <ListCount total={answer.total} counted={(count) => t('reports.groups.counted', { count })} />}
        text={t('reports.groups.purpose')}
      >
        {add}
      </PageHeader>
      <ListTools search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />} />
      <Outline list={list} add={add} />
      <GroupDialog group={adding ? 'new' : null} onClose={() => setAdding(false)} />
    </>
  )
}

function AddButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  if (!useCan('report_group.add')) return null
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={onClick}>
      {t('reports.groups.add')}
    </Button>
  )
}

function Outline({ list, add }: { list: List<typeof listReportGroups>; add: React.ReactNode }) {
  const { options, change, answer, stale, failure, retry } = list
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer === undefined) return <OutlineSkeleton />
  if (answer.total === 0) return <NoGroups search={options.search} onClear={() => change({ search: '' })} add={add} />
  const first = (options.page - 1) * options.size
  // Positions count all groups, so a filtered list cannot move them.
  const ordered = options.search === '' && options.sort === 'position' && options.order === 'asc'
  return (
    <>
      {answer.data.map((group, index) => (
        <GroupOutline
          key={group.id}
          group={group}
          position={ordered ? { index: first + index, total: answer.total } : null}
          stale={stale}
        />
      ))}
      <PageBar page={options.page} size={options.size} total={answer.total} onChange={change} />
    </>
  )
}

function NoGroups({ search, onClear, add }: { search: string; onClear: () => void; add: React.ReactNode }) {
  const { t } = useTranslation()
  const icon = <IconFolders size={22} stroke={1.6} aria-hidden />
  if (search === '') {
    return (
      <EmptyState title={t('general.list.none')} text={t('reports.groups.empty')} icon={icon}>
        {add}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('general.list.empty')} text={t('general.list.emptySearch', { search })} icon={icon}>
      <Button variant="default" onClick={onClear}>
        {t('general.action.clear')}
      </Button>
    </EmptyState>
  )
}
