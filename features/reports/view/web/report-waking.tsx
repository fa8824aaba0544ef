// The message that replaces a report whose license capacity is paused or starting. When the capacity runs, the report opens by itself.
import { Button, Loader } from '@mantine/core'
import { IconMoonStars } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { readReportCapacity } from '../contract.ts'
import { ReportPageSkeleton } from '#features/reports/stage/web/exports.tsx'

const pollIntervalMs = 4_000

type WakingProps = {
  reportId: string
  /** Called when the capacity runs. */
  onAwake: () => void
  /** Called when the reader requests its start once more. */
  onRetry: () => void
}

export function ReportWaking({ reportId, onAwake, onRetry }: WakingProps) {
  const { data, refetch } = useCallQuery(readReportCapacity, { reportId }, { once: true })
  const isAwake = data?.capacity === null
  const open = useEffectEvent(onAwake)
  useEffect(() => {
    if (isAwake) return open()
    const timer = setInterval(() => void refetch(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isAwake, refetch])
  if (!data?.capacity) return <ReportPageSkeleton />
  return <Notice {...data.capacity} onRetry={onRetry} />
}

type Waiting = NonNullable<ReceivedOf<typeof readReportCapacity>['capacity']>

function Notice({ report, wakes, state, problem, starts_at, onRetry }: Waiting & { onRetry: () => void }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const starts = state === 'starting' || (wakes && problem === null)
  return (
    <EmptyState
      page
      title={t(starts ? 'reports.view.waking.starts' : 'reports.view.waking.paused', { report })}
      text={
        starts ? (
          <output>{t('reports.view.waking.startsText')}</output>
        ) : (
          <>
            {t(problem === null ? 'reports.view.waking.pausedText' : 'reports.view.waking.failedText')}
            {starts_at === null ? null : (
              <>
                <br />
                <strong>{t('reports.view.waking.startsAt', { when: dateTime(starts_at) })}</strong>
              </>
            )}
          </>
        )
      }
      icon={starts ? <Loader size={22} aria-hidden /> : <IconMoonStars size={22} stroke={1.6} aria-hidden />}
    >
      {starts || !wakes ? null : <Button onClick={onRetry}>{t('general.action.retry')}</Button>}
      <Button variant="default" component={PathLink} to="/">
        {t('general.page.home')}
      </Button>
    </EmptyState>
  )
}
