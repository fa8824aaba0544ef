// The dialog that saves the open report as a file: what it shows now, with the person's own rows.
import { Button, Group, Progress, Radio, Stack, Text } from '@mantine/core'
import type { Report } from 'powerbi-client'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#platform/web/client/download.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { reportFormats } from '../contract.ts'
import { exportReport } from './export-report.ts'

type ReportExportProps = {
  opened: { id: string; name: string }
  report: Report
  /** Name of the open page; null: not known yet. */
  page: string | null
  onClose: () => void
}

type Format = (typeof reportFormats)[number]

const formatPhrases = {
  PDF: 'reports.view.export.pdf',
  PPTX: 'reports.view.export.pptx',
  PNG: 'reports.view.export.png',
} as const satisfies Record<Format, string>
type Progressing = { is: 'idle' | 'ready' } | { is: 'running'; percent: number } | { is: 'failed'; message: string }

export function ReportExport({ opened, report, page, onClose }: ReportExportProps) {
  const { t } = useTranslation()
  const [format, setFormat] = useState<Format>('PDF')
  const [what, setWhat] = useState<'all' | 'page'>('all')
  const [progress, setProgress] = useState<Progressing>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  // A closed dialog ends its export.
  useEffect(() => () => running.current?.abort(), [])

  async function start(): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setProgress({ is: 'running', percent: 0 })
    try {
      const { state = null } = await report.bookmarksManager.capture({ allPages: true })
      const input = { reportId: opened.id, format, page: what === 'page' ? page : null, state }
      saveFile(
        await exportReport(input, {
          signal: controller.signal,
          onPercent: (percent) => setProgress({ is: 'running', percent }),
        }),
      )
      setProgress({ is: 'ready' })
    } catch (error) {
      if (controller.signal.aborted) return setProgress({ is: 'idle' })
      setProgress({
        is: 'failed',
        message: error instanceof Error && error.message ? error.message : t('general.toast.failed'),
      })
    }
  }

  const isRunning = progress.is === 'running'
  return (
    <Dialog opened onClose={onClose} title={t('reports.view.export.title', opened)}>
      <Stack>
        <Text size="sm">{t('reports.view.export.text')}</Text>
        <Radio.Group label={t('reports.view.export.format')} value={format} onChange={setFormat}>
          <Group mt="xs">
            {reportFormats.map((value) => (
              <Radio key={value} value={value} disabled={isRunning} label={t(formatPhrases[value])} />
            ))}
          </Group>
        </Radio.Group>
        <Radio.Group
          label={t('reports.view.export.what')}
          value={what}
          onChange={(value) => setWhat(value === 'page' ? 'page' : 'all')}
        >
          <Group mt="xs">
            <Radio value="all" disabled={isRunning} label={t('reports.view.export.all')} />
            <Radio value="page" disabled={isRunning || page === null} label={t('reports.view.export.page')} />
          </Group>
        </Radio.Group>
        <div aria-live="polite">
          {progress.is === 'running' ? (
            <Text size="sm">{t('reports.view.export.running', { percent: progress.percent })}</Text>
          ) : progress.is === 'ready' ? (
            <Text size="sm">{t('reports.view.export.ready')}</Text>
          ) : progress.is === 'failed' ? (
            <Text size="sm" c="red" role="alert">
              {progress.message}
            </Text>
          ) : null}
        </div>
        {isRunning ? <Progress value={Math.max(5, progress.percent)} animated aria-hidden /> : null}
        <Group justify="flex-end">
          {isRunning ? (
            <Button variant="default" onClick={() => running.current?.abort()}>
              {t('reports.view.export.cancel')}
            </Button>
          ) : (
            <Button onClick={() => void start()}>
              {t(progress.is === 'ready' ? 'reports.view.export.again' : 'reports.view.export.start')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
