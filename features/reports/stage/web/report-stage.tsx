// The report in its frame, with the tools above it and the stored reading state. Until the report has loaded, a skeleton covers the frame.
import { useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Report } from 'powerbi-client'
import { useTranslation } from 'react-i18next'
import { useBlocker } from '@tanstack/react-router'
import type { Language } from '#catalogue/languages.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { pressSearchKeys } from '#platform/web/routing/search-keys.ts'
import { useIsEmbedded, useSession } from '#platform/web/session/use-session.ts'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import type { EmbedFailure } from '#powerbi/web/embed-failure.ts'
import { EmbeddedReport } from '#powerbi/web/embedded-report.tsx'
import { renewToken } from '#features/reports/view/contract.ts'
import {
  fillsWindow,
  hostTheme,
  type HostTheme,
  isPhoneLayout,
  reportConfiguration,
  type ReportPage,
  ReportWatermark,
  useFullScreen,
  useScale,
} from '#features/reports/frame/web/exports.tsx'
import { ReportFailure } from './report-failure.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'
import { ReportTools } from './report-tools.tsx'
import classes from './report-stage.module.css'
import type { ReportMemory } from './report-memory.ts'
import { useAutoRefresh } from './report-refresh.ts'
import { ReportNotes } from './report-notes.tsx'
import type { AddressFilter } from './report-address-filters.ts'
import { type Opening, missingIn } from './report-opening.ts'
import { usePrintSize } from './report-print.ts'
import type { ReportState } from './report-state-outbox.ts'
import { useViewLog, viewOrigin, type ViewScreen } from './report-view-log.ts'
import { useReportMemory } from './report-states.ts'

export type ShownReport = {
  /** The loaded report; null until it has loaded. */
  report: Report | null
  page: ReportPage | null
  memory: ReportMemory
}

type StageProps = {
  opening: Opening
  /** Called when the person's access has ended. */
  onEnded: () => void
  /** Opens the report again, with a new token. */
  onReopen: () => void
  /** Receives the state of the report after each change. */
  onChange?: (state: ReportState) => void
  /** Renders the tools of the page, after those of the report. */
  renderMore?: (report: ShownReport) => ReactNode
  /** What is said above the report. */
  notice?: ReactNode
  screen?: ViewScreen
  /** Present if the report is shown as another person would open it: nothing is logged or stored. `onRenew` loads the preview again. */
  preview?: { onRenew: () => Promise<{ token: string; ends_in_ms: number }> }
}

