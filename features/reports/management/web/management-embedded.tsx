// An embedded management report in its frame, with the token of the person's business unit.
import { useComputedColorScheme } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import type { EmbedFailure } from '#powerbi/web/embed-failure.ts'
import { EmbeddedReport } from '#powerbi/web/embedded-report.tsx'
import { hostTheme, plainConfiguration } from '#features/reports/frame/web/exports.tsx'
import { ReportFailure, ReportSkeleton } from '#features/reports/stage/web/exports.tsx'
import { openManagement } from '../contract.ts'
import classes from './management-embedded.module.css'

export function ManagementEmbedded({ id, title }: { id: string; title: string }) {
  // A token is for one opening: it is never taken from a cache.
  const { data, error, refetch, isFetching } = useCallQuery(openManagement, { id }, { freshFor: Infinity, once: true })
  if (error) return <FailedState failure={error} {...(error.http === 404 ? {} : { onRetry: () => void refetch() })} />
  if (!data || isFetching) {
    return (
      <div className={classes.paper}>
        <ReportSkeleton />
      </div>
    )
  }
  return <OpenedFrame id={id} title={title} opened={data} onReopen={() => void refetch()} />
}

type FrameProps = { id: string; title: string; opened: ReceivedOf<typeof openManagement>; onReopen: () => void }

function OpenedFrame({ id, title, opened, onReopen }: FrameProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const activeTheme = useActiveTheme()
  const [failure, setFailure] = useState<EmbedFailure | null>(null)
  const [isShown, setShown] = useState(false)
  const target = useMemo(
    () => ({
      reportId: opened.service_report_id,
      embedUrl: opened.embed_url,
      token: { token: opened.token, endsInMs: opened.ends_in_ms },
      configuration: plainConfiguration(opened, language, hostTheme(activeTheme, isDark)),
    }),
    [opened, language, activeTheme, isDark],
  )
  const renew = useCallback(async () => {
    const { token, ends_in_ms } = await ask(openManagement, { id })
    return { token, endsInMs: ends_in_ms }
  }, [id])
  if (failure) return <ReportFailure failure={failure} onRetry={onReopen} />
  return (
    <div className={classes.paper}>
      <EmbeddedReport
        // The service sets language and colours when it opens the report.
        key={`${language} ${isDark}`}
        className={classes.frame ?? ''}
        target={target}
        localOrigins={opened.trusted_origins}
        now={() => now().getTime()}
        renew={renew}
        title={t('reports.view.frame', { name: title })}
        loaded={() => setShown(true)}
        failed={(said) => {
          setShown(true)
          if (!said.isShown) setFailure(said)
        }}
      />
      {isShown ? null : <ReportSkeleton />}
    </div>
  )
}
