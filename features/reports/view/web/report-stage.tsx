// The report in its frame, with the tools above it and the stored reading state.
import { useComputedColorScheme } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Report } from 'powerbi-client'
import { useTranslation } from 'react-i18next'
import type { Language } from '#catalogue/languages.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { now } from '#platform/web/clock.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import type { EmbedFailure } from '#powerbi/web/embed-failure.ts'
import { EmbeddedReport } from '#powerbi/web/embedded-report.tsx'
import type { openReport } from '../contract.ts'
import { renewToken } from '../contract.ts'
import { darkTheme, reportConfiguration } from './report-configuration.ts'
import { ReportFailure } from './report-failure.tsx'
import { ReportTools } from './report-tools.tsx'
import { ReportWatermark } from './report-watermark.tsx'
import classes from './report-stage.module.css'
import { useReportMemory } from './report-memory.ts'
import { useViewLog } from './report-view-log.ts'

export type Opened = ReceivedOf<typeof openReport>

type StageProps = {
  opened: Opened
  /** The person's access has ended. */
  onEnded: () => void
  /** Opens the report again, with a new token. */
  onReopen: () => void
}

export function ReportStage({ opened, onEnded, onReopen }: StageProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  // Known at the first render: the report opens in these colours.
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const stage = useRef<HTMLDivElement>(null)
  const [report, setReport] = useState<Report | null>(null)
  const [page, setPage] = useState('')
  // The frame has content: the report, or a message of its service.
  const [isSeen, setSeen] = useState(false)
  const isUnread = !isSeen && isDark && opened.kind === 'powerbi'
  const [failure, setFailure] = useState<EmbedFailure | null>(null)
  const log = useViewLog(opened.id)
  const memory = useReportMemory(opened)
  useColours(opened.kind === 'local' ? report : null, isDark)
  useReopenInLanguage(language, onReopen)
  const target = useMemo(
    () => ({
      reportId: opened.service_report_id,
      embedUrl: opened.embed_url,
      token: { token: opened.token, endsInMs: opened.ends_in_ms },
      configuration: reportConfiguration(opened, language, isDark),
    }),
    [opened, language, isDark],
  )
  const origins = useMemo(() => opened.trusted_origins, [opened])
  const renew = useCallback(async () => {
    try {
      const { token, ends_in_ms } = await ask(renewToken, { reportId: opened.id })
      return { token, endsInMs: ends_in_ms }
    } catch (error) {
      if (error instanceof CallFailure && error.http === 404) onEnded()
      throw error
    }
  }, [opened.id, onEnded])
  if (failure) return <ReportFailure failure={failure} onRetry={onReopen} />
  return (
    <div ref={stage} className={classes.stage}>
      <ReportTools opened={opened} report={report} page={page} stage={stage} />
      <div className={classes.paper}>
        <EmbeddedReport
          className={`${classes.frame} ${isUnread ? classes.unread : ''}`}
          target={target}
          localOrigins={origins}
          now={() => now().getTime()}
          renew={renew}
          title={t('reports.view.frame', { name: opened.name })}
          opened={memory.watch}
          loaded={(loaded) => {
            log.loaded()
            setSeen(true)
            setReport(loaded)
          }}
          rendered={log.rendered}
          pageChanged={(next) => {
            setPage(next.name)
            log.page(next)
            memory.turned(next.name)
          }}
          failed={(said) => {
            log.failed()
            setSeen(true)
            if (!said.isShown) setFailure(said)
          }}
          searchAsked={pressSearchKeys}
        />
        {opened.watermark ? <ReportWatermark /> : null}
      </div>
    </div>
  )
}

/** Keys pressed inside the frame are dispatched again on the page. */
const pressSearchKeys = () => {
  const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
  document.body.dispatchEvent(new KeyboardEvent('keydown', keys))
}

/** A report of our service follows the portal's colours while it is open; it was opened with the earlier ones. */
function useColours(report: Report | null, isDark: boolean): void {
  const shown = useRef(isDark)
  useEffect(() => {
    if (report === null || shown.current === isDark) return
    shown.current = isDark
    const change = isDark ? report.applyTheme({ themeJson: darkTheme }) : report.resetTheme()
    // A failure to change colours does not interrupt reading.
    change.catch(() => undefined)
  }, [report, isDark])
}

/** A service sets the language of a report when it opens the report. */
function useReopenInLanguage(language: Language, onReopen: () => void): void {
  const shown = useRef(language)
  useEffect(() => {
    if (shown.current === language) return
    shown.current = language
    onReopen()
  }, [language, onReopen])
}
