import { Button, Menu } from '@mantine/core'
import { IconDatabase, IconFiles, IconLayoutDashboard, IconPencil, IconPlus, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { exportWorkspaces, listWorkspaces, removeWorkspace } from '../contract.ts'
import { WorkspaceDashboards } from './workspace-dashboards.tsx'
import { WorkspaceDatasets } from './workspace-datasets.tsx'
import { WorkspaceDialog } from './workspace-dialog.tsx'
import { WorkspaceRename } from './workspace-rename.tsx'
import { WorkspaceReports } from './workspace-reports.tsx'

type Row = RowOf<typeof listWorkspaces>
type WorkspaceView = 'reports' | 'datasets' | 'dashboards' | 'rename'

export function WorkspaceList() {
  const [adding, setAdding] = useState(false)
  const [opened, setOpened] = useState<{ view: WorkspaceView; row: Row } | null>(null)
  const rowIn = (view: WorkspaceView) => (opened?.view === view ? opened.row : null)
  const close = () => setOpened(null)
  return (
    <>
      <ListPage
        list={listWorkspaces}
        file={exportWorkspaces}
        remove={removeWorkspace}
        phrasePrefix="sources.workspaces"
        pageKey="page_workspace"
        renderBegin={() => <AddButton onAdd={() => setAdding(true)} />}
        icon={IconStack2}
        columns={useColumns()}
        renderActions={(row) => <Items key="more" row={row} onOpen={(view) => setOpened({ view, row })} />}
      />
      <WorkspaceDialog opened={adding} onClose={() => setAdding(false)} />
      <WorkspaceReports workspace={rowIn('reports')} onClose={close} />
      <WorkspaceDatasets workspace={rowIn('datasets')} onClose={close} />
      <WorkspaceDashboards workspace={rowIn('dashboards')} onClose={close} />
      <WorkspaceRename workspace={rowIn('rename')} onClose={close} />
    </>
  )
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  if (!useCan('workspace.add')) return null
  return (
    <Button onClick={onAdd} leftSection={<IconPlus size={16} stroke={2} aria-hidden />}>
      {t('sources.workspaces.add')}
    </Button>
  )
}

function Items({ row, onOpen }: { row: Row; onOpen: (view: WorkspaceView) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Menu.Item leftSection={<IconFiles size={16} aria-hidden />} onClick={() => onOpen('reports')}>
        {t('sources.workspaces.reports')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDatabase size={16} aria-hidden />} onClick={() => onOpen('datasets')}>
        {t('sources.workspaces.datasets')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLayoutDashboard size={16} aria-hidden />} onClick={() => onOpen('dashboards')}>
        {t('sources.workspaces.dashboards')}
      </Menu.Item>
      {row.can.includes('update') ? (
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onOpen('rename')}>
          {t('sources.workspaces.rename')}
        </Menu.Item>
      ) : null}
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { date, number } = useFormats()
  return [
    { key: 'name', title: t('sources.workspaces.field.name'), sort: 'name', width: '36%', cell: ({ name }) => name },
    {
      key: 'account',
      title: t('sources.workspaces.field.account'),
      cell: ({ account }) => account ?? t('sources.workspaces.hiddenAccount'),
    },
    {
      key: 'reports',
      title: t('sources.workspaces.field.reports'),
      sort: 'reports',
      width: '12rem',
      wideOnly: true,
      cell: ({ reports }) => number(reports),
    },
    {
      key: 'created_at',
      title: t('sources.workspaces.createdAt'),
      sort: 'created_at',
      width: '9rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}
