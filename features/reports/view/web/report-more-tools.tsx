// The tools of a report that belong to the person who reads: their views, comments, the reset of filters, share, print, help.
import { Menu } from '@mantine/core'
import {
  IconBellPlus,
  IconCalendar,
  IconDots,
  IconDownload,
  IconFilterOff,
  IconLifebuoy,
  IconMessage,
  IconPencil,
  IconPin,
  IconPrinter,
  IconRefresh,
  IconShare,
  IconSparkles,
  IconStack2,
} from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { useCan, useIsEmbedded, useSession } from '#platform/web/session/use-session.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import { toastFailure } from '#platform/web/ui/toasts.tsx'
import { useAiUse } from '#features/assistant/ai-accounts/web/exports.tsx'
import { captureView, type Opening, type ShownReport, Tool, ToolMenu } from '#features/reports/stage/web/exports.tsx'
import type { DialogKind } from './report-dialog.tsx'
import { ReportLanguage } from './report-language.tsx'
import classes from './report-more-tools.module.css'

const loadDialog = () => import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog }))
const ReportDialog = lazy(loadDialog)

type MoreToolsProps = {
  opening: Opening
  report: ShownReport
  /** Called after the person's last filters are deleted: the report opens as it was published, at this page. */
  onReset: (page: string | null) => void
  onShowView: (viewId: string | null) => void
  /** Begins to edit the content. */
  onEdit: () => void
}

