import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { listWorkspaceReports, type ServiceReport } from '../contract.ts'
import classes from './workspace-choices.module.css'
import { Answered, ContentsDialog, type ContentsProps } from './workspace-contents.tsx'

/** Lists the reports of a workspace at its service, and marks those that are published in the portal. */
export const WorkspaceReports = (props: ContentsProps) => (
  <ContentsDialog {...props}>{(id) => <Reports id={id} />}</ContentsDialog>
)

function Reports({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Answered answer={useCallQuery(listWorkspaceReports, { id })} empty={t('sources.workspaces.noReports')}>
      {(reports) => (
        <ul className={classes.choices} aria-label={t('sources.workspaces.reports')}>
          {reports.map((report) => (
            <Report key={report.service_report_id} report={report} />
          ))}
        </ul>
      )}
    </Answered>
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
          {t('sources.workspaces.published')}
        </span>
      ) : null}
      {identity_required ? <span className={classes.quiet}>{t('sources.workspaces.secured')}</span> : null}
    </li>
  )
}
