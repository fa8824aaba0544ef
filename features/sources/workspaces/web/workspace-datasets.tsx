// The data sets of a workspace, with the reports that use them.
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { readDatasets } from '../contract.ts'
import classes from './workspace-choices.module.css'
import { Answered, ContentsDialog, type ContentsProps } from './workspace-contents.tsx'

type ReceivedDatasets = ReceivedOf<typeof readDatasets>

export const WorkspaceDatasets = (props: ContentsProps) => (
  <ContentsDialog {...props}>{(id) => <LoadedDatasets id={id} />}</ContentsDialog>
)

function LoadedDatasets({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Answered answer={useCallQuery(readDatasets, { id })} empty={t('sources.workspaces.noDatasets')}>
      {(datasets) => (
        <ul className={classes.choices} aria-label={t('sources.workspaces.datasets')}>
          {datasets.map((dataset) => (
            <Dataset key={dataset.service_dataset_id} dataset={dataset} />
          ))}
        </ul>
      )}
    </Answered>
  )
}

function Dataset({ dataset }: { dataset: ReceivedDatasets['data'][number] }) {
  const { t } = useTranslation()
  const { name, refreshable, identity_required, configured_by, reports } = dataset
  return (
    <li className={classes.dataset}>
      <span className={classes.name}>{name}</span>
      <span className={classes.facts}>
        {refreshable ? (
          <Badge variant="light" color="gray" tt="none">
            {t('sources.workspaces.refreshable')}
          </Badge>
        ) : null}
        {identity_required ? (
          <Badge variant="light" color="gray" tt="none">
            {t('sources.workspaces.secured')}
          </Badge>
        ) : null}
        {configured_by === null ? null : (
          <span className={classes.quiet}>{t('sources.workspaces.by', { name: configured_by })}</span>
        )}
      </span>
      <span className={classes.quiet}>
        {reports.length === 0 ? t('sources.workspaces.unused') : `${t('sources.workspaces.usedBy')}: `}
        {reports.map((report, index) => (
          <span key={report.id}>
            <PathLink to={`/report/${report.id}/access`}>{report.name}</PathLink> (
            {t('sources.workspaces.people', { count: report.people })}){index < reports.length - 1 ? ', ' : ''}
          </span>
        ))}
      </span>
    </li>
  )
}
