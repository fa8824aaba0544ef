import { Button, Menu } from '@mantine/core'
import { IconFiles, IconPlus, IconStack2, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useTell } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { type Column, RecordTable } from '#platform/web/ui/record-table.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listWorkspaces, removeWorkspace } from '../contract.ts'
import { WorkspaceDialog } from './workspace-dialog.tsx'
import { WorkspaceReports } from './workspace-reports.tsx'

type Row = ReceivedOf<typeof listWorkspaces>['data'][number]

export function WorkspaceList() {
  const { t } = useTranslation()
  const list = useList(listWorkspaces, 'page_workspace')
  const [adding, setAdding] = useState(false)
  const { options, change, answer } = list
  const add = () => setAdding(true)
  return (
    <>
      <PageHeader
        title={t('embedding.workspaces.title')}
        aside={answer && t('general.list.count', { count: answer.total })}
        text={t('embedding.workspaces.purpose')}
      >
        <AddButton onAdd={add} />
      </PageHeader>
      <ListTools>
        <SearchBox value={options.search} onSearch={(search) => change({ search })} />
      </ListTools>
      <Rows list={list} onAdd={add} />
      <WorkspaceDialog opened={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  if (!useCan('workspace.add')) return null
  return (
    <Button onClick={onAdd} leftSection={<IconPlus size={16} stroke={2} aria-hidden />}>
      {t('embedding.workspaces.add')}
    </Button>
  )
}

type Chosen = { row: Row; what: 'reports' | 'removal' }

function Rows({ list, onAdd }: { list: List<typeof listWorkspaces>; onAdd: () => void }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { options, change, answer, stale, failure, retry } = list
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer?.total === 0) {
    return <NoWorkspaces search={options.search} onClear={() => change({ search: '' })} onAdd={onAdd} />
  }
  const chosenFor = (what: Chosen['what']) => (chosen?.what === what ? chosen.row : null)
  const close = () => setChosen(null)
  return (
    <>
      <RecordTable
        label={t('embedding.workspaces.title')}
        columns={columns}
        rows={answer?.data}
        stale={stale}
        sort={options.sort}
        order={options.order}
        onSort={(order) => change(order as Partial<typeof options>)}
        rowKey={({ id }) => id}
        renderMenu={(row) => <Actions row={row} onChoose={(what) => setChosen({ row, what })} />}
      />
      <PageBar page={options.page} size={options.size} total={answer?.total ?? 0} onChange={change} />
      <WorkspaceReports workspace={chosenFor('reports')} onClose={close} />
      <Removal row={chosenFor('removal')} onClose={close} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { date, number } = useFormats()
  return [
    { key: 'name', title: t('embedding.workspaces.field.name'), sort: 'name', width: '36%', cell: ({ name }) => name },
    {
      key: 'account',
      title: t('embedding.workspaces.field.account'),
      cell: ({ account }) => account ?? t('embedding.workspaces.hiddenAccount'),
    },
    {
      key: 'reports',
      title: t('embedding.workspaces.field.reports'),
      sort: 'reports',
      width: '12rem',
      wideOnly: true,
      cell: ({ reports }) => number(reports),
    },
    {
      key: 'created_at',
      title: t('embedding.workspaces.createdAt'),
      sort: 'created_at',
      width: '9rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}

function Actions({ row, onChoose }: { row: Row; onChoose: (what: Chosen['what']) => void }) {
  const { t } = useTranslation()
  return (
    <RowMenu name={row.name}>
      <Menu.Item key="reports" leftSection={<IconFiles size={16} aria-hidden />} onClick={() => onChoose('reports')}>
        {t('embedding.workspaces.reports')}
      </Menu.Item>
      {row.can.includes('remove') && (
        <Menu.Item
          key="remove"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onChoose('removal')}
        >
          {t('general.action.remove')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

function Removal({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const remove = useTell(removeWorkspace, {
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

type NoWorkspacesProps = { search: string; onClear: () => void; onAdd: () => void }

function NoWorkspaces({ search, onClear, onAdd }: NoWorkspacesProps) {
  const { t } = useTranslation()
  const icon = <IconStack2 size={22} stroke={1.6} aria-hidden />
  if (search === '') {
    return (
      <EmptyState title={t('general.list.empty')} text={t('embedding.workspaces.empty')} icon={icon}>
        <AddButton onAdd={onAdd} />
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
