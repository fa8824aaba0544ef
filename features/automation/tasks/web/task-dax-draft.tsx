// A wish from which the language model writes the query of the form. The report service has run it before it is inserted; it can be undone.
// Loaded only where the business unit has a model.
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { draftDax, maxDaxWish } from '#features/reports/dax-drafts/contract.ts'
import classes from './task-test.module.css'

type TaskDaxDraftProps = { host: string; model: string; reportId: string }

export function TaskDaxDraft({ host, model, reportId }: TaskDaxDraftProps) {
  const { t } = useTranslation()
  const { values, set } = useForm()
  const [wish, setWish] = useState('')
  /** The query before the draft was inserted. */
  const [before, setBefore] = useState<unknown>(null)
  const draft = useCallMutation(draftDax, {
    onDone: ({ dax, problem }) => {
      if (problem === 'query' || problem === 'identity') return
      setBefore(values['dax'])
      set({ dax })
    },
  })
  const undo = () => {
    set({ dax: before })
    setBefore(null)
    draft.reset()
  }
  return (
    <Stack gap="xs" mt="sm">
      <Textarea
        label={t('reports.daxDrafts.field.wish')}
        description={t('assistant.aiAccounts.sentTo', { host, model })}
        placeholder={t('reports.daxDrafts.example')}
        autosize
        minRows={2}
        maxLength={maxDaxWish}
        value={wish}
        onChange={({ currentTarget: { value } }) => setWish(value)}
      />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconSparkles size={16} stroke={1.8} aria-hidden />}
          disabled={wish.trim() === ''}
          loading={draft.isPending}
          onClick={() => draft.mutate({ report_id: reportId, wish })}
        >
          {t('reports.daxDrafts.action')}
        </Button>
        {String(values['dax']).trim() === '' ? null : (
          <Text size="sm" c="dimmed">
            {t('reports.daxDrafts.replaces')}
          </Text>
        )}
      </Group>
      <div aria-live="polite">
        {draft.data ? <Drafted drafted={draft.data} onUndo={before === null ? null : undo} /> : null}
      </div>
    </Stack>
  )
}

type DraftedProps = { drafted: ReceivedOf<typeof draftDax>; onUndo: (() => void) | null }

function Drafted({ drafted: { dax, problem, detail, row_count }, onUndo }: DraftedProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const sentence =
    problem === null
      ? t('reports.daxDrafts.done', { rows: number(row_count) })
      : problem === 'query'
        ? t('reports.daxDrafts.failed')
        : problem === 'identity'
          ? t('reports.daxDrafts.identity')
          : `${t('reports.daxDrafts.unchecked')} ${t(`automation.tasks.problems.${problem}`)}`
  return (
    <Alert variant="light" color={problem === null ? 'green' : 'red'} c="var(--ink)">
      {sentence}
      {problem === 'query' ? <pre className={classes.detail}>{[dax, detail].filter(Boolean).join('\n\n')}</pre> : null}
      {onUndo ? (
        <Button size="compact-sm" variant="subtle" onClick={onUndo}>
          {t('reports.daxDrafts.undo')}
        </Button>
      ) : null}
    </Alert>
  )
}
