import { Badge, Button, Menu } from '@mantine/core'
import { IconEye, IconEyeOff, IconFileAnalytics, IconLockAccess, IconPencil, IconPlus, IconReportAnalytics, IconTrash } from '@tabler/icons-react' // prettier-ignore
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useAsk, useTell } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { type Column, RecordTable } from '#platform/web/ui/record-table.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { tagCalls } from '#features/tags/contract.ts'
import { TagChips } from '#features/tags/web/picker.tsx'
import { listReports, removeReport, updateReport } from '../contract.ts'
import { listReportGroups } from '../groups/contract.ts'
import classes from './report-list.module.css'

type Row = ReceivedOf<typeof listReports>['data'][number]
type Reports = List<typeof listReports>

const pathOf = ({ id }: Row) => `/report/${id}`

export function ReportList() {
  const { t } = useTranslation()
  const list = useList(listReports, 'page_report')
  const { answer } = list
  const mayAdd = answer?.can.includes('add') === true
  return (
    <>
      <PageHeader
        title={t('reports.title')}
        aside={answer && t('general.list.count', { count: answer.total })}
        text={t('reports.purpose')}
      >
        {mayAdd ? <AddButton /> : null}
      </PageHeader>
      <Tools list={list} />
      <Rows list={list} />
    </>
  )
}

function AddButton() {
  const { t } = useTranslation()
  return (
    <Button
      renderRoot={(props) => <PathLink to="/report/add" {...props} />}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {t('reports.add')}
    </Button>
  )
}

function Tools({ list: { options, change } }: { list: Reports }) {
  const { t } = useTranslation()
  const { data } = useAsk(listReportGroups, { size: 100 }, { freshFor: 10_000 })
  const places = (data?.data ?? []).flatMap(({ name: group, subgroups }) =>
    subgroups.map(({ id, name }) => ({ value: id, label: `${group} › ${name}` })),
  )
  const { data: tags } = useAsk(tagCalls.list, { size: 100 }, { freshFor: 10_000 })
  const yesOrNo = [
    { value: 'S' as const, label: t('reports.yes') },
    { value: 'N' as const, label: t('reports.no') },
  ]
  return (
    <ListTools>
      <SearchBox value={options.search} onSearch={(search) => change({ search })} />
      <FilterChip
        label={t('reports.filter.subgroup')}
        value={options.subgroup_id}
        options={places}
        onChange={(subgroup_id) => change({ subgroup_id })}
      />
      <FilterChip
        label={t('reports.filter.tag_id')}
        value={options.tag_id}
        options={(tags?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(tag_id) => change({ tag_id })}
      />
      {(['row_security', 'hidden'] as const).map((filter) => (
        <FilterChip
          key={filter}
          label={t(`reports.filter.${filter}`)}
          value={flagOf(options[filter])}
          options={yesOrNo}
          onChange={(flag) => change({ [filter]: flag && flag === 'S' })}
        />
      ))}
    </ListTools>
  )
}

const flagOf = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? 'S' : 'N')

