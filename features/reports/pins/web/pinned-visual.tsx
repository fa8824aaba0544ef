// One pinned visual in its card: the visual in a frame of its report service, and below it the report and the time of its data.
import { Button, useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import type { EmbedFailure } from '#powerbi/web/embed-failure.ts'
import { EmbeddedReport } from '#powerbi/web/embedded-report.tsx'
import { hostTheme, type Opened, ReportWatermark, visualConfiguration } from '#features/reports/frame/web/exports.tsx'
import { openReport, renewToken } from '#features/reports/view/contract.ts'
import classes from './pinned-visual.module.css'
import card from './pinned.module.css'
import type { Pin } from './pin.ts'
import { showsNumber } from './pin-kinds.ts'
import { useSeen } from './use-seen.ts'

/** Milliseconds for which several visuals of a page use one opening of their report. */
const freshForMs = 60_000

export function PinnedVisual({ pin, menu }: { pin: Pin; menu: ReactNode }) {
  const { t } = useTranslation()
  const { date, day, shortDate, time, dateTime } = useFormats()
  /** The time of today, or the day of an earlier time, which has room on half of a phone. */
  const shortTime = (at: Date) => (date(at) === date(now()) ? time(at) : shortDate(at))
  const element = useRef<HTMLElement>(null)
  const isSeen = useSeen(element)
  const { opened, error, onReopen } = useOpened(pin, isSeen)
  const [dataUntil, setDataUntil] = useState<string | null>(null)
  const updated = opened?.last_update ?? null
  /** A number without its period can be misread: the end of the data comes before the time of the update. */
  const until = updated === null || dataUntil === null ? null : t('reports.pins.until', { day: day(dataUntil) })
  return (
    <article ref={element} className={card.card} aria-label={pin.title} data-pin>
      <div className={classes.visual}>
        {opened ? (
          <Visual pin={pin} opened={opened} onReopen={onReopen} onDataUntil={setDataUntil} />
        ) : error ? (
          <Fault
            title={pin.title}
            text={error.key === 'report_capacity_paused' ? t('reports.pins.paused') : error.message}
          />
        ) : (
          <Waiting pin={pin} isLoading={isSeen} />
        )}
      </div>
      <footer className={classes.foot}>
        <p className={classes.words}>
          <PathLink to={`/${pin.report_id}/reports/view`} className={classes.report}>
            {pin.report}
          </PathLink>
          {updated ? (
            <span
              className={classes.updated}
              title={[until, t('reports.pins.updated', { when: dateTime(updated) })].filter(Boolean).join(' · ')}
            >
              {until ?? t('reports.pins.updated', { when: shortTime(updated) })}
            </span>
          ) : null}
        </p>
        {menu}
      </footer>
    </article>
  )
}

/**
 * The opened report of a pin that is in sight. A card that comes into sight late opens the report again, because the token of the others may
 * have expired; a card keeps what it has opened, because its frame renews the token.
 */
function useOpened({ report_id, page }: Pin, isSeen: boolean) {
  const [kept, setKept] = useState<Opened | null>(null)
  const { data, dataUpdatedAt, error, refetch } = useCallQuery(
    openReport,
    { reportId: report_id, page, wakes: false },
    { enabled: isSeen && kept === null, freshFor: freshForMs, once: true },
  )
  const isFresh = data !== undefined && now().getTime() - dataUpdatedAt < freshForMs
  if (kept === null && isFresh && isSeen) setKept(data)
  const onReopen = () => void refetch().then(({ data: again }) => setKept(again ?? null))
  return { opened: kept, error, onReopen }
}

type WaitingProps = {
  pin: Pin
  /** A card out of sight loads nothing yet. */
  isLoading: boolean
}

/** The title with a grey area in the place of the number or the chart. */
const Waiting = ({ pin: { title, kind }, isLoading }: WaitingProps) => (
  <p className={classes.waiting} data-number={showsNumber(kind) || undefined} aria-busy={isLoading || undefined}>
    {title}
  </p>
)

function Fault({ title, text, onRetry }: { title: string; text: string; onRetry?: () => void }) {
  const { t } = useTranslation()
  return (
    <output className={classes.fault}>
      <p className={classes.faultTitle}>{title}</p>
      <p>{text}</p>
      {onRetry ? (
        <Button size="compact-sm" variant="subtle" onClick={onRetry}>
          {t('general.action.retry')}
        </Button>
      ) : null}
    </output>
  )
}

type VisualProps = {
  pin: Pin
  opened: Opened
  onReopen: () => void
  /** Receives the last day of the data, if the report tells it. */
  onDataUntil: (day: string | null) => void
}

function Visual({ pin, opened, onReopen, onDataUntil }: VisualProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const activeTheme = useActiveTheme()
  const [failure, setFailure] = useState<EmbedFailure | null>(null)
  const [isShown, setShown] = useState(false)
  const { report_id, page, visual } = pin
  const target = useMemo(
    () => ({
      reportId: opened.service_report_id,
      embedUrl: opened.embed_url,
      token: { token: opened.token, endsInMs: opened.ends_in_ms },
      configuration: visualConfiguration(opened, language, hostTheme(activeTheme, isDark)),
      visual: { page, name: visual },
    }),
    [opened, language, activeTheme, isDark, page, visual],
  )
  const renew = useCallback(async () => {
    const { token, ends_in_ms } = await ask(renewToken, { reportId: report_id, wakes: false })
    return { token, endsInMs: ends_in_ms }
  }, [report_id])
  if (failure) {
    const isGone = failure.code === 'not_found'
    return (
      <Fault
        title={pin.title}
        text={t(isGone ? 'reports.pins.gone' : 'reports.pins.problem')}
        {...(isGone ? {} : { onRetry: onReopen })}
      />
    )
  }
  return (
    <>
      <EmbeddedReport
        // The service sets language and colours when it opens the visual.
        key={`${language} ${isDark}`}
        className={classes.frame ?? ''}
        target={target}
        localOrigins={opened.trusted_origins}
        now={() => now().getTime()}
        renew={renew}
        title={t('reports.pins.frame', { title: pin.title, report: pin.report })}
        loaded={(_, dataUntil) => onDataUntil(dataUntil)}
        rendered={() => setShown(true)}
        failed={(said) => {
          if (said.isShown) setShown(true)
          else setFailure(said)
        }}
      />
      {isShown ? null : <Waiting pin={pin} isLoading />}
      {opened.watermark ? <ReportWatermark text={opened.watermark_text} report={opened.name} /> : null}
    </>
  )
}
