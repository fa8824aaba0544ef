// The data sets of a workspace, with the reports that use them.
import { Badge, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { readDatasets } from '../contract.ts'
import classes from './workspace-choices.module.css'
import { ChoiceSkeleton } from './workspace-dialog.tsx'

type Found = ReceivedOf<typeof readDatasets>
type WorkspaceDatasetsProps = { workspace: { id: string; name: string } | null; onClose: () => void }

export function WorkspaceDatasets({ workspace, onClose }: WorkspaceDatasetsProps) {
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
      {workspace === null ? null : <Loaded id={workspace.id} />}
    </Modal>
  )
}

function Loaded({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useAsk(readDatasets, { id })
  if (error && data === undefined) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ChoiceSkeleton />
  if (data.data.length === 0) return <Text c="dimmed">{t('embedding.workspaces.noDatasets')}</Text>
  return (
    <ul className={classes.choices} aria-label={t('embedding.workspaces.datasets')}>
      {data.data.map((dataset) => (
        <Dataset key={dataset.service_dataset_id} dataset={dataset} />
      ))}
    </ul>
  )
}

function Dataset({ dataset }: { dataset: Found['data'][number] }) {
  const { t } = useTranslation()
  const { name, refreshable, identity_required, configured_by, reports } = dataset
  return (
    <li className={classes.dataset}>
      <span className={classes.name}>{name}</span>
      <span className={classes.facts}>
        {refreshable ? (
          <Badge variant="light" color="gray" tt="none">
            {t('embedding.workspaces.refreshable')}
          </Badge>
        ) : null}
        {identity_required ? (
          <Badge variant="light" color="gray" tt="none">
            {t('embedding.workspaces.secured')}
          </Badge>
        ) : null}
        {configured_by === null ? null : (
          <span className={classes.quiet}>{t('embedding.workspaces.by', { name: configured_by })}</span>
        )}
      </span>
      <span className={classes.quiet}>
        {reports.length === 0 ? t('embedding.workspaces.unused') : `${t('embedding.workspaces.usedBy')}: `}
        {reports.map((report, at) => (
          <span key={report.id}>
            <PathLink to={`/report/${report.id}/access`}>{report.name}</PathLink> (
            {t('embedding.workspaces.people', { count: report.people })}){at < reports.length - 1 ? ', ' : ''}
          </span>
        ))}
      </span>
    </li>
  )
}
