// The part of the form that shows what goes along with a ticket about a report: what the person sees of it and, if they choose so, a picture.
import { Button, Checkbox, Group, Text } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CapturedView } from '#features/reports/stage/web/exports.tsx'
import { exportReport } from '#features/reports/view/web/exports.tsx'
import { ViewFacts } from './view-facts.tsx'
import classes from './ticket-view.module.css'

type FieldProps = {
  captured: CapturedView
  /** Whether page and filters go along. */
  sent: boolean
  onChange: (sent: boolean) => void
  onPicture: (picture: File) => void
}

export function TicketViewField({ captured, sent, onChange, onPicture }: FieldProps) {
  const { t } = useTranslation()
  const { page, pageName, filters, slicers, refreshedAt } = captured
  const state = { page, page_name: pageName, filters, slicers }
  return (
    <div className={classes.card}>
      <Checkbox
        name="view"
        mb="sm"
        label={t('helpDesk.tickets.view.send')}
        description={t('helpDesk.tickets.view.sendHelp')}
        checked={sent}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
      {sent ? <ViewFacts view={{ state, refreshed_at: refreshedAt }} /> : null}
      <Picture captured={captured} onPicture={onPicture} />
    </div>
  )
}

type Drawing = { is: 'idle' | 'running' | 'ready' } | { is: 'failed'; message: string }

/** Draws the page with the rows of the person. The picture is an attachment: the person sees it in the form, and may remove it. */
function Picture({ captured, onPicture }: Pick<FieldProps, 'captured' | 'onPicture'>) {
  const { t } = useTranslation()
  const [drawing, setDrawing] = useState<Drawing>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { reportId, kind, page, bookmark } = captured
  if (bookmark === null || page === null) {
    return (
      <Text size="sm" c="var(--ink-quiet)" mt="sm">
        {t(`helpDesk.tickets.view.${kind === 'powerbi' ? 'noPictureAtMicrosoft' : 'noPicture'}`)}
      </Text>
    )
  }
  const draw = async () => {
    const controller = new AbortController()
    running.current = controller
    setDrawing({ is: 'running' })
    try {
      const input = { reportId, format: 'PNG', page, state: bookmark } as const
      onPicture(await exportReport(input, { signal: controller.signal, onPercent: () => undefined }))
      setDrawing({ is: 'ready' })
    } catch (error) {
      if (controller.signal.aborted) return
      const message = error instanceof Error && error.message ? error.message : t('general.toast.failed')
      setDrawing({ is: 'failed', message })
    }
  }
  return (
    <>
      <Group gap="sm" mt="sm">
        <Button
          size="sm"
          variant="default"
          leftSection={<IconCamera size={16} stroke={1.8} aria-hidden />}
          loading={drawing.is === 'running'}
          onClick={() => void draw()}
        >
          {t('helpDesk.tickets.view.picture')}
        </Button>
        <Text size="sm" c="var(--ink-quiet)" aria-live="polite">
          {drawing.is === 'ready' ? t('helpDesk.tickets.view.pictureReady') : t('helpDesk.tickets.view.pictureHelp')}
        </Text>
      </Group>
      {drawing.is === 'failed' ? (
        <Text size="sm" c="var(--danger)" role="alert" mt="xs">
          {drawing.message}
        </Text>
      ) : null}
    </>
  )
}