export function MoreTools({ opening, report: displayed, onReset, onShowView, onEdit }: MoreToolsProps) {
  const { opened } = opening
  const { t } = useTranslation()
  const isEmbedded = useIsEmbedded()
  const mayKeepViews = useCan('saved_view.keep')
  // A page of another site has no home page.
  const mayPin = useCan('pin.keep') && !isEmbedded
  const { can, screens } = useSession()
  const mayAskForHelp = !isEmbedded && can.has('ticket.add') && screens.has('help_desk')
  const mayOpenScreen = (permission: string, screen: string) =>
    !isEmbedded && can.has(permission) && screens.has(screen)
  // The link of a notification opens the comments.
  const { comments }: { comments?: unknown } = useSearch({ strict: false })
  const mayComment = useCan('report_comment.write') && opened.allow_comments
  const explaining = useAiUse('explain_page')
  const mayExport = useCan('report.export') && opened.export && !isEmbedded
  const [dialog, setDialog] = useState<DialogKind | null>(comments === 'S' && mayComment ? 'comments' : null)
  const { report, page, memory } = displayed
  const isOpening = report === null
  // The dialogs are fetched behind the report, so that none waits for its file when a person opens it.
  useEffect(() => {
    if (!isOpening) void loadDialog()
  }, [isOpening])
  const close = () => setDialog(null)
  const go = useGo()
  const askForHelp = () =>
    void captureView(opened, displayed, mayExport).then(() => go(`/help_desk/add?report=${opened.id}`))
  const reset = () => void memory.reset().then(() => onReset(page?.name ?? null), toastFailed)
  return (
    <>
      {opened.may_edit && !isEmbedded ? (
        <Tool named label={t('reports.view.edit.tool')} icon={IconPencil} disabled={isOpening} onClick={onEdit} />
      ) : null}
      {mayKeepViews ? (
        <span className={classes.wide}>
          <Tool named label={t('reports.savedViews.title')} icon={IconStack2} onClick={() => setDialog('views')} />
        </span>
      ) : null}
      {mayComment ? (
        <span className={classes.wide}>
          <Tool named label={t('reports.comments.title')} icon={IconMessage} onClick={() => setDialog('comments')} />
        </span>
      ) : null}
      {mayPin ? (
        <span className={classes.wide}>
          <Tool
            named="wide"
            label={t('reports.pins.tool')}
            icon={IconPin}
            disabled={isOpening}
            onClick={() => setDialog('pins')}
          />
        </span>
      ) : null}
      {mayExport ? (
        <span className={classes.wide}>
          <Tool
            named
            label={t('reports.view.tool.export')}
            icon={IconDownload}
            disabled={isOpening}
            onClick={() => setDialog('export')}
          />
        </span>
      ) : null}
      <ToolMenu label={t('reports.view.tool.more')} icon={IconDots} disabled={false}>
        {mayKeepViews ? (
          <Menu.Item
            className={classes.narrow ?? ''}
            leftSection={<IconStack2 size={16} aria-hidden />}
            onClick={() => setDialog('views')}
          >
            {t('reports.savedViews.title')}
          </Menu.Item>
        ) : null}
        {mayComment ? (
          <Menu.Item
            className={classes.narrow ?? ''}
            leftSection={<IconMessage size={16} aria-hidden />}
            onClick={() => setDialog('comments')}
          >
            {t('reports.comments.title')}
          </Menu.Item>
        ) : null}
        {mayPin ? (
          <Menu.Item
            className={classes.narrow ?? ''}
            leftSection={<IconPin size={16} aria-hidden />}
            disabled={isOpening}
            onClick={() => setDialog('pins')}
          >
            {t('reports.pins.tool')}
          </Menu.Item>
        ) : null}
        {explaining ? (
          <Menu.Item
            leftSection={<IconSparkles size={16} aria-hidden />}
            disabled={isOpening}
            onClick={() => setDialog('summary')}
          >
            {t('reports.view.summary.tool')}
          </Menu.Item>
        ) : null}
        {opened.show_toolbar ? (
          <Menu.Item
            className={classes.narrow ?? ''}
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={isOpening}
            onClick={() => void report?.refresh()}
          >
            {t('reports.view.tool.refresh')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconFilterOff size={16} aria-hidden />} disabled={isOpening} onClick={reset}>
          {t('reports.view.tool.reset')}
        </Menu.Item>
        {isEmbedded ? null : (
          <Menu.Item leftSection={<IconShare size={16} aria-hidden />} onClick={() => setDialog('share')}>
            {t('reports.view.tool.share')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} disabled={isOpening} onClick={printLater}>
          {t('reports.view.tool.print')}
        </Menu.Item>
        {mayExport ? (
          <Menu.Item
            className={classes.narrow ?? ''}
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={isOpening}
            onClick={() => setDialog('export')}
          >
            {t('reports.view.tool.export')}
          </Menu.Item>
        ) : null}
        {mayOpenScreen('task.add', 'auto_actions') ? (
          <Menu.Item
            leftSection={<IconBellPlus size={16} aria-hidden />}
            onClick={() => go(`/auto_actions/add?report=${opened.id}`)}
          >
            {t('reports.view.tool.alert')}
          </Menu.Item>
        ) : null}
        {mayOpenScreen('dataset.schedule', 'powerbi/datasets') ? (
          <Menu.Item
            leftSection={<IconCalendar size={16} aria-hidden />}
            onClick={() => go(`/powerbi/datasets/of_report/${opened.id}`)}
          >
            {t('reports.view.tool.refreshes')}
          </Menu.Item>
        ) : null}
        {mayAskForHelp ? (
          <Menu.Item leftSection={<IconLifebuoy size={16} aria-hidden />} onClick={askForHelp}>
            {t('reports.view.tool.ticket')}
          </Menu.Item>
        ) : null}
        {isEmbedded ? null : <ReportLanguage />}
      </ToolMenu>
      {dialog === null ? null : (
        <Suspense>
          <ReportDialog
            dialog={dialog}
            opening={opening}
            report={displayed}
            onShowView={onShowView}
            onViews={() => setDialog('views')}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

const toastFailed = (error: unknown) => toastFailure(error instanceof CallFailure ? error.message : undefined)

/** The print dialog stops the page, so it opens after the menu has closed. */
const printLater = () => void setTimeout(() => window.print(), 200)
