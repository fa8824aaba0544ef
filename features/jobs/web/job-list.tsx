import { Menu } from '@mantine/core'
import { IconRotateClockwise, IconStack2, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useTell } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { type Column, RecordTable } from '#platform/web/ui/record-table.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { discardJob, listDeadJobs, retryJob } from '../contract.ts'

type Row = ReceivedOf<typeof listDeadJobs>['data'][number]

export function JobList() {
  const { t } = useTranslation()
  const list = useList(listDeadJobs, 'page_jobs')
  const { options, change, answer } = list
  return (
    <>
      <PageHeader
        title={t('jobs.title')}
        aside={answer && t('general.list.count', { count: answer.total })}
        text={t('jobs.purpose')}
      />
      <ListTools>
        <SearchBox value={options.search} onSearch={(search) => change({ search })} />
      </ListTools>
      <Rows list={list} />
    </>
  )
}

function Rows({ list }: { list: List<typeof listDeadJobs> }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const { options, change, answer, stale, failure, retry } = list
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer?.total === 0) {
    const { search } = options
    const text = search === '' ? t('jobs.empty') : t('general.list.emptySearch', { search })
    return (
      <EmptyState
        title={t('general.list.empty')}
        text={text}
        icon={<IconStack2 size={22} stroke={1.6} aria-hidden />}
      />
    )
  }
  return (
    <>
      <RecordTable
        label={t('jobs.title')}
        columns={columns}
        rows={answer?.data}
        stale={stale}
        sort={options.sort}
        order={options.order}
        onSort={(order) => change(order as Partial<typeof options>)}
        rowKey={({ id }) => id}
        renderMenu={(row) => <Actions row={row} />}
      />
      <PageBar page={options.page} size={options.size} total={answer?.total ?? 0} onChange={change} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  return [
    { key: 'name', title: t('jobs.job'), width: '14rem', cell: ({ name }) => name },
    {
      key: 'tenant',
      title: t('jobs.unit'),
      width: '12rem',
      cell: ({ tenant_name }) => tenant_name ?? t('jobs.platform'),
    },
    { key: 'error', title: t('jobs.error'), cell: ({ error }) => error },
    {
      key: 'attempts',
      title: t('jobs.attempts'),
      width: '7rem',
      wideOnly: true,
      cell: ({ attempts }) => number(attempts),
    },
    {
      key: 'failed_at',
      title: t('jobs.failedAt'),
      sort: 'failed_at',
      width: '11rem',
      cell: ({ failed_at }) => dateTime(failed_at),
    },
  ]
}

function Actions({ row: { id, name, can } }: { row: Row }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const retry = useTell(retryJob, { onDone: () => toastDone() })
  const discard = useTell(discardJob, { onDone: () => toastDone() })
  const askAndDiscard = async () => {
    const yes = await confirm({ title: t('jobs.discardTitle'), text: t('jobs.discardText') })
    if (yes) discard.mutate({ id })
  }
  return (
    <RowMenu name={name}>
      {can.includes('retry') && (
        <Menu.Item
          key="retry"
          leftSection={<IconRotateClockwise size={16} aria-hidden />}
          onClick={() => retry.mutate({ id })}
        >
          {t('jobs.retry')}
        </Menu.Item>
      )}
      {can.includes('discard') && (
        <Menu.Item
          key="discard"
          c="var(--danger)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void askAndDiscard()}
        >
          {t('jobs.discard')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
