import { Menu } from '@mantine/core'
import { IconRotateClockwise, IconStack2, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { discardJob, exportDeadJobs, listDeadJobs, retryJob } from '../contract.ts'

type Row = RowOf<typeof listDeadJobs>

export function JobList() {
  return (
    <ListPage
      list={listDeadJobs}
      file={exportDeadJobs}
      phrasePrefix="operations.jobs"
      pageKey="page_jobs"
      icon={IconStack2}
      columns={useColumns()}
      renderActions={(row) => (row.can.length > 0 ? <Actions key="more" row={row} /> : null)}
    />
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  return [
    { key: 'name', title: t('operations.jobs.job'), width: '14rem', cell: ({ name }) => name },
    {
      key: 'tenant',
      title: t('operations.jobs.unit'),
      width: '12rem',
      cell: ({ tenant_name }) => tenant_name ?? t('operations.jobs.platform'),
    },
    { key: 'error', title: t('operations.jobs.error'), cell: ({ error }) => error },
    {
      key: 'attempts',
      title: t('operations.jobs.attempts'),
      width: '7rem',
      wideOnly: true,
      cell: ({ attempts }) => number(attempts),
    },
    {
      key: 'failed_at',
      title: t('operations.jobs.failedAt'),
      sort: 'failed_at',
      width: '11rem',
      cell: ({ failed_at }) => dateTime(failed_at),
    },
  ]
}

function Actions({ row: { id, can } }: { row: Row }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const retry = useCallMutation(retryJob, { onDone: () => toastDone() })
  const discard = useCallMutation(discardJob, { onDone: () => toastDone() })
  const askAndDiscard = async () => {
    const yes = await confirm({ title: t('operations.jobs.discardTitle'), text: t('operations.jobs.discardText') })
    if (yes) discard.mutate({ id })
  }
  return (
    <>
      {can.includes('retry') && (
        <Menu.Item leftSection={<IconRotateClockwise size={16} aria-hidden />} onClick={() => retry.mutate({ id })}>
          {t('operations.jobs.retry')}
        </Menu.Item>
      )}
      {can.includes('discard') && (
        <Menu.Item
          c="var(--danger)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void askAndDiscard()}
        >
          {t('operations.jobs.discard')}
        </Menu.Item>
      )}
    </>
  )
}
