import { Badge, Button, Group, Menu } from '@mantine/core'
import {
  IconCopy,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconFileAnalytics,
  IconLockAccess,
  IconPlus,
  IconReportAnalytics,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { TagChips, TagFilter } from '#features/reports/tags/web/exports.tsx'
import { duplicateReport, exportReports, listReports, removeReport, updateReport } from '../contract.ts'
import { listReportGroups } from '#features/reports/groups/contract.ts'
import { SubgroupFilter } from '#features/reports/subgroups/web/exports.tsx'
import { useReportBulk } from './report-bulk.tsx'
import classes from './report-list.module.css'

type Row = RowOf<typeof listReports>
type Reports = List<typeof listReports>

export function ReportList() {
  return (
    <ListPage
      list={listReports}
      file={exportReports}
      remove={removeReport}
      refreshes={[listReportGroups]}
      phrasePrefix="reports.library"
      path="/report"
      pageKey="page_report"
      renderBegin={({ answer }) => (answer?.can.includes('add') ? <AddButtons /> : null)}
      bulk={useReportBulk()}
      icon={IconReportAnalytics}
      columns={useColumns()}
      renderFilters={(list) => <Filters list={list} />}
      renderActions={(row) => <Actions key="more" row={row} />}
    />
  )
}

function AddButtons() {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      <Button
        variant="default"
        renderRoot={(props) => <PathLink to="/report/import" {...props} />}
        leftSection={<IconDownload size={16} stroke={2} aria-hidden />}
      >
        {t('reports.library.import.title')}
      </Button>
      <Button
        renderRoot={(props) => <PathLink to="/report/add" {...props} />}
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      >
        {t('reports.library.add')}
      </Button>
    </Group>
  )
}

function Filters({ list: { options, change } }: { list: Reports }) {
  const { t } = useTranslation()
  const yesOrNo = [
    { value: 'S' as const, label: t('reports.library.yes') },
    { value: 'N' as const, label: t('reports.library.no') },
  ]
  return (
    <>
      <SubgroupFilter value={options.subgroup_id} onChange={(subgroup_id) => change({ subgroup_id })} />
      <TagFilter
        label={t('reports.library.filter.tag_id')}
        value={options.tag_id}
        onChange={(tag_id) => change({ tag_id })}
      />
      {(['row_security', 'hidden'] as const).map((filter) => (
        <FilterChip
          key={filter}
          label={t(`reports.library.filter.${filter}`)}
          value={flagOf(options[filter])}
          options={yesOrNo}
          onChange={(flag) => change({ [filter]: flag && flag === 'S' })}
        />
      ))}
    </>
  )
}

const flagOf = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? 'S' : 'N')

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { date } = useFormats()
  return [
    {
      key: 'name',
      title: t('reports.library.field.name'),
      sort: 'name',
      width: '26%',
      cell: (row) => <Name row={row} />,
    },
    {
      key: 'place',
      title: t('reports.library.place'),
      sort: 'place',
      cell: ({ group, subgroup }) => `${group} › ${subgroup}`,
    },
    {
      key: 'workspace',
      title: t('reports.library.field.workspace'),
      sort: 'workspace',
      wideOnly: true,
      cell: ({ workspace }) => workspace,
    },
    { key: 'row_security', title: t('reports.library.field.row_security'), cell: (row) => <RowSecurity row={row} /> },
    { key: 'granted', title: t('reports.library.granted'), cell: (row) => <GrantCounts row={row} /> },
    {
      key: 'created_at',
      title: t('reports.library.createdAt'),
      sort: 'created_at',
      width: '8.5rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}

function Name({ row: { name, hidden, tags } }: { row: Row }) {
  const { t } = useTranslation()
  return (
    <>
      {name}{' '}
      {hidden ? (
        <Badge className={classes.badge} color="gray" variant="light" size="sm" tt="none">
          {t('reports.library.hiddenBadge')}
        </Badge>
      ) : null}
      {tags.length > 0 ? <TagChips tags={tags} /> : null}
    </>
  )
}

function RowSecurity({ row: { row_security, ignore_row_security } }: { row: Row }) {
  const { t } = useTranslation()
  if (!row_security) return <span className={classes.quiet}>{t('reports.library.open')}</span>
  if (ignore_row_security) return <span className={classes.warning}>{t('reports.library.ignored')}</span>
  return t('reports.library.secured')
}

function GrantCounts({ row: { people, groups } }: { row: Row }) {
  const { t } = useTranslation()
  if (people + groups === 0) return <span className={classes.warning}>{t('reports.library.nobody')}</span>
  const counts = [
    ...(groups === 0 ? [] : [t('reports.library.grantedGroups', { count: groups })]),
    ...(people === 0 ? [] : [t('reports.library.grantedPeople', { count: people })]),
  ]
  return counts.map((text, index) => (
    <span key={text} className={classes.count}>
      {text}
      {index < counts.length - 1 ? ', ' : ''}
    </span>
  ))
}

/** The actions of a row, beside edit and remove. */
function Actions({ row }: { row: Row }) {
  const { t } = useTranslation()
  const go = useGo()
  const may = (verb: string) => row.can.includes(verb)
  const mayAdd = useCan('report.add')
  return (
    <>
      <Menu.Item
        leftSection={<IconFileAnalytics size={16} aria-hidden />}
        onClick={() => go(`/${row.id}/reports/view`)}
      >
        {t('general.action.open')}
      </Menu.Item>
      {may('grant') && (
        <Menu.Item
          leftSection={<IconLockAccess size={16} aria-hidden />}
          onClick={() => go(`/report/${row.id}/access`)}
        >
          {t('reports.library.whoMayOpen')}
        </Menu.Item>
      )}
      {may('update') && <Visibility row={row} />}
      {may('update') && mayAdd && <Duplicate id={row.id} />}
    </>
  )
}

/** Duplicates a report and opens the copy, because the copy needs a name of its own and a grant. */
function Duplicate({ id }: { id: string }) {
  const { t } = useTranslation()
  const go = useGo()
  const duplicate = useCallMutation(duplicateReport, {
    refreshes: [listReports, listReportGroups],
    onDone: (answer) => {
      toastDone(t('reports.library.duplicated'))
      go(`/report/${answer.id}`)
    },
  })
  return (
    <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => duplicate.mutate({ id })}>
      {t('reports.library.duplicate')}
    </Menu.Item>
  )
}

/** Hides or shows a report. Hiding interrupts readers, so it asks for confirmation; showing does not. */
function Visibility({ row: { id, version, name, hidden } }: { row: Row }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const update = useCallMutation(updateReport, { onDone: () => toastDone() })
  const turn = async () => {
    const sure =
      hidden ||
      (await confirm({ title: t('reports.library.hideTitle', { name }), text: t('reports.library.hideText') }))
    if (sure) update.mutate({ id, version, hidden: !hidden })
  }
  const Icon = hidden ? IconEye : IconEyeOff
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={() => void turn()}>
      {t(hidden ? 'reports.library.show' : 'reports.library.hide')}
    </Menu.Item>
  )
}