/** The report with its tools. */
export function ReportStage({
  opening,
  onEnded,
  onReopen,
  onChange = ignore,
  renderMore,
  notice,
  screen = 'report',
  preview,
}: StageProps) {
  const { opened } = opening
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const language = useLanguage()
  // The colour scheme must be known at the first render, because the report opens in it.
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const activeTheme = useActiveTheme()
  const theme = useMemo(() => hostTheme(activeTheme, isDark), [activeTheme, isDark])
  const fullScreen = useFullScreen()
  const [report, setReport] = useState<Report | null>(null)
  const [dataUntil, setDataUntil] = useState<string | null>(null)
  const [page, setPage] = useState<ReportPage | null>(null)
  // Whether the frame has content: the report, or a message of its service.
  const [isSeen, setSeen] = useState(false)
  // Filters of the URL whose column the report does not have.
  const [missing, setMissing] = useState<AddressFilter[]>([])
  const [failure, setFailure] = useState<EmbedFailure | null>(null)
  const paper = useRef<HTMLDivElement>(null)
  // A phone layout has its own size, so the recommended resolution does not apply.
  const isPhone = isPhoneLayout(opened, window.innerWidth)
  const scale = useScale(paper, isPhone ? null : opened.recommended_resolution)
  const isEmbedded = useIsEmbedded()
  const { homePath } = useSession()
  const log = useViewLog(opened.id, preview ? null : viewOrigin({ reportId: opened.id, screen, isEmbedded, homePath }))
  const memory = useReportMemory(opened, onChange)
  useSettledLeave(memory)
  usePrintSize(paper)
  useAutoRefresh(report, opened.refresh_seconds)
  useColours(opened.kind === 'local' ? report : null, theme)
  useReopenInLanguage(language, memory, onReopen)
  const target = useTarget(opened, language, theme)
  const origins = useMemo(() => opened.trusted_origins, [opened])
  const renew = useRenewal(opened.id, onEnded, preview?.onRenew)
  if (failure) return <ReportFailure failure={failure} onRetry={onReopen} />
  return (
    <div
      className={classes.stage}
      data-full={fullScreen.isOn || undefined}
      data-bare={isEmbedded || undefined}
      data-preview={preview !== undefined || undefined}
      data-app={screen === 'app' || undefined}
      {...fillsWindow}
    >
      <ReportTools
        opened={opened}
        report={report}
        dataUntil={dataUntil}
        page={page}
        fullScreen={fullScreen}
        more={renderMore?.({ report, page, memory })}
        isPreview={preview !== undefined}
        screen={screen}
      />
      {notice}
      <ReportNotes opening={opening} missing={missing} />
      <p className={classes.printed}>
        {opened.name} · {dateTime(now())}
      </p>
      <div ref={paper} className={classes.paper} data-portrait={opened.orientation === 'portrait' || undefined}>
        <EmbeddedReport
          className={classes.frame ?? ''}
          style={scale}
          target={target}
          localOrigins={origins}
          now={() => now().getTime()}
          renew={renew}
          title={t('reports.view.frame', { name: opened.name })}
          opened={memory.watch}
          loaded={(loaded, lastDay) => {
            log.loaded()
            setDataUntil(lastDay)
            setSeen(true)
            setReport(loaded)
            // Without an answer the first change of the page tells it.
            loaded.getActivePage().then(
              ({ name, displayName }) => setPage((known) => known ?? { name, displayName }),
              () => undefined,
            )
            // A report that does not answer shows what it shows: the note is left out.
            if (opening.filters.length > 0)
              loaded.getFilters().then(
                (applied) => setMissing(missingIn(opening.filters, applied)),
                () => undefined,
              )
          }}
          rendered={log.rendered}
          pageChanged={(nextPage) => {
            // A bookmark or a button of Microsoft's service led to a page that is not the reader's.
            const [first] = opened.pages ?? []
            if (first !== undefined && opened.pages?.includes(nextPage.name) === false)
              return void report?.setPage(first)
            setPage(nextPage)
            log.page(nextPage)
            memory.turned(nextPage.name)
          }}
          failed={(said) => {
            log.failed()
            setSeen(true)
            if (!said.isShown) setFailure(said)
          }}
          searchAsked={pressSearchKeys}
        />
        {isSeen ? null : <ReportSkeleton />}
        {opened.watermark ? <ReportWatermark text={opened.watermark_text} report={opened.name} /> : null}
      </div>
    </div>
  )
}

const ignore = () => undefined

/** What the frame opens. */
function useTarget(opened: Opening['opened'], language: Language, theme: HostTheme) {
  return useMemo(
    () => ({
      reportId: opened.service_report_id,
      embedUrl: opened.embed_url,
      token: { token: opened.token, endsInMs: opened.ends_in_ms },
      configuration: reportConfiguration(opened, language, theme),
    }),
    [opened, language, theme],
  )
}

type Preview = NonNullable<StageProps['preview']>

/** Asks for the next token. */
function useRenewal(reportId: string, onEnded: () => void, onRenew: Preview['onRenew'] | undefined) {
  return useCallback(async () => {
    try {
      const { token, ends_in_ms } = await (onRenew ? onRenew() : ask(renewToken, { reportId }))
      return { token, endsInMs: ends_in_ms }
    } catch (error) {
      if (error instanceof CallFailure && error.http === 404) onEnded()
      throw error
    }
  }, [reportId, onEnded, onRenew])
}

/** Applies changed colours of the portal to an open report of the embedded service. */
function useColours(report: Report | null, theme: HostTheme): void {
  const displayedTheme = useRef(theme)
  useEffect(() => {
    if (report === null || displayedTheme.current === theme) return
    displayedTheme.current = theme
    // A failure to change colours does not interrupt reading.
    report.applyTheme(theme).catch(() => undefined)
  }, [report, theme])
}

/** A link leaves the screen only after the last change has been read, because the report answers no more once its frame is removed. */
function useSettledLeave(memory: ReportMemory): void {
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async () => {
      await memory.settle()
      return false
    },
  })
}

/** Opens the report again after a change of language, because a service sets the language only when it opens a report. */
function useReopenInLanguage(language: Language, memory: ReportMemory, onReopen: () => void): void {
  const [displayedLanguage] = useState(language)
  const settle = useEffectEvent(memory.settle)
  const reopen = useEffectEvent(onReopen)
  useEffect(() => {
    if (displayedLanguage === language) return
    let isGone = false
    // The state is read before the frame of the earlier language is removed.
    void settle().then(() => isGone || reopen())
    return () => {
      isGone = true
    }
  }, [displayedLanguage, language])
}