function Rows({ list }: { list: Reports }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const [removing, setRemoving] = useState<Row | null>(null)
  const { options, change, answer, stale, failure, retry } = list
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer?.total === 0) return <NoReports list={list} />
  return (
    <>
      <RecordTable
        label={t('reports.title')}
        columns={columns}
        rows={answer?.data}
        stale={stale}
        sort={options.sort}
        order={options.order}
        onSort={(order) => change(order as Partial<typeof options>)}
        rowKey={({ id }) => id}
        rowPath={pathOf}
        renderMenu={(row) => <Actions row={row} onRemove={() => setRemoving(row)} />}
      />
      <PageBar page={options.page} size={options.size} total={answer?.total ?? 0} onChange={change} />
      <Removal row={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { date } = useFormats()
  return [
    { key: 'name', title: t('reports.field.name'), sort: 'name', width: '26%', cell: (row) => <Name row={row} /> },
    {
      key: 'place',
      title: t('reports.place'),
      sort: 'place',
      cell: ({ group, subgroup }) => `${group} › ${subgroup}`,
    },
    {
      key: 'workspace',
      title: t('reports.field.workspace'),
      sort: 'workspace',
      wideOnly: true,
      cell: ({ workspace }) => workspace,
    },
    { key: 'tags', title: t('reports.field.tag_ids'), wideOnly: true, cell: ({ tags }) => <TagChips tags={tags} /> },
    { key: 'row_security', title: t('reports.field.row_security'), cell: (row) => <RowSecurity row={row} /> },
    { key: 'granted', title: t('reports.granted'), cell: (row) => <Granted row={row} /> },
    {
      key: 'created_at',
      title: t('reports.createdAt'),
      sort: 'created_at',
      width: '8.5rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}

function Name({ row: { name, hidden } }: { row: Row }) {
  const { t } = useTranslation()
  return (
    <>
      {name}{' '}
      {hidden ? (
        <Badge className={classes.badge} color="gray" variant="light" size="sm" tt="none">
          {t('reports.hiddenBadge')}
        </Badge>
      ) : null}
    </>
  )
}

function RowSecurity({ row: { row_security, ignore_row_security } }: { row: Row }) {
  const { t } = useTranslation()
  if (!row_security) return <span className={classes.quiet}>{t('reports.open')}</span>
  if (ignore_row_security) return <span className={classes.warning}>{t('reports.ignored')}</span>
  return t('reports.secured')
}

function Granted({ row: { people, groups } }: { row: Row }) {
  const { t } = useTranslation()
  if (people + groups === 0) return <span className={classes.warning}>{t('reports.nobody')}</span>
  const counts = [
    ...(groups === 0 ? [] : [t('reports.grantedGroups', { count: groups })]),
    ...(people === 0 ? [] : [t('reports.grantedPeople', { count: people })]),
  ]
  return counts.map((words, at) => (
    <span key={words} className={classes.count}>
      {words}
      {at < counts.length - 1 ? ', ' : ''}
    </span>
  ))
}

function Actions({ row, onRemove }: { row: Row; onRemove: () => void }) {
  const { t } = useTranslation()
  const go = useGo()
  const may = (verb: string) => row.can.includes(verb)
  return (
    <RowMenu name={row.name}>
      <Menu.Item
        key="read"
        leftSection={<IconFileAnalytics size={16} aria-hidden />}
        onClick={() => go(`/${row.id}/reports/view`)}
      >
        {t('reports.read')}
      </Menu.Item>
      {may('update') && (
        <Menu.Item key="edit" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => go(pathOf(row))}>
          {t('general.action.edit')}
        </Menu.Item>
      )}
      {may('grant') && (
        <Menu.Item
          key="grant"
          leftSection={<IconLockAccess size={16} aria-hidden />}
          onClick={() => go(`${pathOf(row)}/access`)}
        >
          {t('reports.whoMayOpen')}
        </Menu.Item>
      )}
      {may('update') && <Visibility key="hide" row={row} />}
      {may('remove') && (
        <Menu.Item key="remove" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
          {t('general.action.remove')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

/** Hiding ends what people are reading, so it asks; showing again takes nothing from anybody. */
function Visibility({ row: { id, version, name, hidden } }: { row: Row }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const update = useTell(updateReport, { onDone: () => toastDone() })
  const turn = async () => {
    const sure = hidden || (await confirm({ title: t('reports.hideTitle', { name }), text: t('reports.hideText') }))
    if (sure) update.mutate({ id, version, hidden: !hidden })
  }
  const Icon = hidden ? IconEye : IconEyeOff
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={() => void turn()}>
      {t(hidden ? 'reports.show' : 'reports.hide')}
    </Menu.Item>
  )
}

function Removal({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const remove = useTell(removeReport, {
    refreshes: [listReportGroups],
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  return (
    <DeleteDialog
      name={row?.name ?? null}
      busy={remove.isPending}
      onClose={onClose}
      onDelete={() => row && remove.mutate({ id: row.id })}
    />
  )
}

function NoReports({ list: { options, change, answer } }: { list: Reports }) {
  const { t } = useTranslation()
  const icon = <IconReportAnalytics size={22} stroke={1.6} aria-hidden />
  const { search, group_id, subgroup_id, workspace_id, tag_id, row_security, hidden } = options
  const filtered = [group_id, subgroup_id, workspace_id, tag_id, row_security, hidden].some(
    (filter) => filter !== undefined,
  )
  if (search === '' && !filtered) {
    return (
      <EmptyState title={t('general.list.empty')} text={t('reports.empty')} icon={icon}>
        {answer?.can.includes('add') ? <AddButton /> : null}
      </EmptyState>
    )
  }
  const none = { group_id: undefined, subgroup_id: undefined, workspace_id: undefined, tag_id: undefined, row_security: undefined, hidden: undefined } // prettier-ignore
  return (
    <EmptyState
      title={t('general.list.empty')}
      text={filtered ? t('reports.emptyFiltered') : t('general.list.emptySearch', { search })}
      icon={icon}
    >
      <Button variant="default" onClick={() => change({ search: '', ...none })}>
        {t(filtered ? 'reports.clearFilters' : 'general.action.clear')}
      </Button>
    </EmptyState>
  )
}
