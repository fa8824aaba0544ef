// A report as another person would open it, in a dialog with a banner that says so. A preview does not count as a view of that person.
import { Button, Modal } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#platform/contract/call.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { previewReport } from '#features/reports/view/contract.ts'
import { emptyRequest, openingOf } from './report-opening.ts'
import { ReportPageSkeleton } from './report-skeleton.tsx'
import { ReportStage } from './report-stage.tsx'
import classes from './report-preview.module.css'

type Drafts = InputOf<typeof previewReport>['grants']

type PreviewProps = {
  reportId: string
  person: { id: string; name: string }
  /** The grants of a form that is not saved; null: the saved grants. */
  drafts: Drafts
  onClose: () => void
}

/** A report as another person would open it. */
export function ReportPreview({ person, onClose, ...previewProps }: PreviewProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      withCloseButton={false}
      title={t('reports.view.preview.title', { name: person.name })}
      classNames={{ header: classes.hidden, content: classes.content, body: classes.body }}
    >
      <output className={classes.banner}>
        <IconUserSearch size={18} stroke={1.8} aria-hidden />
        <p className={classes.words}>
          <strong>{t('reports.view.preview.title', { name: person.name })}</strong>{' '}
          {t(previewProps.drafts === null ? 'reports.view.preview.text' : 'reports.view.preview.textDraft')}
        </p>
        <Button size="xs" variant="default" onClick={onClose} data-autofocus>
          {t('reports.view.preview.leave')}
        </Button>
      </output>
      <div className={classes.report}>
        <Previewed {...previewProps} person={person} onClose={onClose} />
      </div>
    </Modal>
  )
}

function Previewed({ reportId, person, drafts, onClose }: PreviewProps) {
  const { t } = useTranslation()
  const previewRequest = { reportId, user_id: person.id, grants: drafts }
  const { data, error, refetch, isFetching } = useCallQuery(previewReport, previewRequest, {
    freshFor: Infinity,
    once: true,
  })
  const opening = useMemo(
    () =>
      data &&
      openingOf(data, { request: emptyRequest, view: undefined, firstState: null, reset: null, displayedState: null }),
    [data],
  )
  if (error) {
    return (
      <FailedState failure={error}>
        <Button variant="default" onClick={onClose}>
          {t('reports.view.preview.leave')}
        </Button>
      </FailedState>
    )
  }
  if (!opening || isFetching) return <ReportPageSkeleton />
  return (
    <ReportStage
      opening={opening}
      onEnded={onClose}
      onReopen={() => void refetch()}
      preview={{ onRenew: () => ask(previewReport, previewRequest) }}
    />
  )
}
