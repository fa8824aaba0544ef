import { Button, Menu } from '@mantine/core'
import { IconFiles, IconPlus, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { exportWorkspaces, listWorkspaces, removeWorkspace } from '../contract.ts'
import { WorkspaceDialog } from './workspace-dialog.tsx'
import { WorkspaceReports } from './workspace-reports.tsx'

type Row = RowOf<typeof listWorkspaces>

export function WorkspaceList() {
  const [adding, setAdding] = useState(false)
  const [looked, setLooked] = useState<Row | null>(null)
  return (
    <>
      <ListPage
        list={listWorkspaces}
        file={exportWorkspaces}
        remove={removeWorkspace}
        words="embedding.workspaces"
        pageKey="page_workspace"
        renderBegin={() => <AddButton onAdd={() => setAdding(true)} />}
        icon={IconStack2}
        columns={useColumns()}
        renderActions={(row) => <ReportsItem key="reports" onClick={() => setLooked(row)} />}
      />
      <WorkspaceDialog opened={adding} onClose={() => setAdding(false)} />
      <WorkspaceReports workspace={looked} onClose={() => setLooked(null)} />
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

function ReportsItem({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Menu.Item leftSection={<IconFiles size={16} aria-hidden />} onClick={onClick}>
      {t('embedding.workspaces.reports')}
    </Menu.Item>
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
