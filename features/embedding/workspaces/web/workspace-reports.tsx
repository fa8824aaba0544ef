import { Modal, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { listWorkspaceReports, type ServiceReport } from '../contract.ts'
import classes from './workspace-choices.module.css'
import { ChoiceSkeleton } from './workspace-dialog.tsx'

type WorkspaceReportsProps = {
  /** Null closes the dialog. */
  workspace: { id: string; name: string } | null
  onClose: () => void
}

/** The reports of a workspace at its service, and which of them are published here. */
export function WorkspaceReports({ workspace, onClose }: WorkspaceReportsProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={workspace !== null}
      onClose={onClose}
      title={workspace?.name ?? ''}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {workspace === null ? null : <Reports id={workspace.id} />}
    </Modal>
  )
}

function Reports({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useAsk(listWorkspaceReports, { id })
  if (error && data === undefined) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ChoiceSkeleton />
  if (data.data.length === 0) return <Text c="dimmed">{t('embedding.workspaces.noReports')}</Text>
  return (
    <ul className={classes.choices} aria-label={t('embedding.workspaces.reports')}>
      {data.data.map((report) => (
        <Report key={report.service_report_id} report={report} />
      ))}
    </ul>
  )
}

function Report({ report: { name, published, identity_required } }: { report: ServiceReport }) {
  const { t } = useTranslation()
  return (
    <li>
      <span className={classes.name}>{name}</span>
      {published ? (
        <span className={classes.done}>
          <IconCheck size={16} stroke={2} aria-hidden />
          {t('embedding.workspaces.published')}
        </span>
      ) : null}
      {identity_required ? <span className={classes.quiet}>{t('embedding.workspaces.secured')}</span> : null}
    </li>
  )
}
