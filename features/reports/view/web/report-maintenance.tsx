// The message that replaces a report in maintenance, with a countdown, at whose end the report opens by itself.
import { Button } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { readReportMaintenance } from '#features/reports/maintenance/contract.ts'
import { ReportPageSkeleton } from '#features/reports/stage/web/exports.tsx'

export function ReportMaintenance({ reportId, onOver }: { reportId: string; onOver: () => void }) {
  const { data } = useCallQuery(readReportMaintenance, { reportId }, { once: true })
  const isOver = data?.maintenance === null
  const open = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) open()
  }, [isOver])
  if (!data?.maintenance) return <ReportPageSkeleton />
  return <Notice {...data.maintenance} onOver={onOver} />
}

type NoticeProps = { report: string; message: string; ends_at: Date; ends_in_ms: number; onOver: () => void }

function Notice({ report, message, ends_at, ends_in_ms, onOver }: NoticeProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const left = useLeft(ends_in_ms, onOver)
  return (
    <EmptyState
      page
      title={t('reports.maintenance.notice.title', { report })}
      text={
        <>
          <span style={{ whiteSpace: 'pre-line' }}>{message}</span>
          <br />
          <strong>{t('reports.maintenance.notice.until', { when: dateTime(ends_at), left })}</strong>
          <br />
          {t('reports.maintenance.notice.itself')}
        </>
      }
      icon={<IconTool size={22} stroke={1.6} aria-hidden />}
    >
      <Button variant="default" component={PathLink} to="/">
        {t('general.page.home')}
      </Button>
    </EmptyState>
  )
}

/** The remaining time as `1:02:03`, updated each second; at its end `onOver` is called once. */
function useLeft(ms: number, onOver: () => void): string {
  const [endsAt] = useState(() => now().getTime() + ms)
  const [left, setLeft] = useState(ms)
  const end = useEffectEvent(onOver)
  useEffect(() => {
    const timer = setInterval(() => {
      const rest = endsAt - now().getTime()
      setLeft(Math.max(0, rest))
      if (rest > 0) return
      clearInterval(timer)
      end()
    }, 1_000)
    return () => clearInterval(timer)
  }, [endsAt])
  return clockOf(left)
}

function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Calls `onBegin` when a maintenance begins. `setTimeout` accepts at most 24.8 days; the server answers times of the next day only. */
export function useAtMaintenance(inMs: number | null, onBegin: () => void): void {
  const begin = useEffectEvent(onBegin)
  useEffect(() => {
    if (inMs === null) return
    const timer = setTimeout(() => begin(), inMs + 500)
    return () => clearTimeout(timer)
  }, [inMs])
}
