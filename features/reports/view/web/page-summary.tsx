// The panel that says a page of a report in words. Before the first question it says what is sent to whom. The answer is shown as plain text:
// markup, links and pictures in it stay letters. Loaded when a person opens it.
import { Alert, Button, Drawer, Group, Loader, Mark, Stack, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import type { ReportState, ShownReport } from '#features/reports/stage/web/exports.tsx'
import { explainPage, type SummaryKind, summaryKinds } from '../contract.ts'

type PageSummaryProps = {
  reportId: string
  shown: ShownReport
  host: string
  model: string
  onClose: () => void
}

export function PageSummary({ reportId, shown: { page, memory }, host, model, onClose }: PageSummaryProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const summary = useCallMutation(explainPage)
  const ask = async (kind: SummaryKind) => {
    // Without a state of its own, the report shows what its publisher saved.
    const state = await memory.read().catch(() => null)
    if (page === null) return
    summary.mutate({ reportId, page: page.name, kind, language, filters: state && filtersOf(state) })
  }
  return (
    <Drawer
      opened
      position="right"
      size="26rem"
      onClose={onClose}
      title={t('reports.view.summary.title')}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      <Stack gap="md">
        <Text size="sm" c="var(--ink-quiet)">
          {t('reports.view.summary.sent', { host, model })}
        </Text>
        <Group gap="sm">
          {summaryKinds.map((kind) => (
            <Button
              key={kind}
              variant="default"
              leftSection={<IconSparkles size={16} stroke={1.8} aria-hidden />}
              disabled={page === null || summary.isPending}
              onClick={() => void ask(kind)}
            >
              {t(`reports.view.summary.${kind}`)}
            </Button>
          ))}
        </Group>
        <div aria-live="polite">
          {summary.isPending ? (
            <Group gap="sm">
              <Loader size="sm" />
              <Text size="sm">{t('reports.view.summary.waiting')}</Text>
            </Group>
          ) : summary.data ? (
            <Answer answer={summary.data} />
          ) : null}
        </div>
      </Stack>
    </Drawer>
  )
}

/** The filters of the report and of its slicers, which the person sees now. */
function filtersOf({ filters, slicers }: ReportState): ReportState['filters'] {
  const ofSlicers = slicers.flatMap(({ state }) => {
    const own = state['filters']
    return Array.isArray(own) ? (own as ReportState['filters']) : []
  })
  return [...filters, ...ofSlicers]
}

function Answer({ answer: { parts, rows, visuals, truncated } }: { answer: ReceivedOf<typeof explainPage> }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const hasUnfounded = parts.some(({ isUnfounded }) => isUnfounded)
  return (
    <Stack gap="sm">
      <Text component="p" m={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {parts.map(({ text, isUnfounded }, index) => (isUnfounded ? <Mark key={index}>{text}</Mark> : text))}
      </Text>
      {hasUnfounded ? (
        <Alert color="yellow" variant="light" c="var(--ink)">
          {t('reports.view.summary.unfounded')}
        </Alert>
      ) : null}
      <Text size="xs" c="var(--ink-quiet)">
        {t('reports.view.summary.basis', { rows: number(rows), visuals: number(visuals) })}{' '}
        {truncated ? `${t('reports.view.summary.cut')} ` : ''}
        {t('reports.view.summary.check')}
      </Text>
    </Stack>
  )
}
