// A report that its reader edits, at either service: the frame in edit mode, Save, and the way back. The service stores the content; the
// portal records each save. Loaded when a person begins to edit.
import { Button, useComputedColorScheme } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Report } from 'powerbi-client'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx'
import { toastDone, toastFailure } from '#platform/web/ui/toasts.tsx'
import type { EmbedFailure } from '#powerbi/web/embed-failure.ts'
import { EmbeddedReport } from '#powerbi/web/embedded-report.tsx'
import { editConfiguration, fillsWindow, hostTheme, type Opened } from '#features/reports/frame/web/exports.tsx'
import { ReportPageSkeleton } from '#features/reports/stage/web/exports.tsx'
import { checkEdit, openReport, recordEdit, renewToken } from '../contract.ts'
import classes from './report-editor.module.css'
import { saveContent, type SaveFault } from './save-content.ts'

type EditorProps = { reportId: string; onLeave: () => void; onEnded: () => void }

/** Opens the report with the right to edit. The server refuses it for everybody else. */
export function ReportEditor({ reportId, onLeave, onEnded }: EditorProps) {
  const { t } = useTranslation()
  const { data, error, isFetching } = useCallQuery(
    openReport,
    { reportId, edit: true },
    { freshFor: Infinity, once: true },
  )
  if (error) {
    return (
      <FailedState failure={error}>
        <Button variant="default" onClick={onLeave}>
          {t('reports.view.edit.leave')}
        </Button>
      </FailedState>
    )
  }
  if (!data || isFetching) return <ReportPageSkeleton />
  return <EditedReport opened={data} onLeave={onLeave} onEnded={onEnded} />
}

type EditedProps = Omit<EditorProps, 'reportId'> & { opened: Opened }

function EditedReport({ opened, onLeave, onEnded }: EditedProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [report, setReport] = useState<Report | null>(null)
  const [failure, setFailure] = useState<EmbedFailure | null>(null)
  const [isSaving, setSaving] = useState(false)
  // It stays in sight until the next save: the changes are only on this screen.
  const [fault, setFault] = useState<SaveFault | null>(null)
  const { changed, read } = useUnsaved(report)
  const save = async () => {
    if (report === null) return
    setSaving(true)
    setFault(null)
    const mayEdit = async () => (await ask(checkEdit, { reportId: opened.id })).permission_edit
    setFault(await saveContent(report, mayEdit))
    await read()
    setSaving(false)
  }
  const leave = async () => {
    const asked = { title: t('general.form.leaveTitle'), text: t('general.form.leaveText') }
    if ((await read()) && !(await confirm(asked))) return
    onLeave()
  }
  return (
    <div className={classes.editor} {...fillsWindow}>
      <LeaveGuard changed={changed} />
      <header className={classes.bar}>
        <div className={classes.words}>
          <h1 className={classes.name}>{t('reports.view.edit.title', { name: opened.name })}</h1>
          <p className={classes.text} role={fault ? 'alert' : undefined}>
            {t(`reports.view.edit.${fault ?? (changed ? 'unsaved' : 'rows')}`)}
          </p>
        </div>
        <Button
          leftSection={<IconDeviceFloppy size={16} stroke={1.8} aria-hidden />}
          disabled={!changed}
          loading={isSaving}
          onClick={() => void save()}
        >
          {t('reports.view.edit.save')}
        </Button>
        <Button variant="default" onClick={() => void leave()}>
          {t('reports.view.edit.leave')}
        </Button>
      </header>
      <div className={classes.paper}>
        {failure ? (
          <p role="alert">{t(`reports.view.failure.${failure.code}`)}</p>
        ) : (
          <EditFrame
            opened={opened}
            onOpened={setReport}
            onEnded={onEnded}
            onFailed={(said) => {
              if (!said.isShown) setFailure(said)
            }}
          />
        )}
      </div>
    </div>
  )
}

type FrameProps = {
  opened: Opened
  onOpened: (report: Report) => void
  onEnded: () => void
  onFailed: (failure: EmbedFailure) => void
}

function EditFrame({ opened, onOpened, onEnded, onFailed }: FrameProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const activeTheme = useActiveTheme()
  const theme = useMemo(() => hostTheme(activeTheme, isDark), [activeTheme, isDark])
  const target = useMemo(
    () => ({
      reportId: opened.service_report_id,
      embedUrl: opened.embed_url,
      token: { token: opened.token, endsInMs: opened.ends_in_ms },
      configuration: editConfiguration(opened, language, theme),
    }),
    [opened, language, theme],
  )
  const { id: reportId } = opened
  const renew = useCallback(async () => {
    try {
      const { token, ends_in_ms } = await ask(renewToken, { reportId, edit: true })
      return { token, endsInMs: ends_in_ms }
    } catch (error) {
      if (error instanceof CallFailure && error.http === 404) onEnded()
      throw error
    }
  }, [reportId, onEnded])
  return (
    <EmbeddedReport
      className={classes.frame ?? ''}
      target={target}
      localOrigins={opened.trusted_origins}
      now={() => now().getTime()}
      renew={renew}
      title={t('reports.view.frame', { name: opened.name })}
      // Every way to save ends with this event, also the menu of Microsoft's service.
      opened={(embedded) => embedded.on('saved', () => void recordSave(reportId, t('reports.view.edit.saved')))}
      loaded={onOpened}
      failed={onFailed}
    />
  )
}

async function recordSave(reportId: string, sentence: string): Promise<void> {
  try {
    await ask(recordEdit, { reportId })
    toastDone(sentence)
  } catch (error) {
    toastFailure(error instanceof CallFailure ? error.message : undefined)
  }
}

const askMs = 1_000

/** Whether the report has changes that are not saved. No event of the SDK tells it, so it is asked. */
function useUnsaved(report: Report | null) {
  const [changed, setChanged] = useState(false)
  const latest = useRef(changed)
  const read = useCallback(async () => {
    // A report that does not answer has the changes that it had.
    const isSaved = await report?.isSaved().catch(() => null)
    if (typeof isSaved === 'boolean') latest.current = !isSaved
    setChanged(latest.current)
    return latest.current
  }, [report])
  useEffect(() => {
    const timer = setInterval(() => void read(), askMs)
    return () => clearInterval(timer)
  }, [read])
  return { changed, read }
}
