// An app as its first reader sees it, for those who give access: its navigation has only the items that this person may open.
import { Alert, Button, UnstyledButton } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { ReportPreview } from '#features/reports/stage/web/exports.tsx'
import { type AppItem, previewApp } from '../contract.ts'
import { AppFrame } from './app-frame.tsx'
import classes from './app-mark.module.css'
import { appPlace } from './app-place.ts'

export function AppPreview() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const [reportId, setReportId] = useState<string | null>(null)
  const { data, error, refetch } = useCallQuery(previewApp, { id }, { freshFor: 0 })
  if (error) return <FailedState failure={error} {...(error.http === 404 ? {} : { onRetry: () => void refetch() })} />
  if (!data) return <LoadingOverlay />
  const { reader } = data
  const leave = (
    <Button size="xs" variant="default" renderRoot={(props) => <PathLink to={`${appPlace.path}/${id}`} {...props} />}>
      {t(reader === null ? 'reports.library.giveAccess' : 'reports.view.preview.leave')}
    </Button>
  )
  if (reader === null) {
    return (
      <EmptyState title={data.name} text={t('reports.apps.noReader')}>
        {leave}
      </EmptyState>
    )
  }
  return (
    <>
      <Alert color="amber" variant="light" c="var(--ink)" mb="md" icon={<IconUserSearch aria-hidden />}>
        <div className={classes.banner}>
          <strong>{t('reports.view.preview.title', { name: reader.name })}</strong>
          {leave}
        </div>
      </Alert>
      <AppFrame app={data} renderItem={(item) => <Item item={item} onOpen={setReportId} />}>
        <EmptyState
          title={data.name}
          text={t(data.sections.length === 0 ? 'reports.apps.nothingForReader' : 'reports.apps.chooseItem', reader)}
        />
      </AppFrame>
      {reportId === null ? null : (
        <ReportPreview reportId={reportId} person={reader} drafts={null} onClose={() => setReportId(null)} />
      )}
    </>
  )
}

/** A report opens as the reader sees it. Other items have nothing that depends on the reader. */
function Item({ item, onOpen }: { item: AppItem; onOpen: (reportId: string) => void }) {
  if (!('report_id' in item)) return <span className={classes.item}>{item.title}</span>
  return (
    <UnstyledButton className={classes.item} onClick={() => onOpen(item.report_id)}>
      {item.title}
    </UnstyledButton>
  )
}
