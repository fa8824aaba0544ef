// One report of a slideshow, without tools. It reports when it is complete, and passes its pages to the slideshow.
import { useComputedColorScheme } from '@mantine/core'
import { useCallback, useMemo, useRef } from 'react'
import type { Report } from 'powerbi-client'
import { SectionVisibility } from '#powerbi/web/sdk-values.ts'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { ask } from '#platform/web/client/client.ts'
import { now } from '#platform/web/clock.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import { EmbeddedReport } from '#powerbi/web/embedded-report.tsx'
import { logView } from '#features/reports/view/contract.ts'
import { hostTheme, isPhoneLayout, ReportWatermark, useScale } from '#features/reports/frame/web/exports.tsx'
import { type openSlide, type PlaylistItem, renewSlide } from '../contract.ts'
import type { Picture } from './playlist-show.ts'
import { slideConfiguration } from './playlist-slide-configuration.ts'
import classes from './playlist-player.module.css'

type Opened = ReceivedOf<typeof openSlide>

export type Slide = {
  item: PlaylistItem
  /** The page to open; null: the page with which the report opens. */
  page: string | null
  opened: Opened
  onReady: (picture: Picture) => void
  onFailed: () => void
}

type SlideProps = {
  slide: Slide
  target: { playlist_id?: string }
  /** A TV, which nobody touches. */
  isScreen: boolean
}

export function PlaylistSlide({ slide, target: playlistTarget, isScreen }: SlideProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const activeTheme = useActiveTheme()
  const { item, opened, onReady, onFailed } = slide
  const state = useRef<{ report: Report | null; isComplete: boolean }>({ report: null, isComplete: false })
  const log = useSlideLog(opened.id)
  // The configuration is computed once, because a slide lives for minutes; the next slide has changed colours.
  const target = useMemo(
    () => ({
      reportId: opened.service_report_id,
      embedUrl: opened.embed_url,
      token: { token: opened.token, endsInMs: opened.ends_in_ms },
      configuration: slideConfiguration({ ...slide, isScreen }, language, hostTheme(activeTheme, isDark)),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
    [opened],
  )
  const renew = useCallback(async () => {
    const { token, ends_in_ms } = await ask(renewSlide, { ...playlistTarget, item_id: item.id })
    return { token, endsInMs: ends_in_ms }
  }, [playlistTarget, item.id])
  const complete = () => {
    const { report, isComplete } = state.current
    if (report === null || isComplete) return
    state.current.isComplete = true
    log.rendered()
    pictureOf(report, opened.pages).then(onReady, onFailed)
  }
  const paper = useRef<HTMLDivElement>(null)
  // The recommended resolution does not apply to a phone layout, which has its own size.
  const scale = useScale(paper, isPhoneLayout(opened, window.innerWidth) ? null : opened.recommended_resolution)
  return (
    <div ref={paper} className={classes.paper} data-portrait={opened.orientation === 'portrait' || undefined}>
      <EmbeddedReport
        className={classes.frame ?? ''}
        style={scale}
        target={target}
        localOrigins={opened.trusted_origins}
        now={() => now().getTime()}
        renew={renew}
        title={t('reports.view.frame', { name: opened.name })}
        loaded={(report) => {
          state.current.report = report
        }}
        rendered={complete}
        failed={() => {
          // A complete picture stays until the next one takes its place.
          if (state.current.isComplete) return
          log.failed()
          onFailed()
        }}
      />
      {opened.watermark ? <ReportWatermark text={opened.watermark_text} report={opened.name} /> : null}
    </div>
  )
}

/** Reads the pages of the loaded report. `own`: the pages that the person may open; null: all. */
async function pictureOf(report: Report, own: Opened['pages']): Promise<Picture> {
  const pages = (await report.getPages()).filter(({ name }) => own === null || own.includes(name))
  const visible = pages.filter(({ visibility }) => visibility !== SectionVisibility.HiddenInViewMode)
  return { pages: visible.map(({ name }) => name), page: pages.find(({ isActive }) => isActive)?.name ?? null }
}

/** Logs the view of the slide, each event once. */
function useSlideLog(reportId: string) {
  return useMemo(() => {
    const view_id = crypto.randomUUID()
    const startedAt = now().getTime()
    const logEvent = (event: 'opened' | 'rendered' | 'failed', more: { render_ms?: number } = {}) =>
      ask(logView, { reportId, view_id, event, origem: 'playlist', ...more }).catch(() => undefined)
    return {
      rendered: () => {
        void logEvent('opened')
        void logEvent('rendered', { render_ms: now().getTime() - startedAt })
      },
      failed: () => void logEvent('failed'),
    }
  }, [reportId])
}
